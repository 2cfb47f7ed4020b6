import type { getRevision, Revision, restoreRevision } from '@lantern/contract/authoring/drafts.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useDeskState, useEditorDesk } from '../frame/desk-context.tsx'
import type { DraftOf } from '../frame/desk-state.ts'
import type { AnyForms } from '../frame/editor-kind.ts'
import { ChangeList } from './change-list.tsx'
import { RevisionLine } from './revision-line.tsx'
import styles from './revisions.module.css'
import { TranslationPanel } from './translation-panel.tsx'
import { useRevisions } from './use-revisions.ts'

const pageSize = 20

/** Who saved what when; each can be looked at and made the newest again. Nothing is lost by that. */
export function RevisionsDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { desk } = useEditorDesk()
  const { draft, unsaved } = useDeskState()
  const { results, total, state, more } = useRevisions(draft?.id, draft?.version, pageSize)
  const [picked, setPicked] = useState<number | null>(null)
  const [restoring, setRestoring] = useState<Revision | null>(null)
  const version = picked ?? results[0]?.version ?? null
  const restore = async () => {
    if (!draft || !restoring) return
    try {
      // what was just typed becomes a revision of its own before
      if (!(await desk.flush())) return
      const answer = await call<typeof restoreRevision>('POST /api/learn/creator/draft/:id/restore', {
        params: { id: draft.id },
        body: { version: restoring.version },
      })
      desk.adopt(answer.draft as unknown as DraftOf<AnyForms>)
      toast({ tone: 'good', text: t('authoring.restored', { version: restoring.version }) })
      setRestoring(null)
      onClose()
    } catch (error) {
      toastFailure(error, t)
    }
  }
  return (
    <>
      <Dialog
        open
        className={styles.dialog}
        title={t('authoring.revisions')}
        closeLabel={t('authoring.close')}
        onClose={onClose}
      >
        <TranslationPanel onLeave={onClose} />
        {state === 'failed' && (
          <EmptyState kind="error" title={t('authoring.revisions_failed')}>
            <p>{t('authoring.nothing_lost')}</p>
          </EmptyState>
        )}
        {state === 'loading' && <TextSkeleton label={t('authoring.loading')} />}
        <div className={styles.columns}>
          <ol className={styles.list}>
            {results.map((revision) => (
              <li key={revision.version}>
                <button
                  type="button"
                  className={styles.pick}
                  aria-current={revision.version === version ? 'true' : undefined}
                  onClick={() => setPicked(revision.version)}
                >
                  <span>
                    <RevisionLine revision={revision} />
                  </span>
                  <small>
                    {t(`authoring.revision_${revision.kind}`)}
                    {revision.changeCount > 0 && ` · ${t('authoring.change_count', { count: revision.changeCount })}`}
                  </small>
                  {revision.published && (
                    <Badge tone="good" className={styles.mark}>
                      {t('authoring.badge_published')}
                    </Badge>
                  )}
                </button>
              </li>
            ))}
            {results.length < total && (
              <li>
                <Button size="s" theme="quiet" wide onClick={more}>
                  {t('authoring.more_revisions')}
                </Button>
              </li>
            )}
          </ol>
          {draft && version !== null && (
            <ShownRevision
              key={version}
              draftId={draft.id}
              version={version}
              isNewest={version === results[0]?.version && unsaved.length === 0}
              onRestore={setRestoring}
            />
          )}
        </div>
      </Dialog>
      <ConfirmDialog
        open={restoring !== null}
        title={t('authoring.restore_title', { version: restoring?.version ?? 0 })}
        confirmLabel={t('authoring.restore')}
        cancelLabel={t('authoring.cancel')}
        closeLabel={t('authoring.close')}
        onConfirm={restore}
        onClose={() => setRestoring(null)}
      >
        <p>{t('authoring.restore_text')}</p>
      </ConfirmDialog>
    </>
  )
}

type ShownRevisionProps = {
  draftId: string
  version: number
  isNewest: boolean
  onRestore: (revision: Revision) => void
}

function ShownRevision({ draftId, version, isNewest, onRestore }: ShownRevisionProps) {
  const t = useMessages()
  const format = useFormat()
  const [shown, setShown] = useState<ResponseOf<typeof getRevision> | 'failed' | null>(null)
  useEffect(() => {
    let dropped = false
    call<typeof getRevision>('GET /api/learn/creator/draft/:id/revisions/:version', {
      params: { id: draftId, version },
      query: {},
    }).then(
      (answer) => !dropped && setShown(answer),
      () => !dropped && setShown('failed'),
    )
    return () => {
      dropped = true
    }
  }, [draftId, version])
  if (shown === null) return <TextSkeleton label={t('authoring.loading')} />
  if (shown === 'failed') return <p>{t('authoring.revisions_failed')}</p>
  return (
    <section className={styles.shown} aria-label={t('authoring.revision_number', { version })}>
      <div className={styles.head}>
        <p className="muted">
          {t('authoring.revision_number', { version })} · {format.dateTime(shown.revision.at)}
        </p>
        {!isNewest && (
          <Button size="s" onClick={() => onRestore(shown.revision)}>
            {t('authoring.restore')}
          </Button>
        )}
      </div>
      <ChangeList changes={shown.changes} />
    </section>
  )
}
