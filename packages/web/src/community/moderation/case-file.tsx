import type { CaseAct, CaseFile as CaseFileData } from '@lantern/contract/community/reports.ts'
import { Form } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { ArrowLeftIcon, FlagIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import { Table } from '#ui/table.tsx'
import { CaseLevelMark } from './case-level.tsx'
import { useMeasures } from './measures.ts'
import { targetName } from './moderation-act.ts'
import styles from './moderation-page.module.css'

interface CaseFileProps {
  file: CaseFileData
  /** The queue that it was opened from. */
  back: { to: string; label: string }
}

/** What was reported, in its context; by whom and why; and what is known of its person. */
export function CaseFile({ file, back }: CaseFileProps) {
  const t = useMessages()
  const format = useFormat()
  const { entry, path, subject, context, earlier, reports, acts, history, handovers, appeal } = file
  return (
    <section className={styles.file} aria-labelledby="case-title">
      <LinkButton className={styles.back} theme="quiet" to={back.to} icon={<ArrowLeftIcon className="icon-s" />}>
        {back.label}
      </LinkButton>
      <header className={styles.fileHead}>
        <div className="grow">
          <p className={styles.entryTop}>
            {entry.status === 'open' ? (
              <CaseLevelMark level={entry.level} />
            ) : (
              <Badge tone={entry.status === 'banned' ? 'warn' : 'plain'}>
                {t(`community.case_status.${entry.status}`)}
              </Badge>
            )}
            {entry.reason && <Badge>{t(`community.reason.${entry.reason}`)}</Badge>}
            <span className="num">{format.dateTime(entry.openedTime)}</span>
          </p>
          <h2 id="case-title">
            {t(`community.reported.${entry.type}`, { name: subject?.name ?? t('community.person_gone') })}
          </h2>
        </div>
        {entry.status === 'open' && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="target" value={targetName(entry)} />
            <Button type="submit" name="act" value="read" theme="quiet">
              {t('community.mark_read')}
            </Button>
          </Form>
        )}
        {path && <LinkButton to={path}>{t('community.see_place')}</LinkButton>}
      </header>
      <Panel padded={false} as="section" aria-labelledby="case-context">
        <h3 id="case-context" className={styles.partTitle}>
          {t('community.context')}
          {entry.place && <span className="muted small">{entry.place}</span>}
        </h3>
        {context.length === 0 ? (
          <p className={styles.plain}>{entry.excerpt || t('community.no_text')}</p>
        ) : (
          <ol className={styles.context}>
            {context.map((message) => (
              <li key={message.id} data-reported={message.id === entry.id || undefined}>
                <p className={styles.entryTop}>
                  <strong>{message.name ?? t('community.person_gone')}</strong>
                  <time className="num" dateTime={message.time}>
                    {format.dateTime(message.time)}
                  </time>
                  {message.id === entry.id && (
                    <Badge tone="warn" icon={<FlagIcon />}>
                      {t('community.is_reported')}
                    </Badge>
                  )}
                </p>
                {message.html ? (
                  // the server has sanitized it when it was written
                  <div className={`prose ${styles.text}`} dangerouslySetInnerHTML={{ __html: message.html }} />
                ) : (
                  <p className={styles.text}>{entry.excerpt || t('community.no_text')}</p>
                )}
              </li>
            ))}
          </ol>
        )}
      </Panel>
      {earlier.length > 0 && (
        <Panel padded={false} as="section" aria-labelledby="case-earlier">
          <h3 id="case-earlier" className={styles.partTitle}>
            {t('community.earlier_texts')}
            <span className="muted small num">{earlier.length}</span>
          </h3>
          <ol className={styles.context}>
            {earlier.map(({ content, replacedTime }) => (
              <li key={replacedTime}>
                <p className={styles.typed}>{content}</p>
                <time className="small muted num" dateTime={replacedTime}>
                  {t('community.earlier_until', { time: format.dateTime(replacedTime) })}
                </time>
              </li>
            ))}
          </ol>
        </Panel>
      )}
      {appeal && (
        <Panel as="section" aria-labelledby="case-appeal">
          <h3 id="case-appeal">{t('community.appeal')}</h3>
          <p className={styles.typed}>{appeal.content}</p>
          <p className="muted small num">{format.dateTime(appeal.time)}</p>
        </Panel>
      )}
      <Panel padded={false} as="section" aria-labelledby="case-reports">
        <h3 id="case-reports" className={styles.partTitle}>
          {t('community.reports')}
          <span className="muted small num">{reports.length}</span>
        </h3>
        <Reports reports={reports} />
      </Panel>
      {handovers.length > 0 && (
        <Panel padded={false} as="section" aria-labelledby="case-handovers">
          <h3 id="case-handovers" className={styles.partTitle}>
            {t('community.handovers')}
          </h3>
          <Handovers handovers={handovers} />
        </Panel>
      )}
      <Panel padded={false} as="section" aria-labelledby="case-history">
        <h3 id="case-history" className={styles.partTitle}>
          {t('community.history')}
          {subject && (
            <span className="muted small num">
              {t('community.joined', { name: subject.name, day: format.date(subject.joinedTime) })}
            </span>
          )}
        </h3>
        <Acts acts={[...acts, ...history]} />
      </Panel>
    </section>
  )
}

function Reports({ reports }: Pick<CaseFileData, 'reports'>) {
  const t = useMessages()
  return (
    <Table isNarrow label={t('community.reports')}>
      <thead>
        <tr>
          <th scope="col">{t('community.reporter')}</th>
          <th scope="col">{t('community.report_why')}</th>
          <th scope="col">{t('community.report_more')}</th>
          <th scope="col">{t('community.reporter_record')}</th>
        </tr>
      </thead>
      <tbody>
        {reports.map(({ reporter, word, reasons, time, decided, upheld }) => (
          <tr key={`${reporter?.id} ${time}`}>
            <th scope="row">
              {reporter ? (
                <span className={styles.reporter}>
                  <Avatar name={reporter.name} src={reporter.avatar} size="s" />
                  {reporter.name}
                </span>
              ) : word === null ? (
                t('community.person_gone')
              ) : (
                t('community.by_word', { word })
              )}
            </th>
            <td>{reasons.map(({ type }) => t(`community.reason.${type}`)).join(t('community.separator'))}</td>
            <td className={styles.typed}>
              {reasons.flatMap(({ content }) => content || []).join('\n') || <span className="muted">—</span>}
            </td>
            <td className="num">{word === null && t('community.upheld_of', { upheld, decided })}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Handovers({ handovers }: Pick<CaseFileData, 'handovers'>) {
  const t = useMessages()
  const format = useFormat()
  return (
    <ol className={styles.history}>
      {handovers.map(({ id, moderator, assignee, note, time }) => (
        <li key={id}>
          <span className={styles.historyText}>
            {assignee === null ? t('community.hand_over_nobody') : t('community.handed_to', { name: assignee })}
            {note && <span className="muted"> · {note}</span>}
          </span>
          <span className="muted">{moderator ?? t('community.moderator_gone')}</span>
          <time className="muted num" dateTime={time}>
            {format.dateTime(time)}
          </time>
        </li>
      ))}
    </ol>
  )
}

function Acts({ acts }: { acts: readonly CaseAct[] }) {
  const t = useMessages()
  const format = useFormat()
  const measuresOf = useMeasures()
  if (acts.length === 0) return <p className={`${styles.plain} muted`}>{t('community.no_history')}</p>
  return (
    <ol className={styles.history}>
      {acts.map((act) => (
        <li key={act.id}>
          <span className={styles.historyText}>
            {act.isUndone ? <s>{measuresOf(act)}</s> : measuresOf(act)}
            {act.reason && <> · {t(`community.reason.${act.reason}`)}</>}
            {act.note && <span className="muted"> · {act.note}</span>}
          </span>
          <span className="muted">{act.moderator ?? t('community.moderator_gone')}</span>
          <time className="muted num" dateTime={act.time}>
            {format.dateTime(act.time)}
          </time>
        </li>
      ))}
    </ol>
  )
}
