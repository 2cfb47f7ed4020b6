import type { chooseAnswer, deleteComment, Message } from '@lantern/contract/community/discussion.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, IconButton, LinkButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { CheckIcon, EllipsisIcon, LinkIcon, PencilIcon, QuoteIcon, Trash2Icon } from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { toast } from '#ui/toast.ts'
import { LikeButton } from './like-button.tsx'
import type { Shown, useDiscussion } from './use-discussion.ts'

interface MessageActsProps {
  message: Message
  /** The question that it replies to. */
  question: Message | null
  name: string
  shown: Shown
  discussion: Pick<ReturnType<typeof useDiscussion>, 'setLike' | 'change' | 'remove'>
  formAction: string
  onReply: (quoted: boolean) => void
  onEdit: () => void
}

/** Like, reply, and the rest in a menu. Liking and replying work without script. */
export function MessageActs(props: MessageActsProps) {
  const { message, question, name, shown, discussion, formAction, onReply, onEdit } = props
  const t = useMessages()
  const { user } = useSession()
  const [isAsked, setAsked] = useState(false)
  const isOwn = user !== null && message.authorId === user.id
  const { isMaker, likeMap, writing, content } = shown
  const mayMark = question !== null && user !== null && (isMaker || question.authorId === user.id)
  const isAnswer = question?.answerId === message.id

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

  async function remove() {
    try {
      await call<typeof deleteComment>('POST /api/learn/comment/delete', { body: { id: message.id } })
      setAsked(false)
      discussion.remove(message)
    } catch (error) {
      toastFailure(error, t)
    }
  }

  async function copy() {
    const address = new URL(`/${content.type}/${encodeURIComponent(content.slug)}`, window.location.href)
    address.searchParams.set('messageId', message.id)
    if (shown.step) address.hash = shown.step.anchor
    try {
      await navigator.clipboard.writeText(address.href)
      toast({ tone: 'good', text: t('catalog.link_copied') })
    } catch {
      toast({ tone: 'bad', text: t('catalog.link_not_copied') })
    }
  }

  return (
    <>
      <LikeButton
        messageId={message.id}
        name={name}
        liked={{ on: likeMap[message.id] ?? false, count: message.likeCount }}
        onLike={({ on, count }) => discussion.setLike(message.id, on, count)}
        formAction={formAction}
      />
      {writing === 'yes' && (
        <LinkButton
          theme="quiet"
          size="s"
          to={`${formAction}?reply=${message.id}#m-${message.id}`}
          onClick={(event) => {
            event.preventDefault()
            onReply(false)
          }}
        >
          {t('community.reply')}
        </LinkButton>
      )}
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
        <MenuItem icon={<LinkIcon />} onSelect={() => void copy()}>
          {t('community.copy_link')}
        </MenuItem>
        {mayMark && (
          <MenuItem icon={<CheckIcon />} onSelect={() => void mark()}>
            {t(isAnswer ? 'community.unmark_answer' : 'community.mark_answer')}
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
      <ConfirmDialog
        open={isAsked}
        theme="delete"
        title={t('community.delete_title')}
        confirmLabel={t('community.delete')}
        cancelLabel={t('community.cancel')}
        closeLabel={t('community.close')}
        onConfirm={remove}
        onClose={() => setAsked(false)}
      >
        <p>{t('community.delete_text')}</p>
      </ConfirmDialog>
    </>
  )
}
