import type { QuestionForm } from '@lantern/contract/authoring/forms.ts'
import { useMessages } from '#kit/messages.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { ItemsField } from '../items/items-field.tsx'

type QuestionSettingsProps = {
  question: QuestionForm
  onChange: (id: string, change: (question: QuestionForm) => QuestionForm) => void
}

const readable = ['tutorial', 'project', 'course'] as const

/** What belongs to a question beside its text: the order of the options, and what to read again. */
export function QuestionSettings({ question, onChange }: QuestionSettingsProps) {
  const t = useMessages()
  const { id, shuffleOptions, contentIds } = question
  return (
    <>
      <h2>{t('authoring.quiz_this_question')}</h2>
      <ChoiceSwitch
        checked={shuffleOptions}
        help={t('authoring.quiz_shuffle_help')}
        onChange={(checked) => onChange(id, (now) => ({ ...now, shuffleOptions: checked }))}
      >
        {t('authoring.quiz_shuffle')}
      </ChoiceSwitch>
      <ItemsField
        key={id}
        label={t('authoring.quiz_read_again')}
        help={t('authoring.quiz_read_again_help')}
        types={readable}
        steps
        value={contentIds}
        onChange={(ids) => onChange(id, (now) => ({ ...now, contentIds: ids }))}
      />
    </>
  )
}
