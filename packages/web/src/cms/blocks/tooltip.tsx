import { type RefObject, useEffect, useRef, useState } from 'react'
import { Tooltip } from '#ui/tooltip.tsx'
import { InnerBlocks } from '../page-blocks.tsx'
import type { BlockProps } from '../page-context.ts'
import styles from './tooltip.module.css'

/** A sentence above blocks while the pointer or the focus is on them. Where there is no pointer there is none. */
export function TooltipBlock({ block: { fields, children } }: BlockProps<'tooltip'>) {
  const { type, position, text } = fields
  const inside = useRef<HTMLFieldSetElement>(null)
  const holdsNoControl = useHoldsNoControl(inside)
  if (children.length === 0) return null
  if (text.trim() === '') return <InnerBlocks blocks={children} />
  return (
    <Tooltip text={text} type={type} position={position} className={styles.anchor}>
      <fieldset ref={inside} tabIndex={holdsNoControl ? 0 : undefined} className={styles.inside}>
        <InnerBlocks blocks={children} />
      </fieldset>
    </Tooltip>
  )
}

/** Then it takes the focus itself, or the sentence would be for the pointer alone. */
function useHoldsNoControl(element: RefObject<HTMLElement | null>): boolean {
  const [holdsNone, setHoldsNone] = useState(false)
  useEffect(() => {
    setHoldsNone(element.current?.querySelector('a[href], button, input, select, iframe, video, [tabindex]') === null)
  }, [element])
  return holdsNone
}
