import type { ChoiceRule, FieldRule, Fields } from '@lantern/contract/cms/fields.ts'
import { spokenText } from '@lantern/contract/media/plain-text.ts'
import { useMessages } from '#kit/messages.tsx'
import { TriangleAlertIcon } from '#ui/icons.tsx'
import { fieldLabel, ruleLabel } from './field-words.ts'
import { BackgroundFilmField, SourceField, type SourceType } from './film-fields.tsx'
import styles from './form.module.css'
import { fieldAnchor, recordOf, useForm, wordsOf } from './form-context.ts'
import { OtherLanguage } from './other-language.tsx'
import { RuleField } from './rule-field.tsx'

type FieldsFormProps = {
  rules: Fields
  values: unknown
  /** What stands before the names of these fields: `items.2.`. */
  path?: string
  onChange: (values: Record<string, unknown>, path: string) => void
}

/** A form made of the rules of its fields. */
export function FieldsForm({ rules, values, path = '', onChange }: FieldsFormProps) {
  const { blockId, warningOf } = useForm()
  const given = recordOf(values)
  return (
    <div className={styles.fields}>
      {Object.entries(rules).map(([name, rule]) => {
        if (isBesidePicture(name, rules, given)) return null
        const at = `${path}${name}`
        const warning = warningOf(at)
        const change = (value: unknown, changed = at) => onChange(withField(given, name, value), changed)
        return (
          <div key={name} id={fieldAnchor(blockId, at)} className={styles.field}>
            <FieldAmong name={name} rule={rule} rules={rules} values={given} path={at} onChange={change} />
            {warning && (
              <p className={styles.warning}>
                <TriangleAlertIcon className="icon-s" />
                {warning}
              </p>
            )}
            {isWritten(rule) && <OtherLanguage path={at} value={given[name]} onTake={change} />}
          </div>
        )
      })}
    </div>
  )
}

/** A picture has a field of its own; the address of films and pages stays only while something is in it. */
function isBesidePicture(name: string, { type }: Fields, given: Record<string, unknown>): boolean {
  if (name !== 'source' || type?.is !== 'choice' || !type.choices.includes('image')) return false
  return chosen(type, given.type) === 'image' && wordsOf(given.source) === ''
}

type FieldAmongProps = {
  name: string
  rule: FieldRule
  rules: Fields
  values: Record<string, unknown>
  path: string
  onChange: (value: unknown, path?: string) => void
}

/** A field may be another one by what stands beside it: a film instead of a picture, plain words instead of rich text. */
function FieldAmong({ name, rule, rules, values, path, onChange }: FieldAmongProps) {
  const t = useMessages()
  const field = { name, label: ruleLabel(name, rule, t), path, value: values[name], onChange }
  const type = rules.type?.is === 'choice' ? chosen(rules.type, values.type) : null
  if (rule.is === 'image' && name === 'value' && type === 'video') {
    return <BackgroundFilmField {...field} label={fieldLabel(name, t)} />
  }
  if (name === 'source' && isSourceType(type)) return <SourceField {...field} type={type} />
  return <RuleField {...field} rule={shownRule(rule, rules, values)} />
}

function isSourceType(type: string | null): type is SourceType {
  return type === 'video' || type === 'youtube' || type === 'iframe'
}

/** Beside a `type` other than `rich`, rich text is plain words. */
function shownRule(rule: FieldRule, rules: Fields, values: Record<string, unknown>): FieldRule {
  const type = rules.type
  if (rule.is !== 'rich' || type?.is !== 'choice' || !type.choices.includes('rich')) return rule
  return chosen(type, values.type) === 'rich' ? rule : { is: 'text', longest: rule.longest, lines: 'many' }
}

function chosen(rule: ChoiceRule, value: unknown): string {
  return typeof value === 'string' && rule.choices.includes(value) ? value : rule.default
}

/** Text that is no longer rich keeps its words. */
function withField(values: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const next = { ...values, [name]: value }
  const text = recordOf(values.value)
  if (name !== 'type' || value === 'rich' || text.type !== 'doc' || !Array.isArray(text.content)) return next
  return { ...next, value: spokenText({ type: 'doc', content: text.content }) }
}

/** What is translated from one language to another. */
function isWritten({ is }: FieldRule): boolean {
  return is === 'text' || is === 'rich' || is === 'link' || is === 'address' || is === 'image' || is === 'ids'
}
