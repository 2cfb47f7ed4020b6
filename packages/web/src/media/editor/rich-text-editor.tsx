import { lazy, Suspense } from 'react'
import { useHydrated } from '#kit/hydrated.ts'
import styles from './editor.module.css'
import type { RichTextEditorProps } from './editor-props.ts'

const RichTextSurface = lazy(async () => ({ default: (await import('./rich-text-surface.tsx')).RichTextSurface }))

/** The editor of rich text. It comes when it is shown: no page for learners carries any of it. */
export function RichTextEditor(props: RichTextEditorProps) {
  const hydrated = useHydrated()
  const waiting = (
    <div className={styles.waiting} data-compact={props.compact ? '' : undefined} aria-busy="true">
      <span className="sr">{props.label}</span>
    </div>
  )
  if (!hydrated) return waiting
  return (
    <Suspense fallback={waiting}>
      <RichTextSurface {...props} />
    </Suspense>
  )
}
