import { Suspense, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { useDeskState, useEditorDesk } from '../frame/desk-context.tsx'
import type { AnyForms, Fault, PartOf } from '../frame/editor-kind.ts'
import { missingText } from '../frame/missing-text.ts'
import styles from '../frame/publish-button.module.css'

const SaveConfirmDialog = lazyPart(async () => ({
  default: (await import('./save-confirm-dialog.tsx')).SaveConfirmDialog,
}))
const PublishedDialog = lazyPart(async () => ({ default: (await import('./published-dialog.tsx')).PublishedDialog }))

/** Publishes what is complete; a press on it before says what is missing. */
export function PublishButton() {
  const t = useMessages()
  const { desk, kind, say, versions } = useEditorDesk()
  // drawn anew with every change: it opens when the last field is filled
  const { draft, status, forms } = useDeskState()
  const order = versions.map(({ id }) => id)
  const [stage, setStage] = useState<'confirm' | 'published' | null>(null)
  const [busy, setBusy] = useState(false)
  if (!draft) return null

  const more = kind.publishFaults?.(forms, order) ?? []
  const faults = [...kind.parts.flatMap(({ part }) => desk.faults(part as PartOf<AnyForms>)), ...more]
  // by its general and details forms: what the middle part lacks is said when it is pressed
  const needed = [...desk.faults('general'), ...desk.faults('details'), ...more.filter(isOfDetails)]
  const isOpen = needed.length === 0 && status !== 'lost' && status !== 'conflict'

  const publish = async (revision?: number) => {
    setBusy(true)
    say(null)
    const result = await desk.publish(revision)
    setBusy(false)
    if (result === 'saved') return setStage('published')
    setStage(null)
    const { status: now, problem } = desk.state()
    if (result === 'invalid') toast({ tone: 'bad', text: missingText(faults, t) })
    else if (now === 'refused') toast({ tone: 'bad', text: problem ?? t('request_error') })
    else if (now === 'away') toast({ tone: 'bad', text: t('authoring.publish_away') })
    else if (now === 'saved' || now === 'changed')
      toast({ tone: 'info', text: t('authoring.publish_changed_meanwhile') })
  }
  const press = () => {
    if (faults.length > 0 || !isOpen) {
      for (const { part } of kind.parts) desk.touchAll(part as PartOf<AnyForms>)
      const text = missingText(faults, t)
      if (text) toast({ tone: 'bad', text })
      return
    }
    if (draft.source || desk.unconfirmed().length > 0) setStage('confirm')
    else void publish()
  }
  return (
    <>
      <Button
        theme="primary"
        className={styles.publish}
        aria-disabled={!isOpen || undefined}
        busy={busy}
        onClick={press}
      >
        {t(draft.published ? 'authoring.publish_changes' : 'authoring.publish')}
      </Button>
      {stage === 'confirm' && (
        <Suspense>
          <SaveConfirmDialog source={draft.source} onPublish={publish} onClose={() => setStage(null)} />
        </Suspense>
      )}
      {stage === 'published' && (
        <Suspense>
          <PublishedDialog onClose={() => setStage(null)} />
        </Suspense>
      )}
    </>
  )
}

function isOfDetails({ field }: Fault): boolean {
  return field === 'details' || field.startsWith('details.')
}
