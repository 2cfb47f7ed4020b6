import type { OutlineForms, QuizForms } from '@lantern/contract/authoring/forms.ts'
import { useMessages } from '#kit/messages.tsx'
import { LanguageField } from '../fields/language-field.tsx'
import { ThumbnailField } from '../fields/media-field.tsx'
import { PersonField } from '../fields/person-field.tsx'
import { RichField } from '../fields/rich-field.tsx'
import { TitleField } from '../fields/title-field.tsx'
import { useEditorDesk, usePart } from '../frame/desk-context.tsx'
import { PanelGrid, PanelSection } from '../frame/panel-grid.tsx'

/** What a quiz, a project or a course says of itself before anything else. The language is saved when it is chosen. */
export function GeneralPanel() {
  const t = useMessages()
  const { kind } = useEditorDesk()
  const { form, set, errorOf, touch, saveAtOnce } = usePart<QuizForms | OutlineForms, 'general'>('general')
  return (
    <PanelGrid
      sideLabel={t('authoring.settings')}
      side={
        <>
          <h2>{t('authoring.settings')}</h2>
          <ThumbnailField
            label={t('authoring.field_thumbnailId')}
            value={form.thumbnailId}
            error={errorOf('thumbnailId')}
            onChange={(id) => {
              set('thumbnailId', id)
              touch('thumbnailId')
            }}
          />
          <LanguageField
            value={form.language}
            error={errorOf('language')}
            help={t('authoring.language_help')}
            onChange={(language) => {
              set('language', language)
              void saveAtOnce()
            }}
          />
          <PersonField
            label={t('authoring.field_ownerId')}
            value={form.ownerId}
            error={errorOf('ownerId')}
            onChange={(id) => set('ownerId', id)}
            onLeave={() => touch('ownerId')}
          />
        </>
      }
    >
      <PanelSection>
        <TitleField
          label={t('authoring.field_title')}
          value={form.title}
          error={errorOf('title')}
          onChange={(title) => set('title', title)}
          onLeave={() => touch('title')}
        />
        <RichField
          label={t('authoring.field_description')}
          placeholder={t(`authoring.quiz_description_help_${kind.type}`)}
          value={form.description}
          error={errorOf('description')}
          onChange={(description) => set('description', description)}
          onLeave={() => touch('description')}
        />
      </PanelSection>
    </PanelGrid>
  )
}
