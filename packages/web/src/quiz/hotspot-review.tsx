import type { Area } from '@lantern/contract/quiz/asks.ts'
import { areaOf, cornersOf, isInside, pointOf } from '@lantern/contract/quiz/kinds/hotspot.ts'
import { splitPicture } from '@lantern/contract/quiz/kinds/hotspot-picture.ts'
import type { CSSProperties } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import answered from './answered-question.module.css'
import answer from './asked-answer.module.css'
import { percents, Spot, stageLook } from './hotspot-answer.tsx'
import type { QuestionView } from './question-panel.tsx'

interface HotspotReviewProps {
  question: QuestionView
  language: string
  given: readonly string[]
}

/** The picture with the right areas and the points that were set, and the same in words. */
export function HotspotReview({ question, language, given }: HotspotReviewProps) {
  const t = useMessages()
  const areas = (question.ask?.right?.[question.id] ?? []).flatMap((text) => areaOf(text) ?? [])
  const points = given.map(pointOf).map((point) => ({ point, isRight: areas.some((area) => isInside(area, point)) }))
  return (
    <>
      <div className={answer.stage} style={stageLook}>
        <div lang={language} dangerouslySetInnerHTML={{ __html: splitPicture(question.body)?.picture ?? '' }} />
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" style={overPicture} aria-hidden="true">
          {areas.map((area) => (
            <AreaShape key={area.at.join(' ')} area={area} />
          ))}
        </svg>
        {points.map(({ point, isRight }, at) => (
          <Spot key={given[at]} point={point} number={at + 1} tone={isRight ? 'good' : 'bad'} />
        ))}
      </div>
      <ul className={answered.options}>
        {points.length === 0 && <li>{t('quiz.no_answer')}</li>}
        {points.map(({ point, isRight }, at) => (
          <li key={given[at]} className={answered.marksLine}>
            <span>{t('quiz.spot_set', { n: at + 1, ...percents(point) })}</span>
            {isRight ? (
              <Badge tone="good" icon={<CheckIcon />}>
                {t('quiz.spot_hit')}
              </Badge>
            ) : (
              <Badge>{t('quiz.spot_missed')}</Badge>
            )}
          </li>
        ))}
        {areas.map((area) => (
          <li key={area.at.join(' ')}>{t('quiz.spot_area', boundsOf(area))}</li>
        ))}
      </ul>
    </>
  )
}

const overPicture: CSSProperties = { position: 'absolute', inset: 0, width: '100%', height: '100%' }
const areaLook = {
  fill: 'color-mix(in oklch, var(--good) 30%, transparent)',
  stroke: 'var(--good)',
  strokeWidth: 3,
  vectorEffect: 'non-scaling-stroke',
} as const satisfies CSSProperties

function AreaShape({ area: { shape, at } }: { area: Area }) {
  const [first, second, third, fourth] = at
  if (shape === 'rectangle') return <rect style={areaLook} x={first} y={second} width={third} height={fourth} />
  if (shape === 'ellipse') return <ellipse style={areaLook} cx={first} cy={second} rx={third} ry={fourth} />
  return <polygon style={areaLook} points={at.join(' ')} />
}

/** Its edges in whole percentages. */
function boundsOf({ shape, at }: Area) {
  const [first = 0, second = 0, third = 0, fourth = 0] = at
  const corners =
    shape === 'polygon'
      ? cornersOf(at)
      : shape === 'ellipse'
        ? cornersOf([first - third, second - fourth, first + third, second + fourth])
        : cornersOf([first, second, first + third, second + fourth])
  const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100)
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return {
    left: percent(Math.min(...xs)),
    right: percent(Math.max(...xs)),
    top: percent(Math.min(...ys)),
    bottom: percent(Math.max(...ys)),
  }
}
