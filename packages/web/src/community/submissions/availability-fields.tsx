import {
  type AvailabilityField,
  type AvailabilityValues,
  availabilityAddresses,
  availabilityFields,
  availabilityLength,
} from '@lantern/contract/community/availability.ts'
import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './submissions.module.css'

interface AvailabilityFieldsProps {
  values: AvailabilityValues
  errorOf: (field: AvailabilityField) => string | undefined
  onChange: (field: AvailabilityField, text: string) => void
}

const addresses: readonly AvailabilityField[] = availabilityAddresses

/** Where a submission can be had: folded while nothing is given and nothing is wrong. */
export function AvailabilityFields({ values, errorOf, onChange }: AvailabilityFieldsProps) {
  const t = useMessages()
  const isNeeded = availabilityFields.some((field) => values[field] || errorOf(field))
  // stays open when the last value is taken out again: the field that one types in must not fold away
  const [isOpen, setOpen] = useState(isNeeded)
  if (isNeeded && !isOpen) setOpen(true)
  return (
    <Disclosure summary={t('community.availability')} open={isOpen}>
      <p className="small muted">{t('community.availability_help')}</p>
      <div className={styles.availability}>
        {availabilityFields.map((field) => (
          <TextField
            key={field}
            name={`availability.${field}`}
            type={addresses.includes(field) ? 'url' : 'text'}
            label={t(`community.availability_field.${field}`)}
            maxLength={availabilityLength}
            autoCapitalize="none"
            spellCheck={false}
            value={values[field] ?? ''}
            error={errorOf(field)}
            onChange={({ currentTarget }) => onChange(field, currentTarget.value)}
          />
        ))}
      </div>
    </Disclosure>
  )
}
