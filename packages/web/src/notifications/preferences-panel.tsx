import { type Channel, kindGroups, offeredRhythms, type Rhythm } from '@lantern/contract/notifications/channels.ts'
import type { NotificationPreferences } from '@lantern/contract/notifications/preferences.ts'
import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { BellIcon, LockIcon, MailIcon, MonitorIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Switch } from '#ui/switch.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { groupTitles } from './group-titles.ts'
import { KeptChoices } from './kept-choices.tsx'
import type { PreferencesAnswer } from './preferences-act.ts'
import styles from './preferences-panel.module.css'
import { PushSwitch } from './push-switch.tsx'

type Kind = NotificationPreferences['kinds'][number]

interface PreferencesPanelProps {
  preferences: NotificationPreferences
  answer: PreferencesAnswer | undefined
  /** Where its forms post to. */
  action: string
}

/** Kinds of notifications, their channels, and quiet hours. */
export function PreferencesPanel({ preferences, answer, action }: PreferencesPanelProps) {
  const t = useMessages()
  const busy = useIsSending()
  const { kinds, email, muted, followed, blocked } = preferences
  const shown = columns.filter(({ channel }) =>
    kinds.some((kind) => kind.channels.some((one) => one.channel === channel)),
  )
  return (
    <div id="tab_notifications" className={styles.page}>
      <Form method="post" action={action} preventScrollReset className={styles.form}>
        <input type="hidden" name="form" value="notifications" />
        <div className={styles.head}>
          <div>
            <h2>{t('notifications.settings')}</h2>
            <p className="small muted">{t('notifications.settings_lead')}</p>
          </div>
          <div className={styles.save}>
            {answer?.saved && !busy && <SavedMark state="saved">{t('notifications.saved')}</SavedMark>}
            <Button type="submit" theme="primary" busy={busy}>
              {t('notifications.save')}
            </Button>
          </div>
        </div>
        {answer?.problem && (
          <Notice tone="bad" live>
            {answer.problem}
          </Notice>
        )}
        <Panel padded={false}>
          <div className={`${styles.row} ${styles.columns}`} aria-hidden="true">
            <span>{t('notifications.kind')}</span>
            {shown.map(({ channel, label, Icon }) => (
              <span key={channel}>
                <Icon className="icon-s" />
                {t(label)}
              </span>
            ))}
          </div>
          {kindGroups.map((group) => (
            <Group
              key={group}
              title={t(groupTitles[group])}
              kinds={kinds.filter((kind) => kind.group === group)}
              shown={shown}
            />
          ))}
        </Panel>
        <QuietHours preferences={preferences} answer={answer} />
      </Form>
      <PushSwitch />
      <KeptChoices muted={muted} followed={followed} blocked={blocked} action={action} />
      <Notice tone="info">
        {email === null ? t('notifications.no_email') : t('notifications.email_is', { email })}{' '}
        <TextLink to={`/auth/email?redirect_to=${encodeURIComponent('/settings#tab_notifications')}`}>
          {t(email === null ? 'notifications.add_email' : 'notifications.change_email')}
        </TextLink>
      </Notice>
    </div>
  )
}

const columns = [
  { channel: 'site', label: 'notifications.channel_site', Icon: BellIcon },
  { channel: 'mail', label: 'notifications.channel_mail', Icon: MailIcon },
  { channel: 'push', label: 'notifications.channel_push', Icon: MonitorIcon },
] as const satisfies readonly { channel: Channel; label: MessageKey; Icon: typeof BellIcon }[]

const rhythmTexts = {
  off: 'notifications.rhythm_off',
  now: 'notifications.rhythm_now',
  daily: 'notifications.rhythm_daily',
  weekly: 'notifications.rhythm_weekly',
} as const satisfies Record<Rhythm, MessageKey>

function Group({
  title,
  kinds,
  shown,
}: {
  title: string
  kinds: readonly Kind[]
  shown: readonly (typeof columns)[number][]
}) {
  const t = useMessages()
  if (kinds.length === 0) return null
  return (
    // without a name it is no landmark: the page has panels of the same names
    <section className={styles.group}>
      <h3>{title}</h3>
      {kinds.map((kind) => (
        <div className={styles.row} key={kind.kind}>
          <p className={styles.kind}>
            <strong>{kind.label}</strong>
            <span>{kind.hint}</span>
          </p>
          {shown.map(({ channel, label }) => (
            <div className={styles.cell} key={channel}>
              <span className={styles.cellLabel} aria-hidden="true">
                {t(label)}
              </span>
              <Choice kind={kind} channel={channel} channelLabel={t(label)} />
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}

/** How one channel carries one kind: a choice, a lock where it must, or nothing where it does not. */
function Choice({ kind, channel, channelLabel }: { kind: Kind; channel: Channel; channelLabel: string }) {
  const t = useMessages()
  const choice = kind.channels.find((one) => one.channel === channel)
  if (!choice) return <span className="muted">–</span>
  const label = t('notifications.choice', { kind: kind.label, channel: channelLabel })
  if (choice.isRequired) {
    return (
      <span className={styles.lock}>
        <LockIcon className="icon-s" />
        {t('notifications.required')}
        <span className="sr">{label}</span>
      </span>
    )
  }
  const name = `${kind.kind}.${channel}`
  return (
    <>
      <input type="hidden" name="named" value={name} />
      {channel === 'mail' ? (
        <Select className={styles.rhythm} label={label} labelHidden name={name} defaultValue={choice.setting}>
          {offeredRhythms.mail.map((rhythm) => (
            <option key={rhythm} value={rhythm}>
              {t(rhythmTexts[rhythm])}
            </option>
          ))}
        </Select>
      ) : (
        <Switch label={label} name={name} value="now" defaultChecked={choice.setting !== 'off'} />
      )}
    </>
  )
}

/** From 22:30 to 08:00 is the default for people who have never chosen. */
const usualHours = { from: '22:30', until: '08:00' }

function QuietHours({ preferences, answer }: Omit<PreferencesPanelProps, 'action'>) {
  const t = useMessages()
  const { timeZone, quietFrom, quietUntil } = preferences
  const [isQuiet, setQuiet] = useState(quietFrom !== null || answer?.saved === false)
  // the browser's own zone is among the choices, once it can say
  const [zones, setZones] = useState([timeZone])
  useEffect(() => {
    setZones([...new Set([timeZone, new Intl.DateTimeFormat().resolvedOptions().timeZone, 'Asia/Shanghai'])])
  }, [timeZone])
  const typed = answer?.saved === false ? answer.values : null
  const errorOf = (field: string) => answer?.problems.find((problem) => problem.field === field)?.message
  return (
    <Panel as="section" aria-labelledby="quiet-hours" className={styles.quiet}>
      <div>
        <h3 id="quiet-hours">{t('notifications.quiet')}</h3>
        <p className="small muted">{t('notifications.quiet_lead')}</p>
      </div>
      <Checkbox name="quiet" checked={isQuiet} onChange={({ currentTarget }) => setQuiet(currentTarget.checked)}>
        {t('notifications.quiet_on')}
      </Checkbox>
      <div className={styles.hours}>
        <TextField
          type="time"
          name="quietFrom"
          label={t('notifications.quiet_from')}
          defaultValue={typed?.quietFrom ?? quietFrom ?? usualHours.from}
          error={errorOf('quietFrom')}
        />
        <TextField
          type="time"
          name="quietUntil"
          label={t('notifications.quiet_until')}
          defaultValue={typed?.quietUntil ?? quietUntil ?? usualHours.until}
          error={errorOf('quietUntil')}
        />
        <Select
          name="timeZone"
          label={t('notifications.time_zone')}
          defaultValue={typed?.timeZone ?? timeZone}
          error={errorOf('timeZone')}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </Select>
      </div>
    </Panel>
  )
}
