import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import type { RichText } from '@lantern/contract/media/rich-document.ts'
import { type CSSProperties, useRef } from 'react'
import { ProseCode, ProseVideos, ProseViewers } from '#media/index.ts'
import { classNames } from '#ui/class-names.ts'
import { chosenColour } from './colour.ts'
import styles from './description.module.css'

export type Description = BlockOf<'description'>['fields']

type DescriptionTextProps = { description: Description; className?: string }

/** `rich` is inserted as the HTML that the server sanitized; the others are sizes of plain text. */
export function DescriptionText({ description: { type, value, color }, className }: DescriptionTextProps) {
  const style = chosenColour(color)
  const look = classNames(styles[type], color && styles.coloured, className)
  if (type === 'rich') return <RichHtml html={value} className={look} style={style} />
  const words = textOf(value)
  if (words.trim() === '') return null
  return (
    <p className={classNames(styles.text, look)} style={style}>
      {words}
    </p>
  )
}

type RichHtmlProps = { html: RichText; className?: string; style?: CSSProperties }

/** Formatted text, with what its videos, pictures and code need. */
export function RichHtml({ html, className, style }: RichHtmlProps) {
  const text = useRef<HTMLDivElement>(null)
  const markup = textOf(html)
  if (markup.trim() === '') return null
  const holdsFigures = markup.includes('<figure')
  return (
    <div ref={text} className={className} style={style}>
      <div className="prose" dangerouslySetInnerHTML={{ __html: markup }} />
      {holdsFigures && (
        <>
          <ProseVideos key={`videos ${markup.length}`} within={text} />
          <ProseViewers key={`viewers ${markup.length}`} within={text} />
          <ProseCode key={`code ${markup.length}`} within={text} />
        </>
      )}
    </div>
  )
}

/** Whether there is anything to show of it. */
export function saysAnything({ value }: Pick<Description, 'value'>): boolean {
  return textOf(value).trim() !== ''
}

/** Published pages carry plain text or rendered HTML; rich-text documents exist in editors alone. */
function textOf(value: RichText): string {
  return typeof value === 'string' ? value : ''
}
