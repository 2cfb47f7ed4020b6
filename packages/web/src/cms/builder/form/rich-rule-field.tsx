import type { RichRule } from '@lantern/contract/cms/fields.ts'
import type { RichDocument } from '@lantern/contract/media/rich-document.ts'
import { useEffect, useState } from 'react'
import { documentFromHtml, pickForText, RichTextEditor, uploadPicture } from '#media/index.ts'
import { FieldError } from '#ui/field-error.tsx'
import styles from './form.module.css'
import { type FieldProps, fieldAnchor, recordOf, useForm, wordsOf } from './form-context.ts'
import { useMark } from './use-mark.ts'

/** Formatted text. Stored HTML becomes a document of the editor when it is shown. */
export function RichRuleField({ rule, label, path, value, onChange }: FieldProps<RichRule>) {
  const { blockId, faultOf, language } = useForm()
  const mark = useMark(rule)
  const error = faultOf(path)
  const errorId = `${fieldAnchor(blockId, path)}-error`
  const shown = useDocument(value)
  return (
    <div className={styles.rich}>
      <p className={styles.legend} aria-hidden="true">
        {label}
        {mark && <span className={styles.mark}>{mark}</span>}
      </p>
      {shown ? (
        <RichTextEditor
          label={label}
          value={shown}
          onChange={onChange}
          limit={rule.longest}
          language={language}
          invalid={error !== undefined}
          describedBy={error ? errorId : undefined}
          pickMedia={pickForText}
          uploadImage={uploadPicture}
          compact
        />
      ) : (
        <div className={styles.richWait} aria-busy="true" />
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

const empty: RichDocument = { type: 'doc', content: [] }

function useDocument(value: unknown): RichDocument | null {
  const { type, content } = recordOf(value)
  const html = wordsOf(value)
  const [read, setRead] = useState<{ html: string; document: RichDocument } | null>(null)
  useEffect(() => {
    if (html === '') return
    let dropped = false
    void documentFromHtml(html).then((document) => !dropped && setRead({ html, document }))
    return () => {
      dropped = true
    }
  }, [html])
  if (type === 'doc' && Array.isArray(content)) return value as RichDocument
  if (html === '') return empty
  return read?.html === html ? read.document : null
}
