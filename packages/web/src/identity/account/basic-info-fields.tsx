import { descriptionMost, fullNameMost, profileTextMost } from '@lantern/contract/identity/account-rules.ts'
import { useMessages } from '#kit/messages.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { PhoneCodeFields } from '../phone-code-fields.tsx'
import { usePhoneCode } from '../use-phone-code.ts'
import type { BasicInfo } from './use-basic-info.ts'

interface BasicInfoFieldsProps {
  info: BasicInfo
  withTitle?: boolean
  autofocus?: boolean
}

/** Name, what one is, what one does; and a phone with its code where the account has none. */
export function BasicInfoFields({ info: { form, asksPhone }, withTitle, autofocus }: BasicInfoFieldsProps) {
  const t = useMessages()
  const code = usePhoneCode(form, { field: 'phone' })
  const { value, error, name, onBlur } = form.props('description')
  return (
    <>
      <TextField
        {...form.props('fullName')}
        label={t('identity.full_name')}
        help={t('identity.full_name_help', { limit: fullNameMost })}
        autoComplete="name"
        required
        data-autofocus={autofocus ? '' : undefined}
      />
      {withTitle && (
        <TextField
          {...form.props('title')}
          label={t('identity.profile_title_field')}
          help={t('identity.profile_title_help', { limit: profileTextMost })}
          autoComplete="organization-title"
        />
      )}
      <TextArea
        name={name}
        value={value}
        error={error}
        limit={descriptionMost}
        onValue={(next) => form.set('description', next)}
        onBlur={onBlur}
        label={t('identity.description')}
        help={t('identity.description_help')}
      />
      {asksPhone && <PhoneCodeFields form={form} code={code} field="phone" />}
    </>
  )
}
