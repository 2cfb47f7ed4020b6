import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useMessages } from '#kit/messages.tsx'
import { lengthOf } from '#ui/text-limit.ts'
import styles from './editor.module.css'

/** How long the text is of how long it should be. */
export function LengthNote({ editor, limit }: { editor: Editor; limit: number }) {
  const t = useMessages()
  const count = useEditorState({ editor, selector: ({ editor: now }) => lengthOf(now.state.doc.textContent) })
  return (
    <p className={styles.length} data-over={count > limit ? '' : undefined} role={count > limit ? 'status' : undefined}>
      {t(count > limit ? 'editor.length_over' : 'editor.length', { count, limit })}
    </p>
  )
}
