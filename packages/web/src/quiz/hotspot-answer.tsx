import { type PointInPicture, pointOf, textOfPoint } from '@lantern/contract/quiz/kinds/hotspot.ts'
import { splitPicture } from '@lantern/contract/quiz/kinds/hotspot-picture.ts'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Trash2Icon } from '#ui/icons.tsx'
import { TextField } from '#ui/text-field.tsx'
import answer from './asked-answer.module.css'
import type { AskedAnswerProps } from './asked-answer.tsx'
import panel from './question-panel.module.css'

/**
 * Points are set on the picture by pointing, by a cross that the arrows move, or as numbers, which is the way without
 * script. Where the right areas are is nowhere in the page.
 */
export function HotspotAnswer({ question: { id, body }, ask, language, given, onGive }: AskedAnswerProps) {
  const t = useMessages()
  const { most = 1 } = ask
  const [cross, setCross] = useState<PointInPicture | null>(null)
  const [said, setSaid] = useState('')
  const parts = splitPicture(body)
  const points = given.map(pointOf)
  const hint = `spots-${id}`
  const give = (next: readonly PointInPicture[]) => onGive(id, [...new Set(next.map(textOfPoint))])

  const setPoint = (point: PointInPicture) => {
    const at = points.length < most ? points.length : nearestTo(point, points)
    give(at === points.length ? [...points, point] : points.with(at, point))
    setSaid(t('quiz.spot_set', { n: at + 1, ...percents(point) }))
  }
  const onClick = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    setCross(null)
    setPoint(within({ x: (clientX - left) / (width || 1), y: (clientY - top) / (height || 1) }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const from = cross ?? { x: 0.5, y: 0.5 }
    const step = event.shiftKey ? 0.1 : 0.01
    const [right, down] = steps[event.key] ?? [0, 0]
    if (right !== 0 || down !== 0) {
      const next = within({ x: from.x + right * step, y: from.y + down * step })
      setCross(next)
      setSaid(t('quiz.spot_at', percents(next)))
    } else if (event.key === 'Enter' || event.key === ' ') setPoint(from)
    else if ((event.key === 'Delete' || event.key === 'Backspace') && points.length > 0) {
      give(points.slice(0, -1))
      setSaid(t('quiz.spot_removed', { n: points.length }))
    } else return
    event.preventDefault()
  }

  return (
    <>
      <div className={panel.text} lang={language} dangerouslySetInnerHTML={{ __html: parts?.text ?? body }} />
      <p className="small muted" id={hint}>
        {t('quiz.spot_hint', { most })}
      </p>
      <div
        className={answer.stage}
        style={pointing}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the cross
        tabIndex={0}
        aria-label={t('quiz.spot_stage')}
        aria-describedby={hint}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setCross({ x: 0.5, y: 0.5 })}
        onBlur={() => setCross(null)}
      >
        <div lang={language} dangerouslySetInnerHTML={{ __html: parts?.picture ?? '' }} />
        {points.map((point, at) => (
          <Spot key={given[at]} point={point} number={at + 1} />
        ))}
        {cross && <span style={{ ...crossLook, ...placeOf(cross) }} aria-hidden="true" />}
      </div>
      <p className="sr" role="status">
        {said}
      </p>
      <ol className={answer.order}>
        {Array.from({ length: most }, (_, at) => (
          <PointFields
            key={String(at)}
            name={`point.${id}.${at + 1}`}
            number={at + 1}
            point={points[at]}
            isLater={at > points.length}
            onPoint={(point) =>
              give(point ? (at < points.length ? points.with(at, point) : [...points, point]) : points.toSpliced(at, 1))
            }
          />
        ))}
      </ol>
    </>
  )
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

// drawn with the part itself: the sheet of all pages comes first, and few of them have pictures to mark
export const stageLook: CSSProperties = { position: 'relative', width: 'fit-content', maxWidth: '100%', lineHeight: 0 }
const pointing: CSSProperties = { ...stageLook, cursor: 'crosshair', touchAction: 'manipulation' }
const onPicture: CSSProperties = { position: 'absolute', translate: '-50% -50%', pointerEvents: 'none' }
const spotLook: CSSProperties = {
  ...onPicture,
  display: 'grid',
  placeContent: 'center',
  width: 26,
  height: 26,
  borderRadius: 'var(--radius-round)',
  color: '#fff',
  fontSize: 'var(--text-14)',
  fontWeight: 'var(--weight-strong)',
  lineHeight: 1,
  boxShadow: '0 0 0 2px #fff, 0 0 0 3px #000',
}
const toneLooks = {
  own: { background: 'var(--accent)' },
  good: { background: '#0b6b3a' },
  bad: { background: '#a3151c' },
} as const satisfies Record<string, CSSProperties>
const crossLook: CSSProperties = {
  ...onPicture,
  width: 34,
  height: 34,
  background:
    'linear-gradient(#fff, #fff) center / 100% 3px no-repeat, linear-gradient(#fff, #fff) center / 3px 100% no-repeat',
  filter: 'drop-shadow(0 0 1px #000) drop-shadow(0 0 1px #000)',
}

interface SpotProps {
  point: PointInPicture
  number: number
  tone?: keyof typeof toneLooks
}

export function Spot({ point, number, tone = 'own' }: SpotProps) {
  return (
    <span style={{ ...spotLook, ...toneLooks[tone], ...placeOf(point) }} aria-hidden="true">
      {number}
    </span>
  )
}

interface PointFieldsProps {
  name: string
  number: number
  point: PointInPicture | undefined
  /** Another one has to be set before, which only who has no script may do in any order. */
  isLater: boolean
  onPoint: (point: PointInPicture | null) => void
}

function PointFields({ name, number, point, isLater, onPoint }: PointFieldsProps) {
  const t = useMessages()
  const [typed, setTyped] = useState<{ x: string; y: string } | null>(null)
  const { x, y } = point ? percents(point) : { x: '', y: '' }
  const shown = typed ?? { x: String(x), y: String(y) }
  const type = (next: { x: string; y: string }) => {
    setTyped(next)
    const typedPoint = pointOfPercents(next.x, next.y)
    if (typedPoint) onPoint(typedPoint)
    else if (next.x === '' && next.y === '' && point) onPoint(null)
  }
  const field = (axis: 'x' | 'y', label: string) => (
    <TextField
      label={label}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      value={shown[axis]}
      onChange={({ currentTarget }) => type({ ...shown, [axis]: currentTarget.value })}
      // half a point stays as it is typed
      onBlur={() => setTyped((now) => (now && pointOfPercents(now.x, now.y) ? null : now))}
    />
  )
  return (
    <li className={classNames(answer.line, isLater && answer.later)}>
      {field('x', t('quiz.spot_across', { n: number }))}
      {field('y', t('quiz.spot_down', { n: number }))}
      {point && (
        <IconButton
          theme="bare"
          label={t('quiz.spot_remove', { n: number })}
          icon={<Trash2Icon className="icon-s" />}
          onClick={() => {
            setTyped(null)
            onPoint(null)
          }}
        />
      )}
    </li>
  )
}

/** What was typed as two percentages; null where it is no point. */
function pointOfPercents(x: string, y: string): PointInPicture | null {
  const [across, down] = [x, y].map((text) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')) / 100))
  const isShare = (share = Number.NaN): share is number => share >= 0 && share <= 1
  return isShare(across) && isShare(down) ? { x: across, y: down } : null
}

export function percents({ x, y }: PointInPicture): { x: number; y: number } {
  return { x: Number((x * 100).toFixed(1)), y: Number((y * 100).toFixed(1)) }
}

function placeOf({ x, y }: PointInPicture) {
  return { left: `${x * 100}%`, top: `${y * 100}%` }
}

function within({ x, y }: PointInPicture): PointInPicture {
  const share = (value: number) => Math.min(1, Math.max(0, Number(value.toFixed(4))))
  return { x: share(x), y: share(y) }
}

function nearestTo({ x, y }: PointInPicture, points: readonly PointInPicture[]): number {
  const far = points.map((point) => Math.hypot(point.x - x, point.y - y))
  return far.indexOf(Math.min(...far))
}
