import type { GroupRule } from '@lantern/contract/cms/fields.ts'
import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { ChevronRightIcon } from '#ui/icons.tsx'
import { ownWords, ruleLabel } from './field-words.ts'
import { FieldsForm } from './fields-form.tsx'
import styles from './form.module.css'
import { type FieldProps, recordOf } from './form-context.ts'

type GroupFieldProps = Omit<FieldProps<GroupRule>, 'onChange'> & {
  onChange: (value: unknown, path?: string) => void
}

/** Fields that belong together; open where something is in them. */
export function GroupField({ rule, label, path, value, onChange }: GroupFieldProps) {
  const t = useMessages()
  const inside = Object.entries(rule.fields)
    .map(([name, one]) => ruleLabel(name, one, t))
    .join(' · ')
  const [startsOpen] = useState(() => hasContent(value))
  return (
    <details className={styles.fold} open={startsOpen}>
      <summary>
        <ChevronRightIcon className="icon-s" />
        <span className={styles.foldName}>{label}</span>
        <span className={`${styles.foldWords} clip-1`}>{ownWords(value, 40) || inside}</span>
      </summary>
      <div className={styles.foldBody}>
        <FieldsForm rules={rule.fields} values={value} path={`${path}.`} onChange={onChange} />
      </div>
    </details>
  )
}

function hasContent(value: unknown): boolean {
  return Object.entries(recordOf(value)).some(([name, one]) => {
    if (name === 'type') return false
    if (typeof one === 'string') return one !== ''
    if (Array.isArray(one)) return one.length > 0
    return hasContent(one)
  })
}
