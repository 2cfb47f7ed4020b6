import type { chooseAnswer } from '@lantern/contract/community/discussion.ts'
import { reportReasons } from '@lantern/contract/community/report-rules.ts'
import { contentLink, submissionLink } from '@lantern/contract/links.ts'
import { Suspense, useState } from 'react'
import { ShareDialog } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { useBlock } from '#notifications/index.ts'
import { Button, IconButton } from '#ui/button.tsx'
import {
  BellOffIcon,
  CheckIcon,
  EllipsisIcon,
  FlagIcon,
  PencilIcon,
  QuoteIcon,
  Share2Icon,
  Trash2Icon,
} from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import type { MessageActsProps } from './message-acts.tsx'

const DeleteDialog = lazyPart(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }))
const ReportDialog = lazyPart(async () => ({ default: (await import('./moderation/report-dialog.tsx')).ReportDialog }))

/** What else can be done with a message: a menu, its dialogs, and forms for the same without script. */
export function MessageMenu(props: MessageActsProps) {
  const { message, question, name, shown, discussion, formAction, onReply, onEdit } = props
  const t = useMessages()
  const { user } = useSession()
  const [isAsked, setAsked] = useState(false)
  const [isShared, setShared] = useState(false)
  const [reported, setReported] = useState<'message' | 'profile' | null>(null)
  const isOwn = user !== null && message.authorId === user.id
  const { isMaker, reportMap, writing, content } = shown
  const mayReport = user !== null && !isOwn
  const mayMark = question !== null && user !== null && (isMaker || question.authorId === user.id)
  const isAnswer = question?.answerId === message.id
  const block = useBlock()

  async function mark() {
    if (!question) return
    try {
      const body = { id: message.id, on: !isAnswer }
      const { answerId } = await call<typeof chooseAnswer>('POST /api/learn/comment/answer', { body })
      discussion.change(question.id, { answerId })
    } catch (error) {
      toastFailure(error, t)
    }
  }

  function address(): string {
    const path = shown.submission ? submissionLink(shown.submission.id) : contentLink(content)
    const address = new URL(path, window.location.href)
    address.searchParams.set('messageId', message.id)
    if (shown.step) address.hash = shown.step.anchor
    return address.href
  }

  return (
    <>
      <Menu
        label={t('community.more_acts', { name })}
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            theme="quiet"
            size="s"
            label={t('community.more_acts', { name })}
            icon={<EllipsisIcon className="icon-s" />}
          />
        )}
      >
        {writing === 'yes' && (
          <MenuItem icon={<QuoteIcon />} onSelect={() => onReply(true)}>
            {t('community.quote')}
          </MenuItem>
        )}
        <MenuItem icon={<Share2Icon />} onSelect={() => setShared(true)}>
          {t('catalog.share')}
        </MenuItem>
        {mayMark && (
          <MenuItem icon={<CheckIcon />} onSelect={() => void mark()}>
            {t(isAnswer ? 'community.unmark_answer' : 'community.mark_answer')}
          </MenuItem>
        )}
        {mayReport && (
          <MenuItem icon={<FlagIcon />} disabled={message.id in reportMap} onSelect={() => setReported('message')}>
            {t(message.id in reportMap ? 'community.reported_before' : 'community.report')}
          </MenuItem>
        )}
        {mayReport && message.authorId && (
          <MenuItem icon={<FlagIcon />} onSelect={() => setReported('profile')}>
            {t('community.report_person')}
          </MenuItem>
        )}
        {mayReport && message.authorId && (
          <MenuItem icon={<BellOffIcon />} onSelect={() => void block({ id: message.authorId ?? '', name }, true)}>
            {t('notifications.block_person')}
          </MenuItem>
        )}
        {isOwn && (
          <MenuItem icon={<PencilIcon />} onSelect={onEdit}>
            {t('community.edit')}
          </MenuItem>
        )}
        {isOwn && (
          <MenuItem icon={<Trash2Icon />} tone="bad" onSelect={() => setAsked(true)}>
            {t('community.delete')}
          </MenuItem>
        )}
      </Menu>
      {isOwn && !question && (
        <noscript>
          <form method="post" action={formAction}>
            <input type="hidden" name="act" value="delete" />
            <input type="hidden" name="id" value={message.id} />
            <Button type="submit" theme="quiet" size="s">
              {t('community.delete')}
            </Button>
          </form>
        </noscript>
      )}
      {mayReport && (
        <noscript>
          <form method="post" action={formAction}>
            <input type="hidden" name="act" value="report" />
            <input type="hidden" name="id" value={message.id} />
            {message.authorId && (
              <select name="person" aria-label={t('community.report_what')}>
                <option value="">{t('community.report')}</option>
                <option value={message.authorId}>{t('community.report_person')}</option>
              </select>
            )}
            <select name="reason" aria-label={t('community.report_why')}>
              {reportReasons.map((reason) => (
                <option key={reason} value={reason}>
                  {t(`community.reason.${reason}`)}
                </option>
              ))}
            </select>
            <Button type="submit" theme="quiet" size="s">
              {t('community.report')}
            </Button>
          </form>
          {message.authorId && (
            <form method="post" action={formAction}>
              <input type="hidden" name="act" value="block" />
              <input type="hidden" name="id" value={message.id} />
              <input type="hidden" name="person" value={message.authorId} />
              <Button type="submit" theme="quiet" size="s">
                {t('notifications.block_person')}
              </Button>
            </form>
          )}
        </noscript>
      )}
      {isShared && (
        <Suspense>
          <ShareDialog title={content.title} picture={null} url={address()} onClose={() => setShared(false)} />
        </Suspense>
      )}
      {reported && (
        <Suspense>
          <ReportDialog
            target={{ type: reported, id: reported === 'profile' ? (message.authorId ?? '') : message.id }}
            name={name}
            onClose={() => setReported(null)}
            onReported={(reasons) => {
              if (reported === 'message') discussion.setReport(message.id, reasons)
            }}
          />
        </Suspense>
      )}
      {isAsked && (
        <Suspense>
          <DeleteDialog
            type="message"
            id={message.id}
            onClose={() => setAsked(false)}
            onDeleted={() => discussion.remove(message)}
          />
        </Suspense>
      )}
    </>
  )
}
