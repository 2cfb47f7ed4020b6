import { bundleDescriptionLength } from '@lantern/contract/commerce/bundle-rules.ts'
import { type ContentLanguage, contentLanguages } from '@lantern/contract/roles.ts'
import { useId, useState } from 'react'
import { useItemWords } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { pickForText, RichTextEditor, uploadPicture } from '#media/index.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { Panel } from '#ui/panel.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import type { DraftText } from './bundle-draft.ts'
import styles from './own-bundles.module.css'
import type { BundleEditing } from './use-bundle-editor.ts'

/** Title and description in the bundle's own language, and their translations: one language is shown at a time. */
export function BundleTexts({ editing }: { editing: BundleEditing }) {
  const t = useMessages()
  const words = useItemWords()
  const { draft, problems, change, errorOf } = editing
  const { language, translations } = draft
  const [chosen, setShown] = useState<ContentLanguage>(language)
  const faulty = translations.findIndex((_, at) => errorOf(`translations.${at}`))
  const ownFault = errorOf('title') ?? errorOf('description')
  const [seenProblems, setSeenProblems] = useState(problems)
  // a refusal is shown in the language that it is about
  if (seenProblems !== problems) {
    setSeenProblems(problems)
    const next = ownFault ? language : translations[faulty]?.language
    if (next) setShown(next)
  }
  const at = translations.findIndex((one) => one.language === chosen)
  const translation = translations[at]
  const setTranslation = (text: Partial<DraftText>) =>
    change({ translations: translations.map((one, place) => (place === at ? { ...one, ...text } : one)) })
  const stateOf = (one: ContentLanguage) => {
    if (one === language) return t('commerce.own_bundles.text_own')
    return translations.some((other) => other.language === one)
      ? t('commerce.own_bundles.text_translated')
      : t('commerce.own_bundles.text_none')
  }
  return (
    <Panel className={styles.fields}>
      <div className={styles.two}>
        <Select
          label={t('commerce.own_bundles.text_in')}
          value={chosen}
          onChange={({ currentTarget }) => setShown(currentTarget.value as ContentLanguage)}
        >
          {contentLanguages.map((one) => (
            <option key={one} value={one}>
              {words.language(one)} · {stateOf(one)}
            </option>
          ))}
        </Select>
        {chosen === language && (
          <Select
            label={t('commerce.own_bundles.language')}
            value={language}
            onChange={({ currentTarget }) => {
              const next = currentTarget.value as ContentLanguage
              change({ language: next })
              setShown(next)
            }}
          >
            {contentLanguages
              .filter((one) => one === language || !translations.some((other) => other.language === one))
              .map((one) => (
                <option key={one} value={one}>
                  {words.language(one)}
                </option>
              ))}
          </Select>
        )}
      </div>
      {chosen === language && (
        <TextFields
          key={`${chosen} ${editing.round}`}
          language={chosen}
          text={draft}
          errorOf={errorOf}
          onChange={change}
        />
      )}
      {chosen !== language && translation && (
        <>
          <TextFields
            key={`${chosen} ${editing.round}`}
            language={chosen}
            text={translation}
            errorOf={(field) => errorOf(`translations.${at}.${field}`)}
            onChange={setTranslation}
          />
          <Button
            theme="quiet"
            size="s"
            className={styles.act}
            onClick={() => change({ translations: translations.filter((one) => one.language !== chosen) })}
          >
            {t('commerce.own_bundles.text_remove', { language: words.language(chosen) })}
          </Button>
        </>
      )}
      {chosen !== language && !translation && (
        <div className={styles.fields}>
          <p className="muted">{t('commerce.own_bundles.text_missing', { language: words.language(chosen) })}</p>
          <Button
            className={styles.act}
            onClick={() =>
              change({
                translations: [
                  ...translations,
                  { language: chosen, title: draft.title, description: draft.description },
                ],
              })
            }
          >
            {t('commerce.own_bundles.text_begin')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

interface TextFieldsProps {
  language: ContentLanguage
  text: DraftText
  errorOf: (field: 'title' | 'description') => string | undefined
  onChange: (text: Partial<DraftText>) => void
}

function TextFields({ language, text, errorOf, onChange }: TextFieldsProps) {
  const t = useMessages()
  const id = useId()
  const error = errorOf('description')
  return (
    <>
      <TextField
        label={t('commerce.promo.name')}
        lang={language}
        autoComplete="off"
        maxLength={200}
        value={text.title}
        error={errorOf('title')}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <div className={styles.rich}>
        <p className={styles.label} aria-hidden="true">
          {t('commerce.own_bundles.description')}
        </p>
        <RichTextEditor
          label={t('commerce.own_bundles.description')}
          value={text.description}
          onChange={(description) => onChange({ description })}
          limit={bundleDescriptionLength}
          language={language}
          invalid={error !== undefined}
          describedBy={error ? `${id}-error` : undefined}
          pickMedia={pickForText}
          uploadImage={uploadPicture}
          compact
        />
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </>
  )
}
