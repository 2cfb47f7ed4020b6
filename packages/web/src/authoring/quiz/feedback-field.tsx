import type { RichText } from '@lantern/contract/media/rich-document.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { PlusIcon, Trash2Icon } from '#ui/icons.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { emptyDocument } from '../editor-shell/plain-text.ts'
import { RichField } from '../fields/rich-field.tsx'
import styles from './question-editor.module.css'
import type { FeedbackKind } from './question-edits.ts'

type FeedbackFieldProps = {
  kind: FeedbackKind
  /** Its path in the forms. */
  place: string
  value: RichText | null
  onChange: (text: RichText) => void
  onDelete: () => void
}

/** What a learner reads after a right or a wrong answer; none until it is added. */
export function FeedbackField({ kind, place, value, onChange, onDelete }: FeedbackFieldProps) {
  const t = useMessages()
  if (value === null) {
    return (
      <Button className={styles.addFeedback} icon={<PlusIcon />} onClick={() => onChange(emptyDocument)}>
        {t(`authoring.quiz_add_${kind}`)}
      </Button>
    )
  }
  return (
    <div className={styles.feedback}>
      <FieldPlace name={place}>
        <RichField
          label={t(`authoring.quiz_${kind}`)}
          compact
          placeholder={t(`authoring.quiz_${kind}_hint`)}
          value={value}
          onChange={onChange}
        />
      </FieldPlace>
      <Button theme="quiet" size="s" icon={<Trash2Icon />} onClick={onDelete}>
        {t(`authoring.quiz_delete_${kind}`)}
      </Button>
    </div>
  )
}
