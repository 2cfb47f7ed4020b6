import { type SkillLevel, skillLevelsOf } from '@lantern/contract/catalog/item-types.ts'
import { useItemWords } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'
import { Select } from '#ui/text-field.tsx'

type LevelFieldProps = {
  value: SkillLevel | null
  onChange: (level: SkillLevel | null) => void
  onLeave?: () => void
  error?: string
}

/** The levels of this edition; one of another edition stays as it is until it is changed. */
export function LevelField({ value, onChange, onLeave, error }: LevelFieldProps) {
  const t = useMessages()
  const words = useItemWords()
  const { features } = useSite()
  const offered = skillLevelsOf(features.edition)
  const levels = value !== null && !offered.includes(value) ? [value, ...offered] : offered
  return (
    <Select
      label={t('catalog.level')}
      value={value ?? ''}
      error={error}
      onBlur={onLeave}
      onChange={({ currentTarget }) => onChange(levels.find((level) => level === currentTarget.value) ?? null)}
    >
      <option value="">{t('authoring.choose')}</option>
      {levels.map((level) => (
        <option key={level} value={level}>
          {words.level(level)}
        </option>
      ))}
    </Select>
  )
}
