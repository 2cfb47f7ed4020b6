import type { linkToPreview, revokePreviewLinks } from '@lantern/contract/cms/pages.ts'
import { useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CopyIcon, LinkIcon } from '#ui/icons.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { useBuilder } from '../builder-context.ts'
import styles from './publish.module.css'

const offeredHours = [1, 24, 72, 168, 720] as const

/** A link under which people without an account read the draft, for some hours. */
export function PreviewLinkDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const format = useFormat()
  const { pageEditor, pageId, locale } = useBuilder()
  const [hours, setHours] = useState<number>(24)
  const [link, setLink] = useState<{ url: string; expiresAt: string } | null>(null)
  const [busy, setBusy] = useState<'make' | 'revoke' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const params = { id: pageId, locale }
  const doing = async (what: 'make' | 'revoke', act: () => Promise<void>) => {
    setBusy(what)
    try {
      await act()
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setBusy(null)
    }
  }
  const make = () =>
    doing('make', async () => {
      await pageEditor.flush()
      const made = await call<typeof linkToPreview>('POST /api/learn/creator/page/:id/:locale/preview-link', {
        params,
        body: { hours },
      })
      setLink({ ...made, url: new URL(made.url, window.location.origin).href })
    })
  const revoke = () =>
    doing('revoke', async () => {
      const { revoked } = await call<typeof revokePreviewLinks>(
        'POST /api/learn/creator/page/:id/:locale/preview-link/revoke',
        { params },
      )
      setLink(null)
      toast({ tone: 'good', text: t('cms.builder_links_revoked', { count: revoked }) })
    })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link?.url ?? '')
      toast({ tone: 'good', text: t('authoring.copied') })
    } catch {
      // chosen as a whole, so that it can be copied by hand
      field.current?.focus()
    }
  }
  return (
    <Dialog
      open
      title={t('cms.builder_preview_link')}
      closeLabel={t('kit.close')}
      onClose={onClose}
      footer={
        <>
          <Button busy={busy === 'revoke'} disabled={busy === 'make'} onClick={revoke}>
            {t('cms.builder_links_revoke')}
          </Button>
          <Button
            theme="primary"
            icon={<LinkIcon />}
            busy={busy === 'make'}
            disabled={busy === 'revoke'}
            onClick={make}
          >
            {t('cms.builder_link_make')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{t('cms.builder_preview_link_text')}</p>
        <Select
          label={t('cms.builder_link_hours')}
          value={String(hours)}
          onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
        >
          {offeredHours.map((one) => (
            <option key={one} value={one}>
              {one < 24 ? t('cms.builder_hours', { count: one }) : t('cms.builder_days', { count: one / 24 })}
            </option>
          ))}
        </Select>
        {link && (
          <TextField
            ref={field}
            label={t('cms.builder_link')}
            readOnly
            value={link.url}
            help={t('cms.builder_link_until', { time: format.dateTime(link.expiresAt) })}
            onFocus={({ currentTarget }) => currentTarget.select()}
            after={
              <Button size="s" theme="quiet" icon={<CopyIcon />} onClick={copy}>
                {t('cms.builder_copy')}
              </Button>
            }
          />
        )}
      </div>
    </Dialog>
  )
}
