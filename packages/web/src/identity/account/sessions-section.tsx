import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { listSessions } from '@lantern/contract/identity/session-list.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { Form, useNavigation } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './account-safety.module.css'
import type { SafetyAnswer } from './account-safety-act.ts'
import { SafetyRow } from './safety-row.tsx'

type Sessions = ResponseOf<typeof listSessions>['sessions']

interface SessionsSectionProps {
  sessions: Sessions
  here: string
  answer: SafetyAnswer | undefined
}

/** Where this account is signed in, and how to end that. */
export function SessionsSection({ sessions, here, answer }: SessionsSectionProps) {
  const t = useMessages()
  const others = sessions.filter(({ current }) => !current)
  const isRevokingOthers = useNavigation().formData?.get('intent') === 'revoke_others'
  return (
    <section className={styles.group} aria-labelledby="safety-sessions">
      <div>
        <h2 className={styles.groupTitle} id="safety-sessions">
          {t('identity.sessions')}
        </h2>
        <p className="small muted">{t('identity.sessions_lead')}</p>
      </div>
      <Panel className={styles.rows}>
        {answer?.part === 'sessions' && (answer.problem || answer.done) && (
          <Notice tone={answer.problem ? 'bad' : 'good'} live className={styles.notice}>
            {answer.problem ?? (answer.done && t(answer.done))}
          </Notice>
        )}
        {sessions.map((session) => (
          <SessionRow key={session.sessionId} session={session} here={here} />
        ))}
        <div className={styles.foot}>
          {others.length === 0 ? (
            <span className="small muted">{t('identity.sessions_only')}</span>
          ) : (
            <Form method="post" action={here} preventScrollReset>
              <Button type="submit" name="intent" value="revoke_others" theme="danger" busy={isRevokingOthers}>
                {t('identity.sessions_revoke_others')}
              </Button>
            </Form>
          )}
        </div>
      </Panel>
    </section>
  )
}

function SessionRow({ session, here }: { session: Sessions[number]; here: string }) {
  const t = useMessages()
  const format = useFormat()
  const locale = useLocale()
  const { sessionId, device, browser, deviceType, ip, country, at, lastSeenAt, current } = session
  const name = device ?? t('identity.sessions_unknown_device')
  const isRevoking = useNavigation().formData?.get('sessionId') === sessionId
  const place = [ip, country && countryName(country, languageTag(locale))].filter(Boolean).join(' · ')
  return (
    <SafetyRow
      id={`session-${sessionId}`}
      title={
        <>
          {name}
          {browser && <span className="muted">{browser}</span>}
          {current && <Badge tone="good">{t('identity.sessions_here')}</Badge>}
        </>
      }
      acts={
        !current && (
          <Form method="post" action={here} preventScrollReset>
            <input type="hidden" name="sessionId" value={sessionId} />
            <Button
              type="submit"
              name="intent"
              value="revoke"
              busy={isRevoking}
              aria-label={t('identity.sessions_revoke_label', { device: [name, browser].filter(Boolean).join(' ') })}
            >
              {t('identity.sessions_revoke')}
            </Button>
          </Form>
        )
      }
    >
      <div>{[t(`identity.sessions_type.${deviceType}`), place].filter(Boolean).join(' · ')}</div>
      <div className={styles.times}>
        <span>{t('identity.sessions_seen', { time: format.dateTime(lastSeenAt) })}</span>
        <span>{t('identity.sessions_since', { time: format.dateTime(at) })}</span>
      </div>
    </SafetyRow>
  )
}

function countryName(code: string, tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'region' }).of(code) ?? code
}
