import type { QuestionForm } from '@lantern/contract/authoring/forms.ts'
import type { Ask, NumericAsk, TextAsk } from '@lantern/contract/quiz/asks.ts'
import { useState } from 'react'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { AcceptedNumbers, AcceptedTexts, DecimalField, Rows } from './accepted-answers.tsx'
import { type AskEditorProps, AskPart } from './ask-part.tsx'

const EssayEditor = later(async () => (await import('./essay-editor.tsx')).EssayEditor)

const HotspotEditor = later(async () => (await import('./hotspot-editor.tsx')).HotspotEditor)

/** What counts as right where a question is no choice; the options of the others are edited beside it. */
export function AskEditor(props: AskEditorProps<Ask> & { question: QuestionForm }) {
  const { ask, question } = props
  // are edited in the options, and beside the gaps of the text
  if (ask.kind === 'ordering' || ask.kind === 'gaps') return null
  return (
    <FieldPlace name={`questions.questions.${question.id}.ask`} whole>
      {ask.kind === 'numeric' && <NumericEditor {...props} ask={ask} />}
      {ask.kind === 'text' && <TextEditor {...props} ask={ask} />}
      {ask.kind === 'hotspot' && <HotspotEditor {...props} ask={ask} body={question.body} />}
      {ask.kind === 'essay' && <EssayEditor {...props} ask={ask} />}
      {ask.kind === 'matching' && (
        <OthersField others={ask.others} onChange={(others) => props.onChange({ ...ask, others })} />
      )}
    </FieldPlace>
  )
}

function NumericEditor({ ask, error, onTouch, onChange }: AskEditorProps<NumericAsk>) {
  const t = useMessages()
  const { answers, units } = ask
  const setUnit = (at: number, change: Partial<NumericAsk['units'][number]>) =>
    onChange({ ...ask, units: units.with(at, { ...(units[at] ?? { name: '', factor: 1 }), ...change }) })
  return (
    <>
      <AskPart title={t('authoring.quiz_accepted')} help={t('authoring.quiz_numbers_help')} error={error}>
        <AcceptedNumbers answers={answers} onTouch={onTouch} onChange={(next) => onChange({ ...ask, answers: next })} />
      </AskPart>
      <AskPart title={t('authoring.quiz_units')} help={t('authoring.quiz_units_help')}>
        <Rows
          rows={units}
          removeLabel={(number) => t('authoring.quiz_delete_unit', { number })}
          onRemove={(at) => onChange({ ...ask, units: units.toSpliced(at, 1) })}
        >
          {({ name, factor }, at) => (
            <>
              <TextField
                label={t('authoring.quiz_unit')}
                value={name}
                maxLength={40}
                onChange={({ currentTarget }) => setUnit(at, { name: currentTarget.value })}
              />
              <DecimalField
                label={t('authoring.quiz_factor')}
                value={factor}
                onValue={(next) => setUnit(at, { factor: next ?? 0 })}
              />
            </>
          )}
        </Rows>
        <Button icon={<PlusIcon />} onClick={() => onChange({ ...ask, units: [...units, { name: '', factor: 1 }] })}>
          {t('authoring.quiz_add_unit')}
        </Button>
      </AskPart>
    </>
  )
}

function TextEditor({ ask, error, onTouch, onChange }: AskEditorProps<TextAsk>) {
  const t = useMessages()
  const { answers, matchCase } = ask
  return (
    <AskPart title={t('authoring.quiz_accepted')} help={t('authoring.quiz_texts_help')} error={error}>
      <AcceptedTexts answers={answers} onTouch={onTouch} onChange={(next) => onChange({ ...ask, answers: next })} />
      <Checkbox
        checked={matchCase}
        onChange={({ currentTarget }) => onChange({ ...ask, matchCase: currentTarget.checked })}
      >
        {t('authoring.quiz_match_case')}
      </Checkbox>
    </AskPart>
  )
}

/** One a line: what can be chosen and belongs to none. */
function OthersField({ others, onChange }: { others: readonly string[]; onChange: (others: string[]) => void }) {
  const t = useMessages()
  const [typed, setTyped] = useState(() => others.join('\n'))
  return (
    <TextArea
      label={t('authoring.quiz_others')}
      help={t('authoring.quiz_others_help')}
      rows={3}
      value={typed}
      onValue={(text) => {
        setTyped(text)
        onChange([...new Set(text.split('\n').map((line) => line.trim().slice(0, 500)))].filter(Boolean).slice(0, 50))
      }}
    />
  )
}
