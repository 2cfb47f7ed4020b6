import type { Message, Speaker } from '@lantern/contract/community/discussion.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Composer } from './composer.tsx'
import styles from './discussion.module.css'
import { MessageActs } from './message-acts.tsx'
import { MessageRow } from './message-row.tsx'
import { firstReplyCount, type useDiscussion } from './use-discussion.ts'

interface ThreadProps {
  question: Message
  discussion: ReturnType<typeof useDiscussion>
  formAction: string
  /** A message of it that is replied to, as the address says. */
  askedReply: string | null
}

/** A question with its replies. */
export function Thread({ question, discussion, formAction, askedReply }: ThreadProps) {
  const t = useMessages()
  const { shown } = discussion
  const replies = shown.replyMap[question.id] ?? []
  const [edited, setEdited] = useState<string | null>(null)
  const [count, setCount] = useState(firstReplyCount)
  const [busy, setBusy] = useState(false)
  const people = Object.values(shown.userMap)
  const nameOf = (message: Message) =>
    (message.authorId && shown.userMap[message.authorId]?.fullName) || t('community.person_gone')
  const [open, setOpen] = useState(() => {
    const asked = [question, ...replies].find(({ id }) => id === askedReply)
    return asked ? { to: asked, text: mentionOf(asked, shown.userMap) } : null
  })
  const hold = useEffectEvent(discussion.hold)
  const isAnswered = open !== null
  useEffect(() => (isAnswered ? hold(question.id) : undefined), [isAnswered, question.id])
  const step = shown.channels.find(({ channelId, title }) => channelId === question.channelId && title !== null)

  async function showMore() {
    setBusy(true)
    try {
      setCount(count + (await discussion.moreReplies(question.id, Math.min(count, replies.length))))
    } catch (error) {
      toastFailure(error, t)
    }
    setBusy(false)
  }

  const row = (message: Message) => (
    <MessageRow
      key={message.id}
      message={message}
      author={message.authorId ? shown.userMap[message.authorId] : undefined}
      place={message === question && !shown.step && step && <Badge>{step.title}</Badge>}
      isAnswer={question.answerId === message.id}
      isNew={shown.fresh.has(message.id) || isUnread(message, shown.readUntil)}
      instead={
        edited === message.id ? (
          <Composer
            channelId={shown.id}
            formAction={formAction}
            edited={message}
            people={people}
            mayShowPictures={shown.mayShowPictures}
            autoFocus
            onCancel={() => setEdited(null)}
            onWritten={(written) => {
              setEdited(null)
              discussion.change(message.id, written.message)
            }}
          />
        ) : undefined
      }
      acts={
        <MessageActs
          message={message}
          question={message.parentId ? question : null}
          name={nameOf(message)}
          shown={shown}
          discussion={discussion}
          formAction={formAction}
          onReply={(quoted) =>
            setOpen({ to: message, text: quoted ? quote(message) : mentionOf(message, shown.userMap) })
          }
          onEdit={() => setEdited(message.id)}
        />
      }
    />
  )
  const hidden = question.replyCount - replies.length
  return (
    <Panel padded={false} className={styles.thread}>
      {row(question)}
      {(replies.length > 0 || open) && (
        <div className={styles.replies}>
          {replies.map(row)}
          {hidden > 0 && (
            <Button theme="quiet" size="s" busy={busy} onClick={() => void showMore()}>
              {t('community.more_replies', { count: hidden })}
            </Button>
          )}
          {open && (
            <Composer
              key={`${open.to.id} ${open.text}`}
              channelId={shown.id}
              formAction={formAction}
              replyTo={{ id: open.to.id, name: nameOf(open.to) }}
              text={open.text}
              people={people}
              mayShowPictures={shown.mayShowPictures}
              autoFocus
              onCancel={() => {
                setOpen(null)
                // it was there for the answer alone
                if (question.deleted) discussion.remove(question)
              }}
              onWritten={(written) => {
                setOpen(null)
                discussion.take(written)
              }}
            />
          )}
        </div>
      )}
    </Panel>
  )
}

function isUnread({ createdTime }: Message, readUntil: string | null): boolean {
  return readUntil !== null && createdTime > readUntil
}

/** A reply to a reply names whom it is for. */
function mentionOf({ parentId, authorId }: Message, userMap: Record<string, Speaker>): string {
  const author = authorId ? userMap[authorId] : undefined
  return parentId && author ? `@${author.fullName} ` : ''
}

const longestQuote = 300

function quote({ content }: Message): string {
  const text = content.length > longestQuote ? `${content.slice(0, longestQuote)}…` : content
  return `${text.replace(/^/gm, '> ')}\n\n`
}
