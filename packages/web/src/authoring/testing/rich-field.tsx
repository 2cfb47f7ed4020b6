import type { RichText } from '@lantern/contract/media/rich-document.ts'
import { plainText } from '../editor-shell/plain-text.ts'

type FakeRichFieldProps = {
  label: string
  value: RichText
  onChange: (text: RichText) => void
  onLeave?: () => void
  error?: string
}

/** Stands for the editor of rich text where a test is about the form around it: its words, in a plain field. */
export function RichField({ label, value, onChange, onLeave, error }: FakeRichFieldProps) {
  return (
    <>
      <textarea
        aria-label={label}
        data-rich
        value={plainText(value)}
        onChange={({ currentTarget }) => onChange(richText(currentTarget.value))}
        onBlur={onLeave}
      />
      {error && <p>{error}</p>}
    </>
  )
}

/** A document of one paragraph. */
export function richText(words: string) {
  const content = words === '' ? [] : [{ type: 'paragraph', content: [{ type: 'text', text: words }] }]
  return { type: 'doc' as const, content }
}
