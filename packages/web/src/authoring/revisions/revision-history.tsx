import type { Revision } from '@lantern/contract/authoring/drafts.ts'
import { type ReactNode, useEffect, useState } from 'react'
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
import { RevisionLine } from './revision-line.tsx'
import styles from './revisions.module.css'
import { type RevisionPage, useRevisions } from './use-revisions.ts'

interface OneRevision {
  revision: Revision
}

type RevisionHistoryProps<One extends OneRevision> = {
  /** The newest version; undefined while nobody knows it. Another one says that there is a new revision. */
  version: number | undefined
  isUnsaved: boolean
  /** Must stay the same function while it reads the same history, like `readOne`. */
  readPage: (page: number) => Promise<RevisionPage>
  readOne: (version: number) => Promise<One>
  /** False when something stood in the way that says so itself. */
  restore: (version: number) => Promise<boolean>
  changesOf: (one: One) => ReactNode
  onClose: () => void
  /** Above the list. */
  children?: ReactNode
}

/** Who saved what when; each can be looked at and made the newest again. Nothing is lost by that. */
export function RevisionHistory<One extends OneRevision>(props: RevisionHistoryProps<One>) {
  const { version: newest, isUnsaved, readPage, readOne, restore, changesOf, onClose, children } = props
  const t = useMessages()
  const { results, total, state, more, isReading } = useRevisions(newest, readPage)
  const [picked, setPicked] = useState<number | null>(null)
  const [restoring, setRestoring] = useState<Revision | null>(null)
  const version = picked ?? results[0]?.version ?? null
  const bringBack = async () => {
    if (!restoring) return
    try {
      if (!(await restore(restoring.version))) return
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
        closeLabel={t('kit.close')}
        onClose={onClose}
      >
        {children}
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
                <Button size="s" theme="quiet" wide busy={isReading} onClick={more}>
                  {t('authoring.more_revisions')}
                </Button>
              </li>
            )}
          </ol>
          {version !== null && (
            <ShownRevision
              key={version}
              version={version}
              isNewest={version === results[0]?.version && !isUnsaved}
              readOne={readOne}
              changesOf={changesOf}
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
        closeLabel={t('kit.close')}
        onConfirm={bringBack}
        onClose={() => setRestoring(null)}
      >
        <p>{t('authoring.restore_text')}</p>
      </ConfirmDialog>
    </>
  )
}

type ShownRevisionProps<One extends OneRevision> = Pick<RevisionHistoryProps<One>, 'readOne' | 'changesOf'> & {
  version: number
  isNewest: boolean
  onRestore: (revision: Revision) => void
}

function ShownRevision<One extends OneRevision>(props: ShownRevisionProps<One>) {
  const { version, isNewest, readOne, changesOf, onRestore } = props
  const t = useMessages()
  const format = useFormat()
  const [shown, setShown] = useState<One | 'failed' | null>(null)
  useEffect(() => {
    let dropped = false
    readOne(version).then(
      (answer) => !dropped && setShown(answer),
      () => !dropped && setShown('failed'),
    )
    return () => {
      dropped = true
    }
  }, [readOne, version])
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
      {changesOf(shown)}
    </section>
  )
}
