import type {
  getPageRevision,
  listPageRevisions,
  PageRevision,
  restorePageRevision,
} from '@lantern/contract/cms/pages.ts'
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
import { RevisionLine } from '../../revisions/revision-line.tsx'
import styles from '../../revisions/revisions.module.css'
import { useBuilder, usePageState } from '../builder/builder-context.ts'
import { PageChanges } from './page-changes.tsx'

const pageSize = 20

/** Who saved what when; each can be looked at and made the newest again. Nothing is lost by that. */
export function PageRevisionsDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { desk, pageId, locale } = useBuilder()
  const { draft, isUnsaved } = usePageState()
  const { results, total, state, more } = usePageRevisions(draft.version)
  const [picked, setPicked] = useState<number | null>(null)
  const [restoring, setRestoring] = useState<PageRevision | null>(null)
  const version = picked ?? results[0]?.version ?? null
  const restore = async () => {
    if (!restoring) return
    try {
      // what was just typed becomes a revision of its own before
      if (!(await desk.flush())) return
      const answer = await call<typeof restorePageRevision>('POST /api/learn/creator/page/:id/:locale/restore', {
        params: { id: pageId, locale },
        body: { version: restoring.version },
      })
      desk.adopt(answer)
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
          {version !== null && (
            <ShownRevision
              key={version}
              version={version}
              isNewest={version === results[0]?.version && !isUnsaved}
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

type ShownRevisionProps = { version: number; isNewest: boolean; onRestore: (revision: PageRevision) => void }

function ShownRevision({ version, isNewest, onRestore }: ShownRevisionProps) {
  const t = useMessages()
  const format = useFormat()
  const { pageId, locale } = useBuilder()
  const [shown, setShown] = useState<ResponseOf<typeof getPageRevision> | 'failed' | null>(null)
  useEffect(() => {
    let dropped = false
    call<typeof getPageRevision>('GET /api/learn/creator/page/:id/:locale/revisions/:version', {
      params: { id: pageId, locale, version },
      query: {},
    }).then(
      (answer) => !dropped && setShown(answer),
      () => !dropped && setShown('failed'),
    )
    return () => {
      dropped = true
    }
  }, [pageId, locale, version])
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
      <PageChanges changes={shown.changes} content={shown.content} />
    </section>
  )
}

interface Revisions {
  results: readonly PageRevision[]
  total: number
  state: 'loading' | 'shown' | 'failed'
}

/** Newest first, read anew when there is a new one. */
function usePageRevisions(version: number): Revisions & { more: () => void } {
  const { pageId, locale } = useBuilder()
  const [at, setAt] = useState({ version, page: 0 })
  const [read, setRead] = useState<Revisions>({ results: [], total: 0, state: 'loading' })
  const page = at.version === version ? at.page : 0
  const key = `${version}/${page}`
  useEffect(() => {
    const wanted = Number(key.split('/')[1])
    let dropped = false
    call<typeof listPageRevisions>('GET /api/learn/creator/page/:id/:locale/revisions', {
      params: { id: pageId, locale },
      query: { page: wanted, pageSize },
    }).then(
      ({ results, total }) => {
        if (dropped) return
        setRead((before) => {
          return { results: wanted === 0 ? results : [...before.results, ...results], total, state: 'shown' }
        })
      },
      () => !dropped && setRead((before) => ({ ...before, state: 'failed' })),
    )
    return () => {
      dropped = true
    }
  }, [key, pageId, locale])
  return { ...read, more: () => setAt({ version, page: page + 1 }) }
}
