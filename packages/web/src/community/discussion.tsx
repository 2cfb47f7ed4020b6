import type { Discussion as DiscussionData, Message, readChannel } from '@lantern/contract/community/discussion.ts'
import { messageSorts } from '@lantern/contract/community/discussion-rules.ts'
import { contentLink, withParams } from '@lantern/contract/links.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFocusThatStayed } from '#kit/focus-that-came.ts'
import { useMessages } from '#kit/messages.tsx'
import { useStartSignIn } from '#kit/require-login.tsx'
import { useSession, useSessionInActs } from '#kit/session.tsx'
import { ProseCode, ProseViewers } from '#media/index.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { SegmentedLinks } from '#ui/segmented-control.tsx'
import { Composer } from './composer.tsx'
import styles from './discussion.module.css'
import { Thread } from './thread.tsx'
import { useDiscussion } from './use-discussion.ts'

interface DiscussionProps {
  loaded: DiscussionData
  /** The message that a link leads to. */
  focus: string | null
  /** The message that is replied to, as the address says. */
  reply?: string | null
  /** What was typed into a form that was not accepted. */
  typed?: string
  /** Where another order is shown; the page of the channel, where forms post to as well. */
  page: string
  /** Hears what each channel has now, when it is opened and as messages come. */
  onCounts?: (channels: DiscussionData['channels']) => void
}

/** The field to write in, and the threads with what comes while the page is open. */
export function Discussion({ loaded, focus, reply = null, typed, page, onCounts }: DiscussionProps) {
  const t = useMessages()
  const discussion = useDiscussion(loaded)
  const { shown } = discussion
  const { channels } = shown
  const tellCounts = useEffectEvent((counted: typeof channels) => onCounts?.(counted))
  useEffect(() => tellCounts(channels), [channels])
  const list = useRef<HTMLDivElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  useRead(loaded)
  useEffect(() => {
    if (focus === null) return
    const message = document.getElementById(`m-${focus}`)
    message?.scrollIntoView({ block: 'center' })
    message?.focus({ preventScroll: true })
  }, [focus])

  async function more() {
    setBusy(true)
    try {
      await discussion.more()
    } catch (error) {
      toastFailure(error, t)
    }
    setBusy(false)
  }

  const { items, total } = shown.messages
  const replies = Object.values(shown.replyMap).flat()
  // a deleted message takes the menu with it from which it was deleted
  useFocusThatStayed(items.length + replies.length, () => {
    const find = (selector: string) => whole.current?.querySelector<HTMLElement>(selector)
    return find('[data-count]') ?? find('textarea') ?? null
  })
  // the newest id is the newest message
  const came = [...items, ...replies]
    .filter(({ id }) => shown.fresh.has(id))
    .reduce<Message | null>((newest, message) => (newest && newest.id > message.id ? newest : message), null)
  const author = came?.authorId ? shown.userMap[came.authorId] : undefined
  return (
    <div ref={whole} className={styles.discussion}>
      <WriteHere discussion={discussion} page={page} typed={typed} />
      <p className="sr" role="status">
        {/* another element for each message: the same words are announced again */}
        {came && author && <span key={came.id}>{t('community.came', { name: author.fullName })}</span>}
      </p>
      {total > 0 && (
        <div className={styles.tools}>
          <p className="small muted num" tabIndex={-1} data-count>
            {t('community.message_count', { count: total })}
          </p>
          <SegmentedLinks
            label={t('community.sort')}
            links={messageSorts.map((sort) => ({
              to: withParams(page, { sort: sort === 'newest' ? null : sort }),
              label: t(`community.sort_${sort}`),
              current: sort === shown.sort,
            }))}
          />
        </div>
      )}
      {items.length === 0 ? (
        <EmptyState title={t('community.none_title')}>{t('community.none_text')}</EmptyState>
      ) : (
        <div ref={list} className={styles.list}>
          {items.map((question) => (
            <Thread
              key={question.id}
              question={question}
              discussion={discussion}
              formAction={page}
              askedReply={reply}
            />
          ))}
          <ProseCode key={items.length} within={list} />
          <ProseViewers within={list} />
        </div>
      )}
      {shown.next !== null && (
        <div className={styles.more}>
          <LinkButton
            to={withParams(page, { sort: shown.sort, after: shown.next })}
            aria-busy={busy || undefined}
            onClick={(event) => {
              event.preventDefault()
              void more()
            }}
          >
            {t('community.more')}
          </LinkButton>
        </div>
      )}
    </div>
  )
}

interface WriteHereProps {
  discussion: ReturnType<typeof useDiscussion>
  page: string
  typed: string | undefined
}

function WriteHere({ discussion, page, typed }: WriteHereProps) {
  const t = useMessages()
  const { user } = useSession()
  const startSignIn = useStartSignIn()
  const { shown } = discussion
  const { content, step, writing } = shown
  if (writing === 'sign_in' || !user) {
    return (
      <Notice
        actions={
          <Button theme="primary" onClick={() => startSignIn()}>
            {t('community.sign_in')}
          </Button>
        }
      >
        {t('community.write')}
      </Notice>
    )
  }
  if (writing === 'muted') {
    return (
      <Notice tone="warn" actions={<LinkButton to="/moderation">{t('community.see_why')}</LinkButton>}>
        {t('community.muted')}
      </Notice>
    )
  }
  if (writing === 'learn_first') {
    const to = contentLink(content, { start: true, step: step?.anchor ?? null })
    return (
      <Notice
        actions={
          <LinkButton theme="primary" to={to}>
            {t('community.start_learning')}
          </LinkButton>
        }
      >
        {t('community.learn_first')}
      </Notice>
    )
  }
  return (
    <Composer
      channelId={shown.id}
      formAction={page}
      text={typed}
      people={Object.values(shown.userMap)}
      mayShowPictures={shown.mayShowPictures}
      onWritten={discussion.take}
    />
  )
}

/** What is on the screen is read. */
function useRead({ id, messages }: DiscussionData): void {
  const { user } = useSessionInActs()
  const isSomething = user !== null && messages.total > 0
  useEffect(() => {
    if (!isSomething) return
    const body = { channelId: id }
    // the marks stay until another visit
    call<typeof readChannel>('POST /api/learn/comment/read', { body }).catch(() => undefined)
  }, [id, isSomething])
}
