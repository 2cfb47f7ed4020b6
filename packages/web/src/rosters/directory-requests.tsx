import type { DirectoryRequest } from '@lantern/contract/rosters/directory.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EntryPanel } from '#ui/entry-panel.tsx'
import { Table } from '#ui/table.tsx'
import styles from './directory.module.css'

/** What the directory asked lately, and how it ended. */
export function DirectoryRequests({ requests }: { requests: readonly DirectoryRequest[] }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <EntryPanel title={t('rosters.directory_requests')} lead={t('rosters.directory_requests_lead')}>
      {requests.length === 0 ? (
        <EmptyState bare level={3} title={t('rosters.directory_no_requests')}>
          <p>{t('rosters.directory_no_requests_text')}</p>
        </EmptyState>
      ) : (
        <div className={styles.log}>
          <Table label={t('rosters.directory_request')}>
            <thead>
              <tr>
                <th scope="col">{t('rosters.directory_time')}</th>
                <th scope="col">{t('rosters.directory_result')}</th>
                <th scope="col">{t('rosters.directory_request')}</th>
              </tr>
            </thead>
            <tbody>
              {requests.map(({ id, at, method, path, status, problem }) => (
                <tr key={id}>
                  <td className={styles.time}>{format.dateTime(at)}</td>
                  <td className={styles.result}>
                    <Badge tone={status < 400 ? 'good' : 'bad'}>
                      {t(status < 400 ? 'rosters.directory_done' : 'rosters.directory_refused', { status })}
                    </Badge>
                  </td>
                  <td>
                    <span className={styles.request}>
                      <code>{`${method} ${path}`}</code>
                      {problem && (
                        <span className="small muted" lang="en">
                          {problem}
                        </span>
                      )}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </EntryPanel>
  )
}
