import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import { useMessages } from '#kit/messages.tsx'
import { usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { LanguageField } from './language-field.tsx'
import { ThumbnailField } from './media-field.tsx'
import { PersonField } from './person-field.tsx'
import { RichField } from './rich-field.tsx'
import { TitleField } from './title-field.tsx'

// What every type says of itself before anything else.

/** The picture, the language, which is saved when it is chosen, and whose it is. */
export function SettingsFields() {
  const t = useMessages()
  const { form, set, errorOf, touch, saveAtOnce } = usePart<AnyForms, 'general'>('general')
  return (
    <>
      <h2>{t('authoring.settings')}</h2>
      <FieldPlace name="general.thumbnailId">
        <ThumbnailField
          label={t('authoring.field_thumbnailId')}
          value={form.thumbnailId}
          error={errorOf('thumbnailId')}
          onChange={(id) => {
            set('thumbnailId', id)
            touch('thumbnailId')
          }}
        />
      </FieldPlace>
      <FieldPlace name="general.language">
        <LanguageField
          value={form.language}
          error={errorOf('language')}
          help={t('authoring.language_help')}
          onChange={(language) => {
            set('language', language)
            void saveAtOnce()
          }}
        />
      </FieldPlace>
      <FieldPlace name="general.ownerId">
        <PersonField
          label={t('authoring.field_ownerId')}
          value={form.ownerId}
          error={errorOf('ownerId')}
          onChange={(id) => set('ownerId', id)}
          onLeave={() => touch('ownerId')}
        />
      </FieldPlace>
    </>
  )
}

export function TitleAndDescription({ hint }: { hint: string }) {
  const t = useMessages()
  const { form, set, errorOf, touch } = usePart<AnyForms, 'general'>('general')
  return (
    <>
      <FieldPlace name="general.title">
        <TitleField
          label={t('authoring.field_title')}
          language={form.language}
          value={form.title}
          error={errorOf('title')}
          onChange={(title) => set('title', title)}
          onLeave={() => touch('title')}
        />
      </FieldPlace>
      <FieldPlace name="general.description">
        <RichField
          label={t('authoring.field_description')}
          placeholder={hint}
          value={form.description}
          error={errorOf('description')}
          onChange={(description) => set('description', description)}
          onLeave={() => touch('description')}
        />
      </FieldPlace>
    </>
  )
}
