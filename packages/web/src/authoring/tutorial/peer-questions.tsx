import type { SectionForm } from '@lantern/contract/authoring/forms.ts'
import { peerQuestions as limits } from '@lantern/contract/community/peer-rules.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import styles from './step-editor.module.css'

/** Questions have no ids of their own: one is added at the end and removed from there. */
const places = Array.from({ length: limits.most }, (_, at) => at)

interface PeerQuestionsProps {
  section: Pick<SectionForm, 'id' | 'peerQuestions'>
  error: string | undefined
  onTouch: () => void
  onChange: (peerQuestions: string[]) => void
}

/** Whether learners look at each other's submissions, and the two or three questions that they answer then. */
export function PeerQuestions({ section: { id, peerQuestions = [] }, error, onTouch, onChange }: PeerQuestionsProps) {
  const t = useMessages()
  const isOn = peerQuestions.length > 0
  return (
    <FieldPlace name={`steps.sections.${id}.peerQuestions`}>
      <div className={styles.peer}>
        <ChoiceSwitch
          checked={isOn}
          help={t('authoring.peer_help')}
          onChange={(on) => onChange(on ? Array.from({ length: limits.least }, () => '') : [])}
        >
          {t('authoring.peer_feedback')}
        </ChoiceSwitch>
        {places.slice(0, peerQuestions.length).map((at) => (
          <TextField
            key={at}
            label={t('authoring.peer_question', { number: at + 1 })}
            maxLength={limits.length}
            value={peerQuestions[at] ?? ''}
            onBlur={onTouch}
            onChange={({ currentTarget }) => onChange(peerQuestions.with(at, currentTarget.value))}
          />
        ))}
        {error && <FieldError>{error}</FieldError>}
        {isOn && peerQuestions.length < limits.most && (
          <Button size="s" icon={<PlusIcon className="icon-s" />} onClick={() => onChange([...peerQuestions, ''])}>
            {t('authoring.peer_add')}
          </Button>
        )}
        {peerQuestions.length > limits.least && (
          <Button size="s" theme="quiet" onClick={() => onChange(peerQuestions.slice(0, -1))}>
            {t('authoring.peer_remove')}
          </Button>
        )}
      </div>
    </FieldPlace>
  )
}
