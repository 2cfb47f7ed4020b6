import type { OutlineForms } from '@lantern/contract/authoring/forms.ts'
import { useRef, useState } from 'react'
import { saveTextFile } from '#kit/files.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { toast } from '#ui/toast.ts'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import { outlineFile, readOutlineFile } from './outline-file.ts'
import styles from './outline-json.module.css'

/** Takes the words out into a file and in again; what comes in is looked over before it is saved. */
export function OutlineJson() {
  const t = useMessages()
  const { draftEditor } = useEditorTools<OutlineForms>()
  const { draft } = useDraftState<OutlineForms>()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  if (!draft) return null

  const exportWords = async () => {
    // what is out must be what is kept, or it would be out of date at once
    await draftEditor.flush()
    const { draft: kept, forms } = draftEditor.state()
    if (kept) saveTextFile(`${kept.slug || kept.id}.json`, outlineFile(kept, forms))
  }
  const importWords = async (file: File) => {
    await draftEditor.flush()
    const text = await file.text()
    // as it stands now: the file took its time
    const { draft: kept, forms } = draftEditor.state()
    if (!kept) return
    const read = readOutlineFile(text, kept)
    if (read.kind === 'refused') return setProblem(t(read.key))
    const { description, objective, careerGoals } = read.words
    setProblem(undefined)
    draftEditor.change('general', { ...forms.general, description })
    draftEditor.change('details', { ...forms.details, objective, careerGoals })
    toast({ tone: 'good', text: t('authoring.outline_json_taken') })
  }

  return (
    <section className={styles.json} aria-label={t('authoring.outline_json')}>
      <h2>{t('authoring.outline_json')}</h2>
      <p className="muted small">{t('authoring.outline_json_help')}</p>
      <div className="row">
        <Button size="s" onClick={() => void exportWords()}>
          {t('authoring.outline_json_export')}
        </Button>
        <Button size="s" onClick={() => input.current?.click()}>
          {t('authoring.outline_json_import')}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={t('authoring.outline_json_import')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (!file) return
          // the same file can be chosen again after it was mended
          currentTarget.value = ''
          void importWords(file)
        }}
      />
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </section>
  )
}
