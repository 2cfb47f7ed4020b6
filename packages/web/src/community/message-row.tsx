import type { Message, Speaker } from '@lantern/contract/community/discussion.ts'
import type { ReactNode } from 'react'
import { useFormat } from '#kit/format.ts'
import { type Translate, useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { CheckIcon, EyeOffIcon, PencilIcon, Trash2Icon } from '#ui/icons.tsx'
import styles from './discussion.module.css'

interface MessageRowProps {
  message: Message
  author: Speaker | undefined
  /** Beside the name, as the step that it is about. */
  place?: ReactNode
  isAnswer: boolean
  isNew: boolean
  /** In the place of the text, as its editor. */
  instead?: ReactNode
  acts: ReactNode
}

/** One message: who, when, what, and what can be done with it. */
export function MessageRow({ message, author, place, isAnswer, isNew, instead, acts }: MessageRowProps) {
  const t = useMessages()
  const format = useFormat()
  const { user } = useSession()
  if (message.deleted || message.hidden) {
    return (
      <article id={`m-${message.id}`} className={classNames(styles.message, styles.deleted)} tabIndex={-1}>
        <span className={styles.gone} aria-hidden="true">
          {message.hidden ? <EyeOffIcon className="icon-s" /> : <Trash2Icon className="icon-s" />}
        </span>
        <div className={styles.inside}>
          <p className="muted small">{lineOf(message, t)}</p>
          {/* the edit form stays when its message is hidden or deleted: its text is not lost */}
          {instead}
        </div>
      </article>
    )
  }
  const name = author?.fullName ?? t('community.person_gone')
  return (
    <article
      id={`m-${message.id}`}
      className={styles.message}
      data-answer={isAnswer || undefined}
      tabIndex={-1}
      aria-labelledby={`m-${message.id}-head`}
    >
      <Avatar name={name} src={author?.avatar} size={message.parentId ? 's' : 'm'} />
      <div className={styles.inside}>
        <p className={styles.head} id={`m-${message.id}-head`}>
          <strong>{name}</strong>
          {author && author.id === user?.id && <Badge>{t('community.you')}</Badge>}
          {author?.isMaker && (
            <Badge tone="accent" icon={<PencilIcon />}>
              {t('community.maker')}
            </Badge>
          )}
          {place}
          <time className="muted num" dateTime={message.createdTime}>
            {format.dateTime(message.createdTime)}
          </time>
          {message.editedTime && <span className="muted">{t('community.edited')}</span>}
          {isNew && <Badge tone="accent">{t('community.new')}</Badge>}
          {isAnswer && (
            <Badge tone="good" icon={<CheckIcon />}>
              {t('community.answer')}
            </Badge>
          )}
        </p>
        {instead ?? (
          // the server has sanitized it when it was written
          <div className={`prose ${styles.text}`} dangerouslySetInnerHTML={{ __html: message.html }} />
        )}
        {!instead && <div className={styles.acts}>{acts}</div>}
      </div>
    </article>
  )
}

/** What stands in place of a message that is not shown. */
function lineOf({ hidden }: Message, t: Translate): string {
  if (hidden === null) return t('community.deleted')
  if (hidden === 'held') return t('community.held')
  return t('community.hidden', { reason: t(`community.reason.${hidden}`) })
}
