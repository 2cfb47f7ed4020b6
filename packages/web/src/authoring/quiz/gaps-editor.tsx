import type { Gap, GapsAsk } from '@lantern/contract/quiz/asks.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { PlusIcon, Trash2Icon } from '#ui/icons.tsx'
import { Select } from '#ui/text-field.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { AcceptedNumbers, AcceptedTexts } from './accepted-answers.tsx'
import styles from './ask-editor.module.css'
import { useKeptKinds } from './kept-kinds.ts'

interface GapsEditorProps {
  ask: GapsAsk
  /** The path of the gaps in the forms. */
  place: string
  errorOf: (rest: string) => string | undefined
  onTouch: (rest: string) => void
  onChange: (ask: GapsAsk) => void
}

const kinds = ['text', 'numeric', 'choice'] as const satisfies readonly Gap['kind'][]

/** The gaps by their numbers: the text says where each of them is. */
export function GapsEditor({ ask, place, errorOf, onTouch, onChange }: GapsEditorProps) {
  const t = useMessages()
  const { gaps } = ask
  const set = (at: number, gap: Gap) => onChange({ ...ask, gaps: gaps.with(at, gap) })
  return (
    <section className={styles.part} aria-label={t('authoring.quiz_gaps')}>
      <h3>{t('authoring.quiz_gaps')}</h3>
      <p className="muted small">{t('authoring.quiz_gaps_help')}</p>
      {gaps.map((gap, at) => {
        const key = `${gaps.length}-${at}`
        const error = errorOf(`ask.gaps.${at}`)
        const touch = () => onTouch(`ask.gaps.${at}`)
        return (
          <FieldPlace key={key} name={`${place}.${at}`} whole>
            <div className={styles.gap}>
              <div className={styles.gapHead}>
                <code>{`[[${at + 1}]]`}</code>
                <GapKind gap={gap} number={at + 1} onChange={(changed) => set(at, changed)} />
                {at === gaps.length - 1 && (
                  <IconButton
                    className={styles.remove}
                    theme="bare"
                    label={t('authoring.quiz_delete_gap', { number: at + 1 })}
                    icon={<Trash2Icon className="icon-s" />}
                    onClick={() => onChange({ ...ask, gaps: gaps.slice(0, -1) })}
                  />
                )}
              </div>
              {error && <FieldError>{error}</FieldError>}
              {gap.kind === 'numeric' ? (
                <AcceptedNumbers
                  answers={gap.answers}
                  onTouch={touch}
                  onChange={(answers) => set(at, { ...gap, answers })}
                />
              ) : (
                <AcceptedTexts
                  answers={gap.answers}
                  onTouch={touch}
                  onChange={(answers) => set(at, { ...gap, answers })}
                />
              )}
            </div>
          </FieldPlace>
        )
      })}
      <Button icon={<PlusIcon />} onClick={() => onChange({ ...ask, gaps: [...gaps, emptyGap('text')] })}>
        {t('authoring.quiz_add_gap')}
      </Button>
    </section>
  )
}

function GapKind({ gap, number, onChange }: { gap: Gap; number: number; onChange: (gap: Gap) => void }) {
  const t = useMessages()
  const keptOf = useKeptKinds<Gap>()
  return (
    <Select
      label={t('authoring.quiz_gap_kind', { number })}
      labelHidden
      value={gap.kind}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value as Gap['kind']
        onChange(keptOf(gap, chosen) ?? emptyGap(chosen))
      }}
    >
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          {t(`authoring.quiz_gap_${kind}`)}
        </option>
      ))}
    </Select>
  )
}

function emptyGap(kind: Gap['kind']): Gap {
  if (kind === 'numeric') {
    return { kind, answers: [{ value: null, tolerance: 0, percent: false, credit: 100 }], units: [] }
  }
  const answers = [{ text: '', credit: 100 }]
  return kind === 'text'
    ? { kind, answers, matchCase: false }
    : { kind, answers: [...answers, { text: '', credit: 0 }] }
}
