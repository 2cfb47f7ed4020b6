import type { RichRule } from '@lantern/contract/cms/fields.ts'
import { plainText } from '@lantern/contract/media/plain-text.ts'
import { richText } from '#authoring/testing/rich-field.tsx'
import type { FieldProps } from '../form/form-context.ts'

/** Stands for the editor of rich text where a test is about the form around it: its words, in a plain field. */
export function RichRuleField({ label, value, onChange }: FieldProps<RichRule>) {
  return (
    <>
      <p>{label}</p>
      <textarea
        aria-label={label}
        value={typeof value === 'object' ? plainText(value as Parameters<typeof plainText>[0]) : String(value ?? '')}
        onChange={({ currentTarget }) => onChange(richText(currentTarget.value))}
      />
    </>
  )
}
