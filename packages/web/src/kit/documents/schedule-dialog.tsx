import type { ScheduleWish } from '@lantern/contract/documents.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ClockIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { failureText, toastFailure } from '../failure.ts'
import { siteTimeZone } from '../format.ts'
import { useLocale, useMessages } from '../messages.tsx'
import { ApiError } from '../request.ts'
import { browserZone, clockTimeIn } from './clock-time.ts'
import styles from './schedule-dialog.module.css'
import { useTimeZones, zoneName } from './time-zones.ts'

type Action = 'publish' | 'unpublish'

/** The present schedule. */
interface Planned {
  id: string
  action: Action
  version: number | null
  at: string
  timeZone: string
  failure: string | null
}

type ScheduleDialogProps = {
  editor: { flush(): Promise<boolean>; state(): { draft: { version: number } | null } }
  schedule: readonly Planned[]
  /** What happens then, in words. */
  explained: Record<Action, ReactNode>
  onPlan: (wish: ScheduleWish) => Promise<void>
  onCancel: (id: string) => Promise<void>
  onClose: () => void
}

/** What is to happen by itself, and when. Times are those of the site, as everywhere on it, until another zone is chosen. */
export function ScheduleDialog({ editor, schedule, explained, onPlan, onCancel, onClose }: ScheduleDialogProps) {
  const t = useMessages()
  const form = useId()
  const [action, setAction] = useState<Action>('publish')
  const [at, setAt] = useState(() => clockTimeIn(siteTimeZone, new Date(Date.now() + 3_600_000)))
  const [timeZone, setTimeZone] = useState<string>(siteTimeZone)
  const [ownZone] = useState(browserZone)
  const zones = useTimeZones([siteTimeZone, ownZone], languageTag(useLocale()), at.slice(0, 10))
  /** One act at a time: each answers with the whole list. */
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const plan = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy('plan')
    setProblem(null)
    try {
      // what stands on the screen is what is published
      if (!(await editor.flush())) return setProblem(t('documents.not_saved'))
      const version = action === 'publish' ? editor.state().draft?.version : undefined
      await onPlan({ action, at, timeZone, ...(version !== undefined && { version }) })
      toast({ tone: 'good', text: t('documents.scheduled') })
    } catch (error) {
      setProblem((error instanceof ApiError && error.details[0]?.message) || failureText(error, t))
    } finally {
      setBusy(null)
    }
  }
  const cancel = async (id: string) => {
    setBusy(id)
    try {
      await onCancel(id)
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setBusy(null)
    }
  }
  return (
    <Dialog
      open
      title={t('documents.schedule')}
      closeLabel={t('kit.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('kit.close')}</Button>
          <Button
            type="submit"
            form={form}
            theme="primary"
            icon={<ClockIcon />}
            busy={busy === 'plan'}
            disabled={at === '' || (busy !== null && busy !== 'plan')}
          >
            {t('documents.schedule_add')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={plan}>
        <SegmentedControl<Action>
          label={t('documents.schedule_what')}
          value={action}
          onValue={setAction}
          options={[
            { value: 'publish', label: t('documents.publish') },
            { value: 'unpublish', label: t('documents.unpublish') },
          ]}
        />
        <TextField
          type="datetime-local"
          required
          label={t('documents.schedule_at')}
          value={at}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
        <Select
          label={t('documents.time_zone')}
          value={timeZone}
          onChange={({ currentTarget }) => setTimeZone(currentTarget.value)}
        >
          {zones.map((zone) => (
            <option key={zone.timeZone} value={zone.timeZone}>
              {zone.label}
            </option>
          ))}
        </Select>
        <p className="small muted">{explained[action]}</p>
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
      </form>
      {schedule.length > 0 && (
        <section className={styles.planned}>
          <h3>{t('documents.schedule_list')}</h3>
          <ul>
            {schedule.map((one) => (
              <li key={one.id}>
                <PlannedLine planned={one} />
                <Button
                  size="s"
                  busy={busy === one.id}
                  disabled={busy !== null && busy !== one.id}
                  onClick={() => void cancel(one.id)}
                >
                  {t('documents.schedule_cancel')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}

function PlannedLine({ planned }: { planned: Planned }) {
  const t = useMessages()
  const tag = languageTag(useLocale())
  const { action, version, at, timeZone, failure } = planned
  return (
    <span>
      <strong>
        {action === 'publish'
          ? t('documents.planned_publish', { version: version ?? 0 })
          : t('documents.planned_unpublish')}
      </strong>
      <br />
      <time className="small num" dateTime={at}>
        {clockTimeIn(timeZone, new Date(at)).replace('T', ' ')} · {zoneName(timeZone, tag, new Date(at))}
      </time>
      {failure && (
        <>
          <br />
          <span className={styles.failure}>{t('documents.schedule_failed')}</span>
        </>
      )}
    </span>
  )
}
