import type { Assignment, ClassPage, ClassProgress } from '@lantern/contract/campus/assignments.ts'
import { type CSSProperties, Suspense, type UIEvent, useState } from 'react'
import { Form } from 'react-router'
import { useItemWords } from '#catalog/index.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DownloadIcon, SearchIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import styles from './class.module.css'
import { type ClassTimes, nextDue, useClassTimes } from './class-times.ts'
import { LearnerRow, type Marked } from './learner-row.tsx'
import { useProgressRows } from './use-progress-rows.ts'

const MarkDialog = lazyPart(async () => ({ default: (await import('./mark-dialog.tsx')).MarkDialog }))

const rowHeight = 52
/** Drawn beyond what is seen, above and below. */
const spareRows = 8

interface ProgressTableProps {
  shown: ClassPage
  progress: ClassProgress
  /** The page itself, without what is chosen on it. */
  path: string
  q: string
  /** Members of this group alone; empty: everybody. */
  group: string
  /** On a narrow screen one assignment is looked at. */
  chosenId: string
}

/** The learners of a class and their assignments: only the rows in sight are drawn, and others come as one scrolls. */
export function ProgressTable({ shown, progress, path, q, group, chosenId }: ProgressTableProps) {
  const t = useMessages()
  const times = useClassTimes(shown.timeZone)
  const { assignments } = shown
  const { rows, hasMore, failed, more, again } = useProgressRows(shown.id, progress, { q, group })
  const [sight, setSight] = useState({ first: 0, last: progress.rows.length + spareRows })
  const [marked, setMarked] = useState<Marked | null>(null)
  const [chosen, setChosen] = useState(chosenId || (nextDue(assignments)?.id ?? ''))
  const file = (ending: string) => `/api/campus/class/${encodeURIComponent(shown.id)}/assignments.${ending}`
  const onScroll = ({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - spareRows)
    const last = Math.ceil((scrollTop + clientHeight) / rowHeight) + spareRows
    if (first !== sight.first || last !== sight.last) setSight({ first, last })
    if (last >= rows.length && !failed) more()
  }
  const drawn = rows.slice(sight.first, sight.last)
  const after = rows.length - sight.first - drawn.length
  return (
    <>
      <div className={styles.tools}>
        <Form className={styles.find} method="get" action={path} role="search" aria-label={t('campus.class_progress')}>
          <div className={styles.onlyNarrow}>
            <Select
              label={t('campus.which_assignment')}
              name="a"
              value={chosen}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            >
              {assignments.map(({ id, title, dueAt }) => (
                <option key={id} value={id}>
                  {`${title} · ${t('campus.due_at', { time: times.time(dueAt) })}`}
                </option>
              ))}
            </Select>
          </div>
          {shown.groups.length > 0 && (
            <Select
              label={t('campus.groups')}
              labelHidden
              name="group"
              defaultValue={group}
              key={`group ${group}`}
              onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
            >
              <option value="">{t('campus.group_all')}</option>
              {shown.groups.map(({ id, name, learners }) => (
                <option key={id} value={id}>
                  {`${name} · ${t('campus.people_count', { count: learners })}`}
                </option>
              ))}
            </Select>
          )}
          <TextField
            label={t('campus.search_people')}
            labelHidden
            placeholder={t('campus.search_people')}
            type="search"
            name="q"
            maxLength={100}
            defaultValue={q}
            key={q}
          />
          <Button type="submit" icon={<SearchIcon className="icon-s" />}>
            {t('campus.search')}
          </Button>
        </Form>
        <div className={styles.files}>
          {(['csv', 'xlsx'] as const).map((ending) => (
            <LinkButton
              key={ending}
              theme="quiet"
              icon={<DownloadIcon className="icon-s" />}
              to={file(ending)}
              download
            >
              {t(`campus.export_${ending}`)}
            </LinkButton>
          ))}
        </div>
      </div>
      {progress.total === 0 ? (
        <EmptyState
          title={t(q || group ? 'campus.nobody_found' : 'campus.class_of_nobody')}
          actions={(q || group) && <LinkButton to={path}>{t('campus.show_everybody')}</LinkButton>}
        />
      ) : (
        <Panel padded={false} className={styles.matrix}>
          <section
            className={styles.box}
            // what scrolls must be reached by keyboard
            {...{ tabIndex: 0 }}
            aria-label={t('campus.class_progress')}
            onScroll={onScroll}
          >
            <div style={{ paddingBlock: `${sight.first * rowHeight}px ${after * rowHeight}px` }}>
              <table
                className={styles.table}
                style={{ '--columns': assignments.length } as CSSProperties}
                aria-rowcount={progress.total + 1}
              >
                <thead>
                  <tr aria-rowindex={1}>
                    <th scope="col">{t('campus.name')}</th>
                    {assignments.map((one) => (
                      <th key={one.id} scope="col" data-chosen={one.id === chosen || undefined}>
                        <AssignmentHead assignment={one} times={times} />
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {drawn.map((row, at) => (
                    <LearnerRow
                      key={row.userId}
                      row={row}
                      rowIndex={sight.first + at + 2}
                      assignments={assignments}
                      chosen={chosen}
                      onMark={setMarked}
                    />
                  ))}
                </tbody>
              </table>
            </div>
          </section>
          <div className={styles.foot}>
            <ul className={styles.keys} aria-label={t('campus.legend')}>
              {(['todo', 'continue', 'done'] as const).map((status) => (
                <li key={status}>
                  <StatusDot size="s" status={status} label={t(`campus.legend_${status}`)} named />
                </li>
              ))}
              <li className={styles.late}>{t('campus.late')}</li>
            </ul>
            <span>{t('campus.people_count', { count: progress.total })}</span>
          </div>
        </Panel>
      )}
      {failed && (
        <Notice tone="bad" live>
          {t('campus.rows_failed')} <Button onClick={more}>{t('campus.rows_again')}</Button>
        </Notice>
      )}
      {hasMore && !failed && (
        <noscript>
          <LinkButton to={moreAddress(path, { q, group }, progress.next)}>{t('campus.rows_more')}</LinkButton>
        </noscript>
      )}
      <p className="sr" role="status">
        {q ? t('campus.people_count', { count: progress.total }) : ''}
      </p>
      <Suspense>
        {marked && (
          <MarkDialog
            classId={shown.id}
            {...marked}
            onDone={() => again([marked.row.userId])}
            onClose={() => setMarked(null)}
          />
        )}
      </Suspense>
      {times.otherZone && <p className="muted small">{t('campus.times_of_zone', { zone: times.zone })}</p>}
    </>
  )
}

/** Without script the next page is another address. */
function moreAddress(path: string, { q, group }: { q: string; group: string }, next: string | null): string {
  return `${path}?${new URLSearchParams({ ...(q && { q }), ...(group && { group }), ...(next && { after: next }) })}`
}

interface AssignmentHeadProps {
  assignment: Assignment
  times: ClassTimes
}

function AssignmentHead({ assignment, times }: AssignmentHeadProps) {
  const t = useMessages()
  const words = useItemWords()
  const { type, title, language, path, dueAt, counts } = assignment
  return (
    <span className={styles.headCell}>
      <span className="tiny muted">{words.type(type)}</span>
      <PageLink to={path} className="clip-2">
        <span lang={language}>{title}</span>
      </PageLink>
      <span className="tiny muted">{t('campus.due_at', { time: times.time(dueAt) })}</span>
      {counts && (
        <>
          <span className="sr">{t('campus.done_of', { done: counts.done, total: counts.learners })}</span>
          <span className={styles.split} aria-hidden="true">
            <i data-part="done" style={{ flexGrow: counts.done }} />
            <i data-part="begun" style={{ flexGrow: counts.begun }} />
            <i style={{ flexGrow: Math.max(0, counts.learners - counts.done - counts.begun) }} />
          </span>
        </>
      )}
    </span>
  )
}
