import { contentLanguages } from '@lantern/contract/roles.ts'
import { useItemWords } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { Select } from '#ui/text-field.tsx'

type LanguageFieldProps = { value: string; onChange: (language: string) => void; error?: string; help?: string }

export function LanguageField({ value, onChange, error, help }: LanguageFieldProps) {
  const t = useMessages()
  const words = useItemWords()
  const known: readonly string[] = contentLanguages
  const languages = known.includes(value) || value === '' ? known : [value, ...known]
  return (
    <Select
      label={t('authoring.field_language')}
      value={value}
      error={error}
      help={help}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {value === '' && <option value="">{t('authoring.choose')}</option>}
      {languages.map((language) => (
        <option key={language} value={language}>
          {words.language(language)}
        </option>
      ))}
    </Select>
  )
}
