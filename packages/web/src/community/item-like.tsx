import type { like } from '@lantern/contract/community/likes.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { LikeButton } from './like-button.tsx'

interface ItemLikeProps {
  item: BodyOf<typeof like> & { title: string }
  liked: boolean
  count: number
  /** The page's own action, for a press without script. */
  formAction: string
}

/** Likes an item, on its page, and says how many people like it. */
export function ItemLike({ item: { id, type, title }, liked, count, formAction }: ItemLikeProps) {
  const t = useMessages()
  const [shown, setShown] = useState({ on: liked, count })
  const [from, setFrom] = useState({ liked, count })
  // the loader has read it anew
  if (from.liked !== liked || from.count !== count) {
    setFrom({ liked, count })
    setShown({ on: liked, count })
  }
  return (
    <LikeButton
      target={{ id, type }}
      label={t('community.like_item', { title, count: shown.count })}
      liked={shown}
      onLike={setShown}
      formAction={formAction}
    />
  )
}
