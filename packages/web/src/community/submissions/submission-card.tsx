import type { Speaker } from '@lantern/contract/community/discussion.ts'
import type { SubmissionCard as CardData } from '@lantern/contract/community/submissions.ts'
import type { ReactNode } from 'react'
import { itemCover } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card, CardGrid, CardItem } from '#ui/card.tsx'
import { ThumbsUpIcon } from '#ui/icons.tsx'

interface SubmissionCardProps {
  card: CardData
  author: Speaker | undefined
  to: string
}

/** A submission in a gallery. One without a picture has one that is drawn from its title. */
function SubmissionCard({ card, author, to }: SubmissionCardProps) {
  const t = useMessages()
  const format = useFormat()
  const image = itemCover({ title: card.title, topicIds: [], thumbnail: { url: card.coverUrl } })
  return (
    <Card
      to={to}
      title={card.title}
      level={2}
      image={image}
      labels={
        <>
          {card.type === 'webgl' && <Badge onMedia>{t('community.submission_runs')}</Badge>}
          {card.videos > 0 && <Badge onMedia>{t('community.submission_video')}</Badge>}
          {card.isReviewed && <Badge onMedia>{t('community.submission_reviewed')}</Badge>}
          {card.permission !== 'public' && <Badge onMedia>{t('community.submission_private')}</Badge>}
        </>
      }
      footer={
        <>
          <span className="grow clip-1">{author?.fullName ?? card.stepTitle}</span>
          <span className="num">{format.date(card.handedInTime)}</span>
          {card.likeCount > 0 && (
            <span className="num row">
              <ThumbsUpIcon className="icon-s" />
              <span className="sr">{t('community.submission_like', { title: card.title, count: card.likeCount })}</span>
              <span aria-hidden="true">{format.compact(card.likeCount)}</span>
            </span>
          )}
        </>
      }
    />
  )
}

interface SubmissionGridProps {
  list: { results: readonly string[]; submissionMap: Record<string, CardData>; userMap: Record<string, Speaker> }
  linkOf: (card: CardData) => string
  /** The grid tells whose each is. */
  withAuthors?: boolean
  empty: ReactNode
}

export function SubmissionGrid({ list, linkOf, withAuthors, empty }: SubmissionGridProps) {
  const cards = list.results.flatMap((id) => list.submissionMap[id] ?? [])
  if (cards.length === 0) return empty
  return (
    <CardGrid>
      {cards.map((card) => (
        <CardItem key={card.id}>
          <SubmissionCard
            card={card}
            author={withAuthors ? list.userMap[card.authorId] : undefined}
            to={linkOf(card)}
          />
        </CardItem>
      ))}
    </CardGrid>
  )
}
