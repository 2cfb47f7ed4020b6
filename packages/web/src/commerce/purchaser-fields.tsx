import { type PurchaserField, purchaserChecks } from '@lantern/contract/commerce/purchaser-rules.ts'
import type { Purchaser } from '@lantern/contract/commerce/purchasers.ts'
import { useEffect, useRef } from 'react'
import { type Form, type FormStart, useForm } from '#kit/form.ts'
import type { FieldRule } from '#kit/form-state.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './purchaser-fields.module.css'

const rules: Record<PurchaserField, FieldRule> = {
  fullName: { required: 'error_field_required', validations: purchaserChecks.fullName },
  email: { required: 'error_field_required', validations: purchaserChecks.email },
  phone: { required: 'error_field_required', validations: purchaserChecks.phone },
}

/**
 * Begins with what was typed, else with who ordered last, else with what the account has. A nickname is no name to buy
 * under: without a real one the field is empty.
 */
export function usePurchaserForm(
  typed: FormStart<PurchaserField> = {},
  last: Purchaser | null = null,
): Form<PurchaserField> {
  const { user } = useSession()
  const known = last ?? { fullName: user?.fullName ?? '', email: user?.email ?? '', phone: user?.phone ?? '' }
  return useForm(rules, { values: known, ...typed })
}

/** The purchaser: a section of the checkout. */
export function PurchaserFields({
  form,
  tries,
}: {
  form: Form<PurchaserField>
  /** How often the form was sent: each time its first problem takes the focus. */
  tries: number
}) {
  const t = useMessages()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tries > 0) box.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
  }, [tries])
  return (
    <section aria-labelledby="purchaser">
      <div className="section-head">
        <h2 id="purchaser">{t('commerce.purchaser')}</h2>
      </div>
      <Panel>
        <div ref={box} className={styles.form}>
          <PurchaserInputs form={form} />
        </div>
      </Panel>
    </section>
  )
}

/** The fields alone, as the dialog of a campus course shows them too. */
export function PurchaserInputs({ form }: { form: Form<PurchaserField> }) {
  const t = useMessages()
  return (
    <>
      <TextField {...form.props('fullName')} label={t('commerce.purchaser_name')} autoComplete="name" />
      <TextField
        {...form.props('phone')}
        label={t('commerce.purchaser_phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
      />
      <TextField
        {...form.props('email')}
        className={styles.wide}
        label={t('commerce.purchaser_email')}
        help={t('commerce.purchaser_email_help')}
        type="email"
        autoComplete="email"
      />
    </>
  )
}
