import type { Change, sourceChanges, translateDraft } from '@lantern/contract/authoring/drafts.ts'
import { editLink } from '@lantern/contract/links.ts'
import { contentLanguages } from '@lantern/contract/roles.ts'
import { useState } from 'react'
import { useItemWords } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { ChangeList } from '#kit/documents/change-list.tsx'
import styles from '#kit/documents/revisions.module.css'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/text-field.tsx'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import { useGoOn } from '../editor-shell/use-go-on.ts'
import { useChangeName, useChangeText } from './change-name.ts'

/** What it was translated from and what has changed there since; and another language of this one. */
export function TranslationPanel({ onLeave }: { onLeave: () => void }) {
  const t = useMessages()
  const { draft } = useDraftState()
  if (!draft) return null
  const { source } = draft
  const isBehind = source !== null && source.latestRevision > source.revision
  return (
    <Disclosure summary={t('authoring.translations')} open={isBehind || source?.published === false}>
      <div className={styles.translation}>
        {source && (
          <p>
            {t('authoring.translated_from')}{' '}
            {source.path === null ? (
              <span lang={source.language}>{source.title}</span>
            ) : (
              <TextLink to={source.path} lang={source.language}>
                {source.title}
              </TextLink>
            )}
          </p>
        )}
        {source && !source.published && <Notice tone="warn">{t('authoring.source_taken_back')}</Notice>}
        {isBehind && <SourceChanges draftId={draft.id} />}
        {source?.published && !isBehind && <Notice tone="good">{t('authoring.source_unchanged')}</Notice>}
        <TranslateInto onLeave={onLeave} />
      </div>
    </Disclosure>
  )
}

function SourceChanges({ draftId }: { draftId: string }) {
  const t = useMessages()
  const { addReferences } = useEditorTools()
  const { forms } = useDraftState()
  const textOf = useChangeText()
  const nameOf = useChangeName()
  const [changes, setChanges] = useState<readonly Change[] | null>(null)
  const show = async () => {
    try {
      const answer = await call<typeof sourceChanges>('GET /api/learn/creator/draft/:id/source-changes', {
        params: { id: draftId },
      })
      addReferences(answer.references)
      setChanges(answer.changes)
    } catch (error) {
      toastFailure(error, t)
    }
  }
  return (
    <>
      <Notice
        tone="warn"
        actions={
          changes === null && (
            <Button size="s" onClick={show}>
              {t('authoring.source_show')}
            </Button>
          )
        }
      >
        {t('authoring.source_changed')}
      </Notice>
      {changes && (
        <ChangeList
          changes={changes}
          placeOf={({ field }) => field}
          nameOf={nameOf}
          textOf={(change, value) => textOf(change, value, forms)}
        />
      )}
    </>
  )
}

function TranslateInto({ onLeave }: { onLeave: () => void }) {
  const t = useMessages()
  const words = useItemWords()
  const goOn = useGoOn()
  const { draftEditor, campus } = useEditorTools()
  const { draft, forms } = useDraftState()
  const [language, setLanguage] = useState('')
  const [busy, setBusy] = useState(false)
  if (!draft?.published) return <p className="muted">{t('authoring.translate_after_publishing')}</p>
  const translate = async () => {
    setBusy(true)
    try {
      if (!(await draftEditor.flush())) return
      const made = await call<typeof translateDraft>('POST /api/learn/creator/draft/:id/translate', {
        params: { id: draft.id },
        body: { language },
      })
      const going = goOn(editLink(made, { campus }))
      onLeave()
      await going
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.head}>
      <Select
        label={t('authoring.translate_into')}
        labelHidden
        value={language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
      >
        <option value="">{t('authoring.translate_into')}</option>
        {contentLanguages
          .filter((one) => one !== forms.general.language)
          .map((one) => (
            <option key={one} value={one}>
              {words.language(one)}
            </option>
          ))}
      </Select>
      <Button disabled={language === ''} busy={busy} onClick={translate}>
        {t('authoring.translate')}
      </Button>
    </div>
  )
}
