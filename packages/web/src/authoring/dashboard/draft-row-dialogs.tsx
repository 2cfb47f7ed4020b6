import type { DraftRow as Row, translateDraft } from '@lantern/contract/authoring/drafts.ts'
import { editLink } from '@lantern/contract/links.ts'
import { contentLanguages } from '@lantern/contract/roles.ts'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useItemWords } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/text-field.tsx'
import styles from './draft-row.module.css'
import { UsedIn } from './used-in.tsx'

type DeleteDraftDialogProps = {
  id: string
  title: string
  published: boolean
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** A draft goes for good; a published item becomes a draft again. */
export function DeleteDraftDialog({ id, title, published, onConfirm, onClose }: DeleteDraftDialogProps) {
  const t = useMessages()
  return (
    <ConfirmDialog
      open
      theme="delete"
      title={t(published ? 'authoring.dashboard_take_back_title' : 'authoring.dashboard_delete_title', { title })}
      confirmLabel={t(published ? 'authoring.dashboard_take_back' : 'authoring.delete')}
      cancelLabel={t('authoring.dashboard_keep')}
      closeLabel={t('kit.close')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t(published ? 'authoring.dashboard_take_back_text' : 'authoring.dashboard_delete_text')}</p>
      {published && <UsedIn id={id} />}
    </ConfirmDialog>
  )
}

type TranslateDraftDialogProps = { row: Row; campus: boolean; title: string; onClose: () => void }

/** Asks for the language, then opens the linked draft in it. */
export function TranslateDraftDialog({ row, campus, title, onClose }: TranslateDraftDialogProps) {
  const t = useMessages()
  const words = useItemWords()
  const navigate = useNavigate()
  const formId = useId()
  const languages = contentLanguages.filter((language) => language !== row.language)
  const [language, setLanguage] = useState<string>(languages[0] ?? '')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function translate() {
    setBusy(true)
    try {
      const made = await call<typeof translateDraft>('POST /api/learn/creator/draft/:id/translate', {
        params: { id: row.id },
        body: { language },
      })
      await navigate(editLink(made, { campus }))
    } catch (error) {
      setProblem(failureText(error, t))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      locked={isBusy}
      title={t('authoring.dashboard_translate_title', { title })}
      closeLabel={t('kit.close')}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t('documents.cancel')}
          </Button>
          <Button type="submit" form={formId} theme="primary" busy={isBusy}>
            {t('authoring.dashboard_translate_begin')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void translate()
        }}
      >
        <p className="muted">{t('authoring.dashboard_translate_text')}</p>
        <Select
          label={t('authoring.dashboard_translate_to')}
          data-autofocus
          value={language}
          error={problem}
          onChange={(event) => {
            setLanguage(event.currentTarget.value)
            setProblem(undefined)
          }}
        >
          {languages.map((each) => (
            <option key={each} value={each}>
              {words.language(each)}
            </option>
          ))}
        </Select>
      </form>
    </Dialog>
  )
}
