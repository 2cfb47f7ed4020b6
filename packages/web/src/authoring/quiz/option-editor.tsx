import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { MessageSquareIcon, Trash2Icon } from '#ui/icons.tsx'
import { Grip } from '#ui/reorder/grip.tsx'
import { TextField } from '#ui/text-field.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { isEmptyText } from '../editor-shell/plain-text.ts'
import { RichField } from '../fields/rich-field.tsx'
import { DecimalField } from './accepted-answers.tsx'
import styles from './question-editor.module.css'
import type { ChosenKind, OptionForm } from './question-edits.ts'

type OptionEditorProps = {
  option: OptionForm
  kind: ChosenKind
  /** Its path in the forms. */
  place: string
  index: number
  hint: string
  error: string | undefined
  matchError: string | undefined
  onTouch: (field: 'body' | 'match') => void
  onChange: (change: Partial<OptionForm>) => void
  onDelete: () => void
  onDeleteFeedback: () => void
}

/** One option: its letter, its text, whether it is right, and its feedback. */
export function OptionEditor(props: OptionEditorProps) {
  const { option, kind, place, index, hint, error, matchError, onTouch, onChange, onDelete, onDeleteFeedback } = props
  const isChoice = kind === 'choice'
  const t = useMessages()
  const [explains, setExplains] = useState(!isEmptyText(option.feedback))
  const number = index + 1
  return (
    <li className={styles.option} data-row={index} data-correct={isChoice && option.correct ? '' : undefined}>
      <div className={styles.optionHead}>
        <Grip label={t('authoring.quiz_move_option', { number })} describedBy={hint} />
        <span className={styles.letter} aria-hidden="true">
          {kind === 'ordering' ? number : letterOf(index)}
        </span>
        {isChoice && (
          <Checkbox
            checked={option.correct}
            onChange={({ currentTarget }) => onChange({ correct: currentTarget.checked })}
          >
            {t('authoring.field_correct')}
            <span className="sr">{t('authoring.quiz_option_number', { number })}</span>
          </Checkbox>
        )}
        <span className={styles.optionActs}>
          {isChoice && !explains && (
            <IconButton
              theme="bare"
              label={t('authoring.quiz_add_option_feedback', { number })}
              title={t('authoring.quiz_add_option_feedback', { number })}
              icon={<MessageSquareIcon className="icon-s" />}
              onClick={() => setExplains(true)}
            />
          )}
          <IconButton
            theme="bare"
            label={t('authoring.quiz_delete_option', { number })}
            icon={<Trash2Icon className="icon-s" />}
            onClick={onDelete}
          />
        </span>
      </div>
      <div className={styles.optionBody}>
        <FieldPlace name={`${place}.body`}>
          <RichField
            label={t('authoring.quiz_option_number', { number })}
            labelHidden
            compact
            placeholder={t('authoring.quiz_option_hint')}
            value={option.body}
            error={error}
            onChange={(body) => onChange({ body })}
            onLeave={() => onTouch('body')}
          />
        </FieldPlace>
        {isChoice && option.credit !== undefined && (
          <FieldPlace name={`${place}.credit`}>
            <DecimalField
              label={t('authoring.quiz_credit')}
              value={option.credit}
              onValue={(credit) => onChange({ credit: Math.min(100, Math.max(-100, credit ?? 0)) })}
            />
          </FieldPlace>
        )}
        {kind === 'matching' && (
          <FieldPlace name={`${place}.match`}>
            <TextField
              label={t('authoring.quiz_match')}
              value={option.match ?? ''}
              maxLength={500}
              error={matchError}
              onChange={({ currentTarget }) => onChange({ match: currentTarget.value })}
              onBlur={() => onTouch('match')}
            />
          </FieldPlace>
        )}
      </div>
      {isChoice && explains && (
        <div className={styles.feedback}>
          <FieldPlace name={`${place}.feedback`}>
            <RichField
              label={t('authoring.quiz_option_feedback', { number })}
              compact
              placeholder={t('authoring.quiz_option_feedback_hint')}
              value={option.feedback}
              onChange={(feedback) => onChange({ feedback })}
            />
          </FieldPlace>
          <Button
            theme="quiet"
            size="s"
            icon={<Trash2Icon />}
            onClick={() => (isEmptyText(option.feedback) ? setExplains(false) : onDeleteFeedback())}
          >
            {t('authoring.quiz_delete_option_feedback')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** A to Z, then by number. */
function letterOf(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1)
}
