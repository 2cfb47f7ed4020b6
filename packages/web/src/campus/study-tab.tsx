import type { ClassPage } from '@lantern/contract/campus/assignments.ts'
import type { ClassStudy, HardPoint, StudyRow } from '@lantern/contract/campus/study-time.ts'
import { Form } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DownloadIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { endCell, Table } from '#ui/table.tsx'
import { Select } from '#ui/text-field.tsx'
import campus from './campus.module.css'
import { useClassTimes } from './class-times.ts'
import styles from './study.module.css'

interface StudyTabProps {
  shown: ClassPage
  path: string
  study: ClassStudy
  hard: readonly HardPoint[]
  /** Time of this assignment alone; empty: of all. */
  assignmentId: string
}

/** What a class finds hard, and how long its learners studied, for its teachers. */
export function StudyTab({ shown, path, study, hard, assignmentId }: StudyTabProps) {
  const t = useMessages()
  const times = useClassTimes(shown.timeZone)
  const hasFilms = study.rows.some(({ filmsSeconds }) => filmsSeconds > 0)
  const more = new URLSearchParams({ tab: 'study', ...(assignmentId && { a: assignmentId }), after: study.next ?? '' })
  return (
    <div className={campus.part}>
      <section className={campus.part} aria-labelledby="hard">
        <div>
          <h2 id="hard" className={styles.title}>
            {t('campus.hard')}
          </h2>
          <p className="muted small">{t('campus.hard_lead')}</p>
        </div>
        {hard.length === 0 ? <EmptyState title={t('campus.hard_none')} /> : <HardPoints points={hard} />}
      </section>
      <div className={campus.part}>
        <div className={campus.head}>
          <div className={styles.lead}>
            <h2 className={styles.title}>{t('campus.study_time')}</h2>
            <p className="muted small">{t('campus.study_lead')}</p>
          </div>
          <div className={styles.tools}>
            <Form method="get" action={path}>
              <input type="hidden" name="tab" value="study" />
              <Select
                label={t('campus.which_assignment')}
                labelHidden
                name="a"
                defaultValue={assignmentId}
                key={assignmentId}
                onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
              >
                <option value="">{t('campus.study_all')}</option>
                {shown.assignments.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </Select>
            </Form>
            <LinkButton
              theme="quiet"
              icon={<DownloadIcon className="icon-s" />}
              to={`/api/campus/class/${encodeURIComponent(shown.id)}/study-time.csv`}
              download
            >
              {t('campus.study_csv')}
            </LinkButton>
          </div>
        </div>
        {study.rows.length === 0 ? (
          <EmptyState title={t('campus.class_of_nobody')} />
        ) : (
          <Panel padded={false}>
            <Table label={t('campus.study_time')}>
              <thead>
                <tr>
                  <th scope="col">{t('campus.name')}</th>
                  <th scope="col" className={endCell}>
                    {t('campus.study_time')}
                  </th>
                  {hasFilms && (
                    <th scope="col" className={`${endCell} ${campus.mid}`}>
                      {t('campus.study_films')}
                    </th>
                  )}
                  <th scope="col" className={campus.wide}>
                    {t('campus.study_last')}
                  </th>
                  <th scope="col">{t('campus.study_odd')}</th>
                </tr>
              </thead>
              <tbody>
                {study.rows.map((row) => (
                  <StudyLine key={row.userId} row={row} hasFilms={hasFilms} time={times.time} />
                ))}
              </tbody>
            </Table>
          </Panel>
        )}
        {study.next !== null && (
          <div className="row">
            <LinkButton to={`${path}?${more}`}>{t('campus.study_more')}</LinkButton>
          </div>
        )}
      </div>
    </div>
  )
}

interface StudyLineProps {
  row: StudyRow
  hasFilms: boolean
  time: (moment: string) => string
}

function StudyLine({ row, hasFilms, time }: StudyLineProps) {
  const t = useMessages()
  const format = useFormat()
  const { name, seconds, filmSeconds, filmsSeconds, lastAt, anomalies } = row
  const duration = (ofSeconds: number) => format.duration(Math.round(ofSeconds / 60))
  return (
    <tr>
      <th scope="row">
        <span className={campus.who}>
          <Avatar name={name} size="s" />
          {name}
        </span>
      </th>
      <td className={endCell}>{duration(seconds)}</td>
      {hasFilms && (
        <td className={`${endCell} ${campus.mid}`}>
          {filmsSeconds === 0
            ? '–'
            : t('campus.study_film_part', { seen: duration(filmSeconds), whole: duration(filmsSeconds) })}
        </td>
      )}
      <td className={campus.wide}>{lastAt === null ? '–' : time(lastAt)}</td>
      <td>
        {anomalies.length === 0 ? (
          <p className={`muted small ${styles.look}`}>{t('campus.study_odd_none')}</p>
        ) : (
          <ul className={styles.odd}>
            {anomalies.map(({ kind, day, minutes, title }) => (
              <li key={`${kind} ${day} ${title}`}>
                {t(`campus.study_${kind}`, { day, duration: format.duration(minutes), title })}
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  )
}

function HardPoints({ points }: { points: readonly HardPoint[] }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <Panel padded={false}>
      <ul className={styles.hard} aria-label={t('campus.hard')}>
        {points.map(({ kind, title, language, path, index, text, count, of, siteShare }) => (
          <li key={`${path} ${kind} ${index}`}>
            <div className={styles.point}>
              <PageLink to={path}>
                <span lang={language}>{text}</span>
              </PageLink>
              <span className="small muted">{t(`campus.hard_${kind}`, { title, index })}</span>
            </div>
            <span className={styles.bar} aria-hidden="true">
              <i style={{ inlineSize: `${(100 * count) / of}%` }} />
              {siteShare !== null && <b style={{ insetInlineStart: `${100 * siteShare}%` }} />}
            </span>
            <span className={styles.share}>
              <strong>{t('campus.hard_people', { count, of })}</strong>
              {siteShare !== null && (
                <span className="small muted">
                  {t('campus.hard_site', { percent: format.percent(100 * siteShare) })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
