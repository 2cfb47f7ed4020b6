import type { CaseView } from '@lantern/contract/community/report-rules.ts'
import type { CaseEntry, listReports } from '@lantern/contract/community/reports.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { withParams } from '@lantern/contract/links.ts'
import { type KeyboardEvent, useState } from 'react'
import { Form } from 'react-router'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { usePageWords } from '#kit/page-words.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { latinKey } from '#ui/latin-key.ts'
import { PageLink } from '#ui/link.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Panel } from '#ui/panel.tsx'
import { CaseLevelMark } from './case-level.tsx'
import { targetName } from './moderation-act.ts'
import { moderationPath } from './moderation-layout.tsx'
import styles from './moderation-page.module.css'

interface CaseQueueProps {
  view: CaseView
  list: ResponseOf<typeof listReports>
  /** The case that is open beside it. */
  current: string | null
}

/** Cases of one view. Those that are ticked can be decided at once. */
export function CaseQueue({ view, list, current }: CaseQueueProps) {
  const t = useMessages()
  const pageWords = usePageWords()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { results, page, pageSize, total } = list
  const toOf = (at: number) =>
    withParams(moderationPath, { status: view === 'open' ? null : view, page: at > 1 ? String(at - 1) : null })
  if (results.length === 0 && total > 0) return <BeyondLastPage to={toOf(1)} />
  if (results.length === 0) {
    return (
      <EmptyState title={t(`community.no_cases.${view}`)}>
        <p>{t(`community.no_cases_text.${view}`)}</p>
      </EmptyState>
    )
  }
  // appeals are decided one by one
  const many =
    view === 'appealed' ? [] : view === 'decided' ? (['many-undo'] as const) : (['many-ban', 'many-ignore'] as const)
  const isChosen = (entry: CaseEntry) => chosen.includes(targetName(entry))
  const count = results.filter(isChosen).length
  return (
    <Form method="post" action={toOf(page + 1)} preventScrollReset onKeyDown={onQueueKey}>
      {many.length > 0 && (
        <fieldset className={styles.bulk}>
          <legend className="sr">{t('community.many_cases')}</legend>
          <span className="num small">{t('community.chosen_cases', { count })}</span>
          {many.map((act) => (
            <Button key={act} size="s" theme="quiet" type="submit" name="act" value={act}>
              {t(manyLabels[act])}
            </Button>
          ))}
        </fieldset>
      )}
      <p className={styles.keys}>
        <kbd>J</kbd> <kbd>K</kbd> {t('community.keys_move')}
        {many.length > 0 && (
          <>
            {' '}
            <kbd>X</kbd> {t('community.keys_choose')}
          </>
        )}
      </p>
      <Panel padded={false}>
        <ol className={styles.cases}>
          {results.map((entry) => (
            <CaseRow
              key={entry.caseId}
              entry={entry}
              view={view}
              canChoose={many.length > 0}
              isCurrent={entry.caseId === current}
              checked={isChosen(entry)}
              onCheck={(on) => {
                const name = targetName(entry)
                setChosen(on ? [...chosen, name] : chosen.filter((one) => one !== name))
              }}
              to={withParams(toOf(page + 1), { case: entry.caseId })}
            />
          ))}
        </ol>
      </Panel>
      <Pagination {...pageWords} page={page + 1} pageCount={Math.ceil(total / pageSize)} toOf={toOf} />
    </Form>
  )
}

const manyLabels = {
  'many-ban': 'community.measure.hide',
  'many-ignore': 'community.ignore_reports',
  'many-undo': 'community.undo_decision',
} as const

/** J and K open the next case and the one before, X ticks one: only while the focus is in the queue, where nobody types. */
function onQueueKey(event: KeyboardEvent<HTMLFormElement>): void {
  const { currentTarget, target, altKey, ctrlKey, metaKey } = event
  if (altKey || ctrlKey || metaKey || !(target instanceof Node)) return
  const key = latinKey(event)
  const rows = [...currentTarget.querySelectorAll('li')]
  const at = rows.findIndex((row) => row.contains(target))
  if (key === 'x') rows[at]?.querySelector('input')?.click()
  const next = key === 'j' ? rows[at + 1] : key === 'k' ? rows[at - 1] : undefined
  const link = next?.querySelector('a')
  link?.focus()
  link?.click()
}

interface CaseRowProps {
  entry: CaseEntry
  view: CaseView
  canChoose: boolean
  isCurrent: boolean
  checked: boolean
  onCheck: (on: boolean) => void
  to: string
}

function CaseRow({ entry, view, canChoose, isCurrent, checked, onCheck, to }: CaseRowProps) {
  const t = useMessages()
  const format = useFormat()
  const title = entry.excerpt || t('community.no_text')
  return (
    <li className={styles.case} data-current={isCurrent || undefined}>
      {canChoose && (
        <label className={styles.choose}>
          <input
            type="checkbox"
            name="case"
            value={targetName(entry)}
            aria-label={t('community.choose_case', { text: title.slice(0, 20) })}
            checked={checked}
            onChange={(event) => onCheck(event.currentTarget.checked)}
          />
        </label>
      )}
      <PageLink className={styles.entry} to={to} aria-current={isCurrent ? 'true' : undefined} preventScrollReset>
        <span className={styles.entryTop}>
          {view === 'decided' ? (
            <Badge tone={entry.status === 'banned' ? 'warn' : 'plain'}>
              {t(`community.case_status.${entry.status}`)}
            </Badge>
          ) : (
            <CaseLevelMark level={entry.level} />
          )}
          {entry.reason && <span>{t(`community.reason.${entry.reason}`)}</span>}
          <time className="num" dateTime={entry.openedTime}>
            {format.dateTime(entry.decidedTime ?? entry.openedTime)}
          </time>
        </span>
        <span className={styles.excerpt}>{title}</span>
        <span className={styles.entryFoot}>
          <span className={styles.place}>{entry.place ?? t(`community.report_type.${entry.type}`)}</span>
          {entry.hasAppeal && <Badge tone="accent">{t('community.appeal')}</Badge>}
          {entry.assignee && view === 'open' && <Badge>{t('community.handed_to', entry.assignee)}</Badge>}
          {entry.readBy.length > 0 && view === 'open' && (
            <span>{t('community.read_by', { name: entry.readBy.join(t('community.separator')) })}</span>
          )}
          <span className="num">{t('community.report_count', { count: entry.reports })}</span>
        </span>
      </PageLink>
    </li>
  )
}
