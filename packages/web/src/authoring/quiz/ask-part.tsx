import type { Ask } from '@lantern/contract/quiz/asks.ts'
import { type ReactNode, useId } from 'react'
import { FieldError } from '#ui/field-error.tsx'
import styles from './ask-editor.module.css'

export interface AskEditorProps<A extends Ask> {
  ask: A
  /** The first fault inside of it, in words. */
  error: string | undefined
  onTouch: () => void
  onChange: (ask: A) => void
}

interface AskPartProps {
  title: string
  help: string
  error?: string
  children: ReactNode
}

export function AskPart({ title, help, error, children }: AskPartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className="muted small">{help}</p>
      {error && <FieldError>{error}</FieldError>}
      {children}
    </section>
  )
}
