import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { submissionLink } from '@lantern/contract/links.ts'
import type {
  Attachment,
  AttachmentUse,
  deleteAttachment,
  listAttachmentUses,
  updateAttachment,
} from '@lantern/contract/media/attachments.ts'
import { buildWindowOf } from '@lantern/contract/media/build-addresses.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DownloadIcon, ExternalLinkIcon, EyeIcon, Trash2Icon } from '#ui/icons.tsx'
import { InlineTextArea } from '#ui/inline-text-area.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { kindNames } from '../kind-words.ts'
import { VideoSettings } from '../video-settings/video-settings.tsx'
import styles from './attachment-dialog.module.css'
import { AttachmentPicture } from './attachment-tile.tsx'
import { BuildOptions } from './build-options.tsx'
import { clockTime } from './clock-time.ts'

type AttachmentDialogProps = {
  attachment: Attachment
  onClose: () => void
  /** Shows it large. */
  onPreview: () => void
  /** It was renamed, described or deleted. */
  onChanged: () => void
}

/** Everything about one file, and what can be done with it. */
export function AttachmentDialog({ attachment, onClose, onPreview, onChanged }: AttachmentDialogProps) {
  const t = useMessages()
  const uses = useUses(attachment.id)
  const [kept, setKept] = useState<readonly AttachmentUse[]>([])
  const [asksDelete, setAsksDelete] = useState(false)
  const { id, name, fault } = attachment
  const isSeen = attachment.state === 'ready' && (attachment.imageId ?? attachment.videoId ?? attachment.embedUrl)
  const remove = async () => {
    try {
      const answer = await call<typeof deleteAttachment>('POST /api/learn/creator/attachment/:id/delete', {
        params: { id },
      })
      setKept(answer.usedBy)
      setAsksDelete(false)
      if (!answer.deleted) return
      toast({ tone: 'good', text: t('media.deleted') })
      onChanged()
      onClose()
    } catch (error) {
      setAsksDelete(false)
      toastFailure(error, t)
    }
  }
  return (
    <Dialog open onClose={onClose} title={<span className="clip-1">{name}</span>} closeLabel={t('kit.close')}>
      <div className={styles.body}>
        <AttachmentPicture attachment={attachment} />
        {fault && !attachment.videoId && <Notice tone="bad">{t(fault as MessageKey)}</Notice>}
        {kept.length > 0 && <KeptBy usedBy={kept} />}
        <Facts attachment={attachment} />
        {kept.length === 0 && uses && <UsedIn uses={uses} />}
        {attachment.videoId && <VideoSettings id={attachment.videoId} onChange={onChanged} />}
        {attachment.build && <BuildOptions attachmentId={id} onChanged={onChanged} />}
        <ChangeForm attachment={attachment} onChanged={onChanged} />
        <div className={styles.acts}>
          {isSeen && (
            <Button icon={<EyeIcon />} onClick={onPreview}>
              {t('media.preview')}
            </Button>
          )}
          {attachment.url && (
            <LinkButton to={attachment.url} download={name} icon={<DownloadIcon />}>
              {t('media.download')}
            </LinkButton>
          )}
          {attachment.embedUrl && (
            <LinkButton
              to={buildWindowOf(attachment.embedUrl) ?? attachment.embedUrl}
              target="_blank"
              rel="noopener noreferrer"
              icon={<ExternalLinkIcon />}
            >
              {t('media.open_build')}
            </LinkButton>
          )}
          <Button icon={<Trash2Icon />} onClick={() => (uses && uses.length > 0 ? setKept(uses) : setAsksDelete(true))}>
            {t('media.delete')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asksDelete}
        theme="delete"
        title={t('media.delete_title', { name })}
        confirmLabel={t('media.delete_confirm')}
        cancelLabel={t('media.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={remove}
        onClose={() => setAsksDelete(false)}
      >
        <p>{t('media.delete_text')}</p>
      </ConfirmDialog>
    </Dialog>
  )
}

/** Where it is used; null while that is not known. */
function useUses(id: string): readonly AttachmentUse[] | null {
  const [uses, setUses] = useState<readonly AttachmentUse[] | null>(null)
  useEffect(() => {
    let dropped = false
    call<typeof listAttachmentUses>('GET /api/learn/creator/attachment/:id/uses', { params: { id } }).then(
      ({ usedBy }) => !dropped && setUses(usedBy),
      // the refusal of the deletion says it then
      () => undefined,
    )
    return () => {
      dropped = true
    }
  }, [id])
  return uses
}

function UsedIn({ uses }: { uses: readonly AttachmentUse[] }) {
  const t = useMessages()
  if (uses.length === 0) return <p className="small muted">{t('media.used_nowhere')}</p>
  return (
    <section>
      <h3 className="small">{t('media.used_in')}</h3>
      <UseList uses={uses} />
    </section>
  )
}

/** Why it was not deleted. */
function KeptBy({ usedBy }: { usedBy: readonly AttachmentUse[] }) {
  const t = useMessages()
  return (
    <Notice tone="warn" live>
      <strong>{t('media.used_by_title')}</strong>
      <p>{t('media.used_by_text')}</p>
      <UseList uses={usedBy} />
    </Notice>
  )
}

function UseList({ uses }: { uses: readonly AttachmentUse[] }) {
  const t = useMessages()
  return (
    <ul className={styles.uses}>
      {uses.map((use) => (
        <li key={use.id}>
          <TextLink to={editorOf(use)}>{use.title || t('media.untitled')}</TextLink>
        </li>
      ))}
    </ul>
  )
}

/** Where it is changed; what others see of it where there is no such page. */
function editorOf({ type, id }: AttachmentUse): string {
  if (type === 'page') return `/creator/pages/${id}`
  if (type === 'submission') return submissionLink(id)
  if (type === 'discussion') return `/messages/c/${id}`
  return type === 'bundle' ? `/creator/bundles/${id}` : `/${type}/${id}/edit`
}

function Facts({ attachment }: { attachment: Attachment }) {
  const t = useMessages()
  const format = useFormat()
  const { kind, byteSize, width, height, duration, createdAt } = attachment
  return (
    <dl className={styles.facts}>
      <Fact name={t('media.kind')}>{t(kindNames[kind])}</Fact>
      <Fact name={t('media.size')}>{format.fileSize(byteSize)}</Fact>
      {width !== null && height !== null && (
        <Fact name={t('media.dimensions')}>{t('media.pixels', { width, height })}</Fact>
      )}
      {duration !== null && <Fact name={t('media.duration')}>{clockTime(duration)}</Fact>}
      <Fact name={t('media.added')}>{format.dateTime(createdAt)}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="tiny muted">{name}</dt>
      <dd className="small num">{children}</dd>
    </div>
  )
}

function ChangeForm({ attachment, onChanged }: Pick<AttachmentDialogProps, 'attachment' | 'onChanged'>) {
  const t = useMessages()
  const [name, setName] = useState(attachment.name)
  const [isMissing, setIsMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const send = async (body: BodyOf<typeof updateAttachment>): Promise<boolean> => {
    try {
      await call<typeof updateAttachment>('POST /api/learn/creator/attachment/:id', {
        params: { id: attachment.id },
        body,
      })
      toast({ tone: 'good', text: t('media.saved') })
      onChanged()
      return true
    } catch (error) {
      toastFailure(error, t)
      return false
    }
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setIsMissing(name.trim() === '')
    if (name.trim() === '') return
    setBusy(true)
    await send({ name: name.trim() })
    setBusy(false)
  }
  return (
    <>
      <form className={styles.form} onSubmit={save} noValidate>
        <TextField
          label={t('media.name')}
          value={name}
          maxLength={255}
          error={isMissing && t('media.name_missing')}
          onChange={(event) => setName(event.target.value)}
        />
        <div>
          <Button type="submit" theme="primary" busy={busy} disabled={name === attachment.name}>
            {t('media.save')}
          </Button>
        </div>
      </form>
      {attachment.kind === 'image' && (
        <InlineTextArea
          label={t('media.alt')}
          help={`${t('media.alt_help')} ${t('media.alt_keys')}`}
          limit={500}
          rows={2}
          value={attachment.alt}
          onSave={(alt) => send({ alt })}
        />
      )}
    </>
  )
}
