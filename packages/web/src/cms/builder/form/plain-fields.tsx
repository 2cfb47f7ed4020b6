import type { AddressRule, ChoiceRule, IntegerRule, SwitchRule, TextRule } from '@lantern/contract/cms/fields.ts'
import { integerOf } from '@lantern/contract/cms/reading.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { choiceLabel } from './field-words.ts'
import styles from './form.module.css'
import { type FieldProps, useForm, wordsOf } from './form-context.ts'
import { useMark } from './use-mark.ts'

/** Beyond this nobody counts: what is too long is said by the check. */
const mostCounted = 5000

/** One line or several, with its counter. */
export function WordsField({ rule, label, path, value, onChange }: FieldProps<TextRule>) {
  const { faultOf, language } = useForm()
  const mark = useMark(rule)
  const many = rule.lines === 'many'
  return (
    <TextArea
      className={many ? styles.lines : styles.line}
      label={label}
      mark={mark}
      rows={many ? 3 : 1}
      limit={rule.longest <= mostCounted ? rule.longest : undefined}
      lang={language}
      value={wordsOf(value)}
      error={faultOf(path)}
      onValue={(text) => onChange(many ? text : text.replace(/\s*\n\s*/g, ' '))}
    />
  )
}

export function ChoiceField({ rule, label, path, value, onChange }: FieldProps<ChoiceRule>) {
  const t = useMessages()
  const { faultOf } = useForm()
  const chosen = rule.choices.includes(wordsOf(value)) ? wordsOf(value) : rule.default
  return (
    <Select
      label={label}
      value={chosen}
      error={faultOf(path)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {rule.choices.map((choice) => (
        <option key={choice} value={choice}>
          {choiceLabel(choice, t)}
        </option>
      ))}
    </Select>
  )
}

export function IntegerField({ rule, label, path, value, onChange }: FieldProps<IntegerRule>) {
  const t = useMessages()
  const locale = useLocale()
  const { faultOf } = useForm()
  const figure = integerOf(value)
  return (
    <NumberField
      label={label}
      locale={languageTag(locale)}
      help={t('cms.builder_between', { min: rule.min, max: rule.max })}
      value={figure === undefined ? rule.default : Number.isNaN(figure) ? null : figure}
      error={faultOf(path)}
      onValue={(next) => onChange(next ?? rule.default)}
    />
  )
}

export function SwitchField({ rule, label, value, onChange }: FieldProps<SwitchRule>) {
  const isOn = value === undefined || value === '' ? rule.default : value === true || value === 'true'
  return (
    <ChoiceSwitch checked={isOn} onChange={onChange}>
      {label}
    </ChoiceSwitch>
  )
}

export function AddressField({ rule, label, path, value, onChange }: FieldProps<AddressRule>) {
  const { faultOf } = useForm()
  const mark = useMark(rule)
  return (
    <TextField
      type="url"
      inputMode="url"
      label={label}
      mark={mark}
      placeholder="https://"
      value={wordsOf(value)}
      error={faultOf(path)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
