import type { like, unlike } from '@lantern/contract/community/likes.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { flipped } from '@lantern/contract/learning/progress.ts'
import { useRef, useState } from 'react'
import { call, sendOnLeave } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { createPressQueue } from '#kit/press-queue.ts'
import { useSignedInAct } from '#kit/require-login.tsx'
import { useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { ThumbsUpIcon } from '#ui/icons.tsx'
import { recordInteraction } from './interaction.ts'

interface Liked {
  on: boolean
  count: number
}

interface LikeButtonProps {
  target: BodyOf<typeof like>
  /** Says what is liked, and how often. */
  label: string
  liked: Liked
  /** Shows the flag and the count, before the answer and after it. */
  onLike: (liked: Liked) => void
  formAction: string
}

/** Likes an item, a message or a submission, or takes that back. Shown before the answer; a refused press is put back. */
export function LikeButton({ target, label, liked, onLike, formAction }: LikeButtonProps) {
  const { id } = target
  const t = useMessages()
  const format = useFormat()
  const { user } = useSession()
  const latest = useRef({ wanted: liked, confirmed: liked })
  const [put] = useState(() => createPressQueue<Liked>())
  const pending = useRef(0)

  function show(next: Liked) {
    latest.current.wanted = next
    onLike(next)
  }

  function toggle() {
    // another tab or another person may have changed it since the last press
    if (pending.current === 0) latest.current = { wanted: liked, confirmed: liked }
    const next = flipped(latest.current.wanted)
    pending.current++
    show(next)
    const body = target
    if (next.on) recordInteraction('like', target)
    const route = next.on ? 'POST /api/learn/like' : 'POST /api/learn/like/delete'
    put({
      isWanted: () => latest.current.wanted === next,
      async send() {
        const answer = await call<typeof like | typeof unlike>(route, { body }, { keepalive: true })
        const count = answer.likeCount ?? answer.statsMap[id]?.likeCount ?? next.count
        return { on: answer.likeMap[id] ?? next.on, count }
      },
      leave: () => sendOnLeave<typeof like | typeof unlike>(route, body),
      take: (answer) => {
        latest.current.confirmed = answer
      },
      fail: (error) => toastFailure(error, t, t('community.like_failed')),
      done: (isLast) => {
        pending.current--
        if (isLast) show(latest.current.confirmed)
      },
    })
  }

  const likeSignedIn = useSignedInAct(`like ${id}`, () => {
    if (!latest.current.wanted.on) toggle()
  })
  return (
    <form method="post" action={formAction}>
      <input type="hidden" name="act" value="like" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="type" value={target.type} />
      <input type="hidden" name="on" value={String(!liked.on)} />
      <Button
        type="submit"
        theme="quiet"
        size="s"
        pressed={liked.on}
        icon={<ThumbsUpIcon className="icon-s" />}
        aria-label={label}
        onClick={(event) => {
          event.preventDefault()
          if (user) toggle()
          else likeSignedIn()
        }}
      >
        <span className="num">{format.compact(liked.count)}</span>
      </Button>
    </form>
  )
}
