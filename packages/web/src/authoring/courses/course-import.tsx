import type {
  CourseImportPart,
  CourseImportReport,
  startCourseImport,
} from '@lantern/contract/authoring/course-imports.ts'
import { editLink } from '@lantern/contract/links.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { ListHead } from '#kit/listing/list-head.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { useRevalidateWhile } from '#kit/use-revalidate-while.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import styles from './course-imports.module.css'
import { formatNames, ImportState, importsPath } from './import-state.tsx'

/** What would become, or became, of each part of a course of another system. */
export function CourseImportPage({ report }: { report: CourseImportReport }) {
  const t = useMessages()
  const change = useChange()
  const { id, state, campus, title, fileName, problem, items, counts, format } = report
  const isWaiting = state === 'reading' || state === 'importing'
  useRevalidateWhile(isWaiting)
  const course = items.find(({ type }) => type === 'course')
  const isNew = items.some(({ outcome }) => outcome === 'created' || outcome === 'updated')
  const failed = change.problemBeside()
  const start = () =>
    change.send(
      () => call<typeof startCourseImport>('POST /api/learn/creator/courseImport/:id/start', { params: { id } }),
      t('authoring.courses.started'),
    )
  return (
    <div className={styles.page}>
      <ListHead
        title={title || fileName}
        lead={[format && formatNames[format], title && fileName].filter(Boolean).join(' · ')}
        before={<TextLink to={importsPath(campus)}>{t('authoring.courses.title')}</TextLink>}
      >
        <span className={styles.state}>
          <ImportState state={state} />
        </span>
        {state === 'planned' && isNew && (
          <Button theme="primary" busy={change.busy} onClick={() => void start()}>
            {t('authoring.courses.start')}
          </Button>
        )}
        {state === 'done' && course && (
          <LinkButton theme="primary" to={editLink(course, { campus })}>
            {t('authoring.courses.open')}
          </LinkButton>
        )}
      </ListHead>
      {(problem || failed) && (
        <Notice tone="bad" live>
          {problem?.message ?? failed}
        </Notice>
      )}
      {isWaiting && <Waiting report={report} />}
      {state === 'planned' && (
        <Notice>{t(isNew ? 'authoring.courses.plan_lead' : 'authoring.courses.nothing_new')}</Notice>
      )}
      {items.length > 0 && (
        <section className={styles.part} aria-labelledby="made">
          <h2 id="made">{t('authoring.courses.items')}</h2>
          <ul className={styles.rows}>
            {items.map((item) => (
              <li className={styles.row} key={item.id}>
                {state === 'done' ? (
                  <TextLink className={styles.name} to={editLink(item, { campus })}>
                    {item.title}
                  </TextLink>
                ) : (
                  <span className={styles.name}>{item.title}</span>
                )}
                <span className={styles.badges}>
                  <Badge>{t(`authoring.courses.type_${item.type}`)}</Badge>
                  <Badge tone={itemTones[item.outcome]}>{t(`authoring.package.${item.outcome}`)}</Badge>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {counts.kept + counts.changed + counts.leftOut > 0 && <Parts report={report} />}
    </div>
  )
}

const itemTones: Record<CourseImportReport['items'][number]['outcome'], BadgeTone> = {
  created: 'good',
  updated: 'accent',
  unchanged: 'plain',
  refused: 'bad',
}

function Waiting({ report: { state, progress } }: { report: CourseImportReport }) {
  const t = useMessages()
  const isMaking = state === 'importing'
  return (
    <div className={styles.part} role="status">
      <p>{t(isMaking ? 'authoring.courses.importing_text' : 'authoring.courses.reading_text')}</p>
      {isMaking && progress.total > 0 && (
        <ProgressBar
          full
          label={t('authoring.courses.state_importing')}
          percent={(progress.done / progress.total) * 100}
        />
      )}
    </div>
  )
}

type Outcome = CourseImportPart['outcome']

/** As many rows as are drawn at once. */
const rowsAtOnce = 200

function Parts({ report: { parts, counts } }: { report: CourseImportReport }) {
  const t = useMessages()
  const [shown, setShown] = useState<Outcome | 'all'>('all')
  const [most, setMost] = useState(rowsAtOnce)
  const rows = parts.filter(({ outcome }) => shown === 'all' || outcome === shown)
  return (
    <section className={styles.part} aria-labelledby="parts">
      <h2 id="parts">{t('authoring.courses.parts')}</h2>
      <p className="muted small">
        {t('authoring.courses.counts', { kept: counts.kept, changed: counts.changed, leftOut: counts.leftOut })}
      </p>
      <SegmentedControl
        label={t('authoring.courses.parts')}
        value={shown}
        onValue={setShown}
        options={(['all', 'kept', 'changed', 'left_out'] as const).map((value) => ({
          value,
          label: t(`authoring.courses.${value}`),
        }))}
      />
      <ul className={styles.rows}>
        {rows.slice(0, most).map((part) => (
          <PartRow key={part.place} part={part} />
        ))}
      </ul>
      {rows.length > most && (
        <Button onClick={() => setMost(most + rowsAtOnce)}>
          {t('authoring.courses.more', { count: rows.length - most })}
        </Button>
      )}
    </section>
  )
}

const outcomeTones: Record<Outcome, BadgeTone> = { kept: 'good', changed: 'accent', left_out: 'warn' }

function PartRow({ part: { kind, title, folders, outcome, notes } }: { part: CourseImportPart }) {
  const t = useMessages()
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{title || t(`authoring.courses.kind_${kind}`)}</p>
        <p className="muted small">{[t(`authoring.courses.kind_${kind}`), ...folders].filter(Boolean).join(' · ')}</p>
        {notes.map(({ code, message }) => (
          <p className={styles.note} key={`${code} ${message}`}>
            {message}
          </p>
        ))}
      </div>
      <Badge tone={outcomeTones[outcome]}>{t(`authoring.courses.${outcome}`)}</Badge>
    </li>
  )
}
