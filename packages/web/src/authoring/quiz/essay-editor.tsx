import { languageTag } from '@lantern/contract/locales.ts'
import type { EssayAsk } from '@lantern/contract/quiz/asks.ts'
import { longestEssay } from '@lantern/contract/quiz/kinds/essay.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import styles from './ask-editor.module.css'
import { type AskEditorProps, AskPart } from './ask-part.tsx'

/** How long the text may be, and what those who mark it read. */
export function EssayEditor({ ask, error, onTouch, onChange }: AskEditorProps<EssayAsk>) {
  const t = useMessages()
  const locale = languageTag(useLocale())
  const lengthOf = (value: number | null) => Math.min(longestEssay, Math.max(0, value ?? 0))
  return (
    <>
      <AskPart title={t('authoring.quiz_lengths')} help={t('authoring.quiz_lengths_help')} error={error}>
        <div className={styles.row}>
          <NumberField
            label={t('authoring.quiz_least')}
            locale={locale}
            value={ask.least}
            onBlur={onTouch}
            onValue={(value) => onChange({ ...ask, least: lengthOf(value) })}
          />
          <NumberField
            label={t('authoring.quiz_most')}
            help={t('authoring.quiz_most_help', { most: longestEssay })}
            locale={locale}
            value={ask.most}
            onBlur={onTouch}
            onValue={(value) => onChange({ ...ask, most: Math.max(1, lengthOf(value)) })}
          />
        </div>
      </AskPart>
      <TextArea
        label={t('authoring.quiz_guidance')}
        help={t('authoring.quiz_guidance_help')}
        rows={5}
        limit={5000}
        value={ask.guidance}
        onValue={(guidance) => onChange({ ...ask, guidance })}
      />
    </>
  )
}
