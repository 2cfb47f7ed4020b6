import type { SavedDraft } from '@lantern/contract/authoring/drafts.ts'
import type { QuestionSource } from '@lantern/contract/authoring/exchange-formats.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import styles from './import-questions-dialog.module.css'
import { PreviewRows } from './preview-rows.tsx'
import { useQuestionImport } from './use-question-import.ts'

export interface ImportQuestionsDialogProps {
  quizId: string
  /** Content language of the quiz. */
  language: string
  /** How many questions it has now. */
  questionCount: number
  /** The version of the part `questions` that is on the screen; asked for at the moment of importing. */
  baseVersion: () => number
  /** The questions are in the draft on the server: the editor reads it anew. */
  onImported: (saved: SavedDraft) => void
  onClose: () => void
}

const accept = '.gift,.txt,.xml,.zip,.csv,.tsv,.json'

/** From a file of questions to questions of the quiz. Nothing is written before the person has seen what would be. */
export default function ImportQuestionsDialog(props: ImportQuestionsDialogProps) {
  const { quizId, language, questionCount, baseVersion, onImported, onClose } = props
  const t = useMessages()
  const { busy, fileName, preview, chosen, replace, problem, ...act } = useQuestionImport(quizId)
  const close = () => {
    if (busy !== 'importing') onClose()
  }
  const send = async () => {
    const done = await act.send(baseVersion())
    if (!done) return
    toast({ tone: 'good', text: t('authoring.exchange.imported', { count: done.added }) })
    onImported(done.draft)
    onClose()
  }
  return (
    <Dialog
      open
      title={t('authoring.exchange.import_title')}
      closeLabel={t('kit.close')}
      keepOnOutside={preview !== null}
      locked={busy === 'importing'}
      onClose={close}
      footer={
        preview && (
          <>
            <Button onClick={act.clear} disabled={busy !== null}>
              {t('authoring.exchange.other_file')}
            </Button>
            <Button
              theme="primary"
              busy={busy === 'importing'}
              disabled={chosen.size === 0}
              onClick={() => void send()}
            >
              {t('authoring.exchange.import_count', { count: chosen.size })}
            </Button>
          </>
        )
      }
    >
      <div className={styles.body}>
        {problem && (
          <Notice tone="bad" live>
            {fileName && <b>{fileName}</b>} {problem}
          </Notice>
        )}
        {!preview && (
          <>
            <FileDrop
              label={busy ? t('authoring.exchange.reading') : t('authoring.exchange.drop')}
              help={t('authoring.exchange.drop_help')}
              accept={accept}
              busy={busy !== null}
              onFile={(file) => void act.read(file)}
            />
            <p className="muted small">
              {t('authoring.exchange.csv_help', {
                question: t('authoring.exchange.csv_question'),
                answer: t('authoring.exchange.csv_answer'),
                feedback: t('authoring.exchange.csv_feedback'),
              })}
            </p>
          </>
        )}
        {preview?.format && (
          <>
            <p className="muted small" role="status">
              {t('authoring.exchange.found', {
                file: fileName ?? '',
                format: t(formatWords[preview.format]),
                count: preview.rows.length,
              })}
            </p>
            <PreviewRows
              rows={preview.rows}
              chosen={chosen}
              language={language}
              disabled={busy !== null}
              onChoose={act.choose}
            />
            {questionCount > 0 && (
              <Checkbox
                checked={replace}
                disabled={busy !== null}
                onChange={({ currentTarget }) => act.setReplace(currentTarget.checked)}
              >
                {t('authoring.exchange.replace', { count: questionCount })}
              </Checkbox>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

const formatWords: Record<QuestionSource, MessageKey> = {
  gift: 'authoring.exchange.format_gift',
  moodle: 'authoring.exchange.format_moodle',
  qti1: 'authoring.exchange.format_qti1',
  qti2: 'authoring.exchange.format_qti2',
  qti3: 'authoring.exchange.format_qti3',
  csv: 'authoring.exchange.format_csv',
  json: 'authoring.exchange.format_json',
}
