import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#ui/class-names.ts'
import { OriginalText, useOriginalText } from '../original/original.tsx'
import { useEditorTools } from './editor-tools.tsx'
import styles from './field-place.module.css'

type FieldPlaceProps = {
  /** Its path with the part: `general.title`. */
  name: string
  /** It is the place of what lies deeper in it too, as the rows of a list. */
  whole?: boolean
  children: ReactNode
}

/** Where a field stands on the page: a list of what is missing leads here. In a translation the original stands beside. */
export function FieldPlace({ name, whole = false, children }: FieldPlaceProps) {
  const { wanted } = useEditorTools()
  const original = useOriginalText(name)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!wanted || wanted.isFound || !place.current) return
    if (wanted.field !== name && !(whole && wanted.field.startsWith(`${name}.`))) return
    wanted.isFound = true
    showField(place.current)
  }, [wanted, name, whole])
  return (
    <div ref={place} className={classNames(styles.place, original !== null && styles.pair)}>
      {children}
      {original !== null && <OriginalText field={name} text={original} />}
    </div>
  )
}

/** Opens the `details` around the field and focuses its first control. */
function showField(place: Element): void {
  for (let fold = place.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) {
    fold.open = true
  }
  for (const fold of place.querySelectorAll('details')) fold.open = true
  const control = place.querySelector<HTMLElement>('input, textarea, select, button, [contenteditable="true"]')
  const seen = control ?? place.firstElementChild ?? place
  seen.scrollIntoView?.({ block: 'center' })
  control?.focus({ preventScroll: true })
}
