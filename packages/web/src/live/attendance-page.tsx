import { itemIdLink } from '@lantern/contract/links.ts'
import type { Attendance } from '@lantern/contract/live/attendance.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DownloadIcon } from '#ui/icons.tsx'
import { endCell, Table } from '#ui/table.tsx'
import styles from './live-stage.module.css'

/** Who was in a session, for its hosts. */
export function AttendancePage({ attendance: { session, people, total } }: { attendance: Attendance }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <main id="main" className={`wrap page-stack ${styles.stage}`}>
      <Breadcrumb
        label={t('catalog.place')}
        crumbs={[
          { label: t('live.calendar'), to: '/live-calendar' },
          {
            label: <span lang={session.language}>{session.title}</span>,
            to: itemIdLink({ type: 'liveSession', id: session.id }),
          },
          { label: t('live.attendance') },
        ]}
      />
      <h1>{t('live.attendance')}</h1>
      {people.length === 0 ? (
        <EmptyState title={t('live.attendance_none')}>{t('live.attendance_none_text')}</EmptyState>
      ) : (
        <>
          <div className={styles.head}>
            <p className="muted num">{t('live.attendance_total', { count: total, shown: people.length })}</p>
            <LinkButton
              leaves
              download
              to={`/api/learn/cn/liveSession/${encodeURIComponent(session.id)}/attendance.csv`}
              icon={<DownloadIcon className="icon-s" />}
            >
              {t('live.attendance_csv')}
            </LinkButton>
          </div>
          <Table isNarrow label={t('live.attendance')}>
            <thead>
              <tr>
                <th scope="col">{t('live.attendance_name')}</th>
                <th scope="col">{t('live.attendance_first')}</th>
                <th scope="col">{t('live.attendance_last')}</th>
                <th scope="col" className={endCell}>
                  {t('live.attendance_minutes')}
                </th>
              </tr>
            </thead>
            <tbody>
              {people.map(({ id, fullName, firstTime, lastTime, minutes }) => (
                <tr key={id}>
                  <th scope="row">{fullName}</th>
                  <td className="num">{format.dateTime(firstTime)}</td>
                  <td className="num">{format.dateTime(lastTime)}</td>
                  <td className={`num ${endCell}`}>{format.number(minutes)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
    </main>
  )
}
