import type { Revision } from '@lantern/contract/documents.ts'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import { Select } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { toastFailure } from '../failure.ts'
import { useFormat } from '../format.ts'
import { useMessages } from '../messages.tsx'
import { unreadText } from '../unread.ts'
import { RevisionLine } from './revision-line.tsx'
import styles from './revisions.module.css'
import { type RevisionPage, useRevisions } from './use-revisions.ts'

interface OneRevision {
  revision: Revision
}

/** What a revision is put beside: the one before it, what stands there now, or any other by its number. */
type Against = 'before' | 'now' | number

/** What the two sides of a comparison are called. */
export interface Sides {
  before: string
  after: string
}

type RevisionsDialogProps<One extends OneRevision> = {
  editor: {
    subscribe(listener: () => void): () => void
    state(): { draft: { version: number } | null; unsaved: readonly unknown[] }
    flush(): Promise<boolean>
    heard(error: unknown): void
    inTurn<T>(work: () => Promise<T>): Promise<T>
  }
  /** Must stay the same function while it reads the same history, like `readOne`. */
  readPage: (page: number) => Promise<RevisionPage>
  /** Without `against`, beside the one before. */
  readOne: (version: number, against: number | undefined) => Promise<One>
  restore: (version: number) => Promise<void>
  changesOf: (one: One, sides: Sides) => ReactNode
  /** Everything that it says. */
  wholeOf: (one: One) => ReactNode
  onClose: () => void
  /** Above the list. */
  children?: ReactNode
}

/** Revisions by author and time; each can be read and restored. Nothing is lost by that. */
export function RevisionsDialog<One extends OneRevision>(props: RevisionsDialogProps<One>) {
  const { editor, readPage, readOne, restore, changesOf, wholeOf, onClose, children } = props
  const t = useMessages()
  const { draft, unsaved } = useSyncExternalStore(editor.subscribe, editor.state, editor.state)
  const { results, total, state, failure, more, isReading } = useRevisions(draft?.version, readPage)
  useEffect(() => {
    if (failure) editor.heard(failure)
  }, [editor, failure])
  const [picked, setPicked] = useState<number | null>(null)
  const [restoring, setRestoring] = useState<Revision | null>(null)
  const [wantedAgainst, setAgainst] = useState<Against>('before')
  const [wantedView, setView] = useState<View>('changes')
  const version = picked ?? results[0]?.version ?? null
  const isFirst = results.length === total && version === results.at(-1)?.version
  // the first one has none before it, and nothing to be put beside when it is also what stands there now
  const against = isFirst && wantedAgainst === 'before' ? 'now' : wantedAgainst
  const isOnly = isFirst && total === 1 && unsaved.length === 0
  const view = isOnly ? 'whole' : wantedView
  const readBeside = useCallback(
    async (wanted: number, other: Against) => {
      // unsaved text belongs to the current state
      if (other === 'now') await editor.flush()
      const against = other === 'now' ? editor.state().draft?.version : other
      try {
        return await readOne(wanted, typeof against === 'number' ? against : undefined)
      } catch (error) {
        editor.heard(error)
        throw error
      }
    },
    [editor, readOne],
  )
  const bringBack = async () => {
    if (!restoring) return
    try {
      // unsaved text becomes a revision of its own before
      if (!(await editor.flush())) return void toast({ tone: 'bad', text: t('documents.not_saved') })
      // its own answer is heard before anybody tells of the new version
      await editor.inTurn(() => restore(restoring.version))
      toast({ tone: 'good', text: t('documents.restored', { version: restoring.version }) })
      setRestoring(null)
      onClose()
    } catch (error) {
      editor.heard(error)
      toastFailure(error, t)
    }
  }
  return (
    <>
      <Dialog
        open
        className={styles.dialog}
        title={t('documents.revisions')}
        closeLabel={t('kit.close')}
        onClose={onClose}
      >
        {children}
        {state === 'failed' && (
          <EmptyState kind="error" title={unreadText(failure, t, t('documents.revisions_failed'))}>
            <p>{t('documents.nothing_lost')}</p>
          </EmptyState>
        )}
        {state === 'loading' && <TextSkeleton label={t('documents.loading')} />}
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
                    {t(`documents.revision_${revision.kind}`)}
                    {revision.changeCount > 0 && ` · ${t('documents.change_count', { count: revision.changeCount })}`}
                  </small>
                  {revision.published && (
                    <Badge tone="good" className={styles.mark}>
                      {t('documents.badge_published')}
                    </Badge>
                  )}
                </button>
              </li>
            ))}
            {results.length < total && (
              <li>
                <Button size="s" theme="quiet" wide busy={isReading} onClick={more}>
                  {t('documents.more_revisions')}
                </Button>
              </li>
            )}
          </ol>
          {version !== null && (
            <ShownRevision
              key={version}
              version={version}
              isNewest={version === results[0]?.version && unsaved.length === 0}
              readOne={readBeside}
              changesOf={changesOf}
              wholeOf={wholeOf}
              against={against}
              view={view}
              onRestore={setRestoring}
            >
              {!isOnly && (
                <>
                  <Select
                    label={t('documents.compare_with')}
                    value={String(against)}
                    disabled={view === 'whole'}
                    onChange={({ currentTarget }) => setAgainst(againstOf(currentTarget.value))}
                  >
                    {!isFirst && <option value="before">{t('documents.compare_before')}</option>}
                    <option value="now">{t('documents.compare_now')}</option>
                    {results.map((other) => (
                      <option key={other.version} value={other.version} disabled={other.version === version}>
                        {t('documents.revision_number', { version: other.version })}
                      </option>
                    ))}
                  </Select>
                  <SegmentedControl<View>
                    label={t('documents.revision_view')}
                    value={view}
                    onValue={setView}
                    options={[
                      { value: 'changes', label: t('documents.revision_changes') },
                      { value: 'whole', label: t('documents.revision_whole') },
                    ]}
                  />
                </>
              )}
            </ShownRevision>
          )}
        </div>
        <p className={classNames(styles.rule, 'small muted')}>{t('documents.revisions_rule')}</p>
      </Dialog>
      <ConfirmDialog
        open={restoring !== null}
        title={t('documents.restore_title', { version: restoring?.version ?? 0 })}
        confirmLabel={t('documents.restore')}
        cancelLabel={t('documents.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={bringBack}
        onClose={() => setRestoring(null)}
      >
        <p>{t('documents.restore_text')}</p>
      </ConfirmDialog>
    </>
  )
}

type View = 'changes' | 'whole'

function againstOf(text: string): Against {
  return text === 'before' || text === 'now' ? text : Number(text)
}

type ShownRevisionProps<One extends OneRevision> = Pick<RevisionsDialogProps<One>, 'changesOf' | 'wholeOf'> & {
  readOne: (version: number, against: Against) => Promise<One>
  version: number
  isNewest: boolean
  against: Against
  view: View
  onRestore: (revision: Revision) => void
  /** How it is looked at. */
  children: ReactNode
}

function ShownRevision<One extends OneRevision>(props: ShownRevisionProps<One>) {
  const { version, isNewest, readOne, changesOf, wholeOf, against, view, onRestore, children } = props
  const t = useMessages()
  const format = useFormat()
  const [read, setRead] = useState<{ against: Against; one: One | Unread } | null>(null)
  useEffect(() => {
    let dropped = false
    readOne(version, against).then(
      (one) => !dropped && setRead({ against, one }),
      (failure) => !dropped && setRead({ against, one: { failure } }),
    )
    return () => {
      dropped = true
    }
  }, [readOne, version, against])
  // an answer to the question before is none to this one
  const shown = read?.against === against ? read.one : null
  const number = t('documents.revision_number', { version })
  const sides = {
    before: t('documents.before'),
    after: t('documents.after'),
    ...(against === 'now' && { before: t('documents.stands_now'), after: number }),
    ...(typeof against === 'number' && {
      before: t('documents.revision_number', { version: against }),
      after: number,
    }),
  }
  return (
    <section className={styles.shown} aria-label={number}>
      <div className={styles.head}>
        <p className="muted">
          {number}
          {isRead(shown) && ` · ${format.dateTime(shown.revision.at)}`}
        </p>
        {!isNewest && isRead(shown) && (
          <Button size="s" onClick={() => onRestore(shown.revision)}>
            {t('documents.restore')}
          </Button>
        )}
      </div>
      <div className={styles.ways}>{children}</div>
      {shown === null && <TextSkeleton label={t('documents.loading')} />}
      {shown !== null && 'failure' in shown && <p>{unreadText(shown.failure, t, t('documents.revisions_failed'))}</p>}
      {isRead(shown) && (view === 'whole' ? wholeOf(shown) : changesOf(shown, sides))}
    </section>
  )
}

/** Why a revision could not be read. */
interface Unread {
  failure: unknown
}

function isRead<One extends OneRevision>(shown: One | Unread | null): shown is One {
  return shown !== null && 'revision' in shown
}
