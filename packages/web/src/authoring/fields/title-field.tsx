import { titleMax } from '@lantern/contract/authoring/fault-rules.ts'
import { useMessages } from '#kit/messages.tsx'
import { TextArea } from '#ui/text-area.tsx'
import styles from './fields.module.css'

type TitleFieldProps = {
  label: string
  /** That it is written in. */
  language: string
  value: string
  onChange: (title: string) => void
  onLeave?: () => void
  error?: string
}

/** One line that grows, with its counter; a line break is a space. */
export function TitleField({ label, language, value, onChange, onLeave, error }: TitleFieldProps) {
  const t = useMessages()
  return (
    <TextArea
      className={styles.title}
      label={label}
      rows={1}
      lang={language}
      limit={titleMax}
      value={value}
      error={error}
      placeholder={t('authoring.title_hint')}
      onValue={(title) => onChange(title.replace(/\s*\n\s*/g, ' '))}
      onBlur={onLeave}
    />
  )
}
