import type { LinkRule } from '@lantern/contract/cms/fields.ts'
import { Combobox } from '#kit/combobox.tsx'
import { useMessages } from '#kit/messages.tsx'
import styles from './form.module.css'
import { type FieldProps, useForm, wordsOf } from './form-context.ts'
import { type OfferedLink, useOfferedLinks } from './offered-links.ts'
import { useMark } from './use-mark.ts'

/** Where a person is led: an address, or something of this site found by its name. */
export function LinkField({ rule, label, path, value, onChange }: FieldProps<LinkRule>) {
  const t = useMessages()
  const { faultOf } = useForm()
  const mark = useMark(rule)
  const href = wordsOf(value)
  const offered = useOfferedLinks(href)
  return (
    <Combobox<OfferedLink>
      label={label}
      mark={mark}
      error={faultOf(path)}
      placeholder={t('cms.builder_link_hint')}
      text={href}
      onText={onChange}
      options={offered ?? []}
      // what is an address need not be found
      waiting={offered === null || /^[/#?]|:/.test(href)}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      onTake={(link) => onChange(link.href)}
    >
      {({ title, href: to }) => (
        <span className={styles.offered}>
          <span className="clip-1">{title}</span>
          <span className="tiny muted clip-1">{to}</span>
        </span>
      )}
    </Combobox>
  )
}
