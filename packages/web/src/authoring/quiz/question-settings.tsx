import type { QuestionForm } from '@lantern/contract/authoring/forms.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { ItemsField } from '../items/items-field.tsx'
import { withPoints, withShares } from './question-edits.ts'

type QuestionSettingsProps = {
  question: QuestionForm
  onChange: (id: string, change: (question: QuestionForm) => QuestionForm) => void
}

const readable = ['tutorial', 'project', 'course'] as const

/** What belongs to a question beside its text: the order of the options, and what to read again. */
export function QuestionSettings({ question, onChange }: QuestionSettingsProps) {
  const t = useMessages()
  const { id, shuffleOptions, contentIds, points = 1 } = question
  const locale = languageTag(useLocale())
  return (
    <>
      <h2>{t('authoring.quiz_this_question')}</h2>
      <NumberField
        label={t('authoring.quiz_points')}
        help={t('authoring.quiz_points_help')}
        locale={locale}
        decimals={2}
        value={points}
        onValue={(value) => onChange(id, (now) => withPoints(now, value))}
      />
      {question.ask === undefined && (
        <ChoiceSwitch
          checked={question.options.some(({ credit }) => credit !== undefined)}
          help={t('authoring.quiz_shares_help')}
          onChange={(checked) => onChange(id, (now) => withShares(now, checked))}
        >
          {t('authoring.quiz_shares')}
        </ChoiceSwitch>
      )}
      {(question.ask === undefined || question.ask.kind === 'matching') && (
        <ChoiceSwitch
          checked={shuffleOptions}
          help={t('authoring.quiz_shuffle_help')}
          onChange={(checked) => onChange(id, (now) => ({ ...now, shuffleOptions: checked }))}
        >
          {t('authoring.quiz_shuffle')}
        </ChoiceSwitch>
      )}
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
