import { languageTag } from '@lantern/contract/locales.ts'
import type { RichText } from '@lantern/contract/media/rich-document.ts'
import type { Area, HotspotAsk } from '@lantern/contract/quiz/asks.ts'
import { cornersOf, type PointInPicture } from '@lantern/contract/quiz/kinds/hotspot.ts'
import { pictureOf } from '@lantern/contract/quiz/kinds/hotspot-picture.ts'
import { type PointerEvent, useState } from 'react'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { TextField } from '#ui/text-field.tsx'
import { DecimalField, Rows } from './accepted-answers.tsx'
import { type AskEditorProps, AskPart } from './ask-part.tsx'
import styles from './hotspot-editor.module.css'

const shapes = ['rectangle', 'ellipse', 'polygon'] as const satisfies readonly Area['shape'][]

/** What is drawn and not yet an area: where a pointer went down and is, or the corners so far. */
type Drawn = PointInPicture[]

/** The areas of the text's first picture, drawn with a pointer or written as numbers. */
export function HotspotEditor({
  ask,
  body,
  error,
  onTouch,
  onChange,
}: AskEditorProps<HotspotAsk> & { body: RichText }) {
  const t = useMessages()
  const locale = languageTag(useLocale())
  const [shape, setShape] = useState<Area['shape']>('rectangle')
  const [drawn, setDrawn] = useState<Drawn>([])
  const { areas, most } = ask
  const picture = pictureOf(body)
  const add = (area: Area) => onChange({ ...ask, areas: [...areas, area] })
  const finish = (corners: Drawn) => {
    setDrawn([])
    const area = areaFrom(shape, corners)
    if (area) add(area)
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    const point = pointAt(event)
    if (shape === 'polygon') return setDrawn([...drawn, point])
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrawn([point, point])
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (shape !== 'polygon' && drawn[0]) setDrawn([drawn[0], pointAt(event)])
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (shape !== 'polygon' && drawn[0]) finish([drawn[0], pointAt(event)])
  }
  const preview = areaFrom(shape, drawn)

  return (
    <AskPart title={t('authoring.quiz_areas')} help={t('authoring.quiz_areas_help')} error={error ?? ''}>
      <SegmentedControl
        label={t('authoring.quiz_shape')}
        value={shape}
        onValue={(next) => {
          setDrawn([])
          setShape(next)
        }}
        options={shapes.map((value) => ({ value, label: t(`authoring.quiz_shape_${value}`) }))}
      />
      {picture ? (
        <div
          className={styles.stage}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => setDrawn([])}
        >
          <img src={picture.src} alt={picture.alt} draggable={false} />
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
            {areas.map((area, at) => (
              <Outline key={String(at)} area={area} />
            ))}
            {preview ? (
              <Outline area={preview} />
            ) : (
              <polyline className={styles.area} points={drawn.map(({ x, y }) => `${x},${y}`).join(' ')} />
            )}
          </svg>
        </div>
      ) : (
        <p className="muted">{t('authoring.quiz_no_picture')}</p>
      )}
      {shape === 'polygon' && drawn.length > 0 && (
        <Button disabled={drawn.length < 3} onClick={() => finish(drawn)}>
          {t('authoring.quiz_close_polygon')}
        </Button>
      )}
      <Rows
        rows={areas}
        removeLabel={(number) => t('authoring.quiz_delete_area', { number })}
        onRemove={(at) => onChange({ ...ask, areas: areas.toSpliced(at, 1) })}
      >
        {(area, at) => (
          <AreaFields
            area={area}
            onTouch={onTouch}
            onChange={(next) => onChange({ ...ask, areas: areas.with(at, next) })}
          />
        )}
      </Rows>
      <Button icon={<PlusIcon />} onClick={() => add(firstOf[shape])}>
        {t('authoring.quiz_add_area')}
      </Button>
      <NumberField
        label={t('authoring.quiz_most_points')}
        help={t('authoring.quiz_most_points_help')}
        locale={locale}
        value={most}
        onValue={(value) => onChange({ ...ask, most: Math.min(20, Math.max(1, value ?? 1)) })}
      />
    </AskPart>
  )
}

function Outline({ area: { shape, at } }: { area: Area }) {
  const [first, second, third, fourth] = at
  if (shape === 'rectangle') return <rect className={styles.area} x={first} y={second} width={third} height={fourth} />
  if (shape === 'ellipse') return <ellipse className={styles.area} cx={first} cy={second} rx={third} ry={fourth} />
  return <polygon className={styles.area} points={at.join(' ')} />
}

const firstOf: Record<Area['shape'], Area> = {
  rectangle: { shape: 'rectangle', at: [0.4, 0.4, 0.2, 0.2] },
  ellipse: { shape: 'ellipse', at: [0.5, 0.5, 0.1, 0.1] },
  polygon: { shape: 'polygon', at: [0.5, 0.4, 0.6, 0.6, 0.4, 0.6] },
}

interface AreaFieldsProps {
  area: Area
  onTouch: () => void
  onChange: (area: Area) => void
}

/** An area in percentages: its edges, also of an ellipse, or its corners. */
function AreaFields({ area, onTouch, onChange }: AreaFieldsProps) {
  const t = useMessages()
  const [typed, setTyped] = useState<string | null>(null)
  if (area.shape === 'polygon') {
    const corners = cornersOf(area.at).map(({ x, y }) => `${percentOf(x)} ${percentOf(y)}`)
    return (
      <TextField
        className={styles.corners}
        label={t('authoring.quiz_corners')}
        help={t('authoring.quiz_corners_help')}
        value={typed ?? corners.join('; ')}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          const at = currentTarget.value
            .split(/[\s;]+/)
            .filter(Boolean)
            .map((text) => shareOf(Number(text.replace(',', '.'))))
          if (at.length >= 6 && at.length % 2 === 0 && at.every(Number.isFinite)) onChange({ ...area, at })
        }}
        onBlur={() => {
          setTyped(null)
          onTouch()
        }}
      />
    )
  }
  const box = boxOf(area)
  return (['left', 'top', 'width', 'height'] as const).map((side, at) => (
    <DecimalField
      key={side}
      label={t(`authoring.quiz_area_${side}`)}
      value={percentOf(box[at] ?? 0)}
      onLeave={onTouch}
      onValue={(value) => onChange(inBox(area.shape, box.with(at, shareOf(value ?? 0))))}
    />
  ))
}

const percentOf = (share: number) => Number((share * 100).toFixed(2))
const shareOf = (percent: number) => Math.min(1, Math.max(0, Number((percent / 100).toFixed(4))))

/** The left and the upper edge, the width and the height. */
function boxOf({ shape, at }: Area): number[] {
  const [first = 0, second = 0, third = 0, fourth = 0] = at
  return shape === 'ellipse' ? [first - third, second - fourth, third * 2, fourth * 2] : [first, second, third, fourth]
}

function inBox(shape: Area['shape'], [left = 0, top = 0, width = 0, height = 0]: readonly number[]): Area {
  const at =
    shape === 'ellipse' ? [left + width / 2, top + height / 2, width / 2, height / 2] : [left, top, width, height]
  return { shape, at: at.map((share) => Math.min(1, Math.max(0, Number(share.toFixed(4))))) }
}

/** Null where too little is drawn: a press that was no drawing makes no area. */
function areaFrom(shape: Area['shape'], drawn: Drawn): Area | null {
  if (shape === 'polygon') return drawn.length < 3 ? null : { shape, at: drawn.flatMap(({ x, y }) => [x, y]) }
  const [from, to] = drawn
  if (!from || !to) return null
  const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
  return width < 0.01 || height < 0.01
    ? null
    : inBox(shape, [Math.min(from.x, to.x), Math.min(from.y, to.y), width, height])
}

function pointAt({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): PointInPicture {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  const share = (value: number) => Math.min(1, Math.max(0, Number(value.toFixed(4))))
  return { x: share((clientX - left) / (width || 1)), y: share((clientY - top) / (height || 1)) }
}
