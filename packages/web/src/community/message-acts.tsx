import type { Message } from '@lantern/contract/community/discussion.ts'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { LikeButton } from './like-button.tsx'
import type { Shown, useDiscussion } from './use-discussion.ts'

/** A menu that is pressed later; without script its forms stand beside it. */
const MessageMenu = later(async () => (await import('./message-menu.tsx')).MessageMenu)

export interface MessageActsProps {
  message: Message
  /** The question that it replies to. */
  question: Message | null
  name: string
  shown: Shown
  discussion: Pick<ReturnType<typeof useDiscussion>, 'setLike' | 'setReport' | 'change' | 'remove'>
  formAction: string
  onReply: (quoted: boolean) => void
  onEdit: () => void
}

/** Like, reply, and the rest in a menu. Liking and replying work without script. */
export function MessageActs(props: MessageActsProps) {
  const { message, name, shown, discussion, formAction, onReply } = props
  const t = useMessages()
  const { likeMap, writing } = shown
  return (
    <>
      <LikeButton
        target={{ id: message.id, type: 'message' }}
        label={t('community.like_of', { name, count: message.likeCount })}
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
      <MessageMenu {...props} />
    </>
  )
}
