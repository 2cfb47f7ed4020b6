import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import type { checkDraft } from '@lantern/contract/authoring/publishing.ts'
import { Suspense, useId, useState } from 'react'
import { call } from '#kit/call.ts'
import type { PartOf } from '#kit/documents/draft-sync-state.ts'
import styles from '#kit/documents/publish-button.module.css'
import { failureText } from '#kit/failure.ts'
import { lazyPart } from '#kit/later.tsx'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { ApiError } from '#kit/request.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import { faultsOfForms, type ItemChecks, partOfField } from './item-checks.ts'

const CheckDialog = lazyPart(async () => ({ default: (await import('./check-dialog.tsx')).CheckDialog }))
const SaveConfirmDialog = lazyPart(async () => ({
  default: (await import('./save-confirm-dialog.tsx')).SaveConfirmDialog,
}))
const PublishedDialog = lazyPart(async () => ({ default: (await import('./published-dialog.tsx')).PublishedDialog }))

type Stage = { at: 'checked'; found: ItemChecks; problem: string | null } | { at: 'confirm' } | { at: 'published' }

const nothingFound: ItemChecks = { faults: [], warnings: [] }

/** Publishes what is complete. A press on it before lists what is missing; what is worth a look is listed too. */
export function PublishButton() {
  const t = useMessages()
  const { draftEditor, kind, say, versions } = useEditorTools()
  // drawn anew with every change: it opens when the last field is filled
  const { draft, status, forms } = useDraftState()
  const [stage, setStage] = useState<Stage | null>(null)
  const [busy, setBusy] = useState(false)
  const why = useId()
  if (!draft) return null

  const order = versions.map(({ id }) => id)
  const faults = faultsOfForms(kind, forms, order)
  // by its general and details forms: what the middle part lacks is said when it is pressed
  const needed = faults.filter(({ field }) => ['general', 'details'].includes(partOfField(field)))
  const held = status === 'lost' ? t('authoring.publish_held_lost') : null
  const waits = status === 'conflict' ? t('authoring.publish_held_conflict') : held
  const isOpen = needed.length === 0 && waits === null

  const publish = async (revision?: number) => {
    setBusy(true)
    say(null)
    const result = await draftEditor.publish(revision)
    setBusy(false)
    if (result === 'saved') return setStage({ at: 'published' })
    const { status: now, problem, forms: left } = draftEditor.state()
    const found = { faults: faultsOfForms(kind, left, order), warnings: [] }
    setStage(result === 'invalid' ? { at: 'checked', found, problem: null } : null)
    if (now === 'refused') toast({ tone: 'bad', text: problem ?? t('request_error') })
    else if (now === 'away') toast({ tone: 'bad', text: t('authoring.publish_away') })
    else if (result === 'failed' && (now === 'saved' || now === 'changed'))
      toast({ tone: 'info', text: t('authoring.publish_changed_meanwhile') })
  }
  const goOn = () => {
    if (draft.source || draftEditor.unconfirmed().length > 0) setStage({ at: 'confirm' })
    else void publish()
  }
  /** What only the server knows. Where it cannot be asked, publishing itself says what is wrong. */
  const ask = async (): Promise<Stage | null> => {
    try {
      if (!(await draftEditor.flush())) return null
      const { faults: refused, warnings } = await call<typeof checkDraft>('GET /api/learn/creator/draft/:id/check', {
        params: { id: draft.id },
      })
      if (refused.length + warnings.length === 0) return null
      // the server names what is wrong by the keys of the catalogues
      const named = refused.map(({ field, message }) => ({ field, key: message as MessageKey }))
      return { at: 'checked', found: { faults: named, warnings }, problem: null }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) return null
      return { at: 'checked', found: nothingFound, problem: failureText(error, t) }
    }
  }
  const press = async () => {
    if (faults.length > 0 || !isOpen) {
      for (const { part } of kind.parts) draftEditor.touchAll(part as PartOf<AnyForms>)
      return setStage({ at: 'checked', found: { faults, warnings: [] }, problem: null })
    }
    setBusy(true)
    const found = await ask()
    setBusy(false)
    if (found) setStage(found)
    else goOn()
  }
  return (
    <>
      <Button
        theme="primary"
        className={styles.publish}
        aria-disabled={!isOpen || undefined}
        aria-describedby={faults.length > 0 || waits ? why : undefined}
        busy={busy && stage === null}
        onClick={() => void press()}
      >
        {t(draft.published ? 'authoring.publish_changes' : 'documents.publish')}
        {faults.length > 0 && (
          <span className={styles.count} aria-hidden="true">
            {faults.length}
          </span>
        )}
      </Button>
      <span className="sr" id={why}>
        {waits ?? (faults.length > 0 && t('documents.errors', { count: faults.length }))}
      </span>
      {stage && (
        <Suspense>
          {stage.at === 'checked' && (
            <CheckDialog
              checks={stage.found}
              held={waits ?? stage.problem}
              busy={busy}
              onPublish={goOn}
              onClose={() => setStage(null)}
            />
          )}
          {stage.at === 'confirm' && (
            <SaveConfirmDialog source={draft.source} onPublish={publish} onClose={() => setStage(null)} />
          )}
          {stage.at === 'published' && <PublishedDialog onClose={() => setStage(null)} />}
        </Suspense>
      )}
    </>
  )
}
