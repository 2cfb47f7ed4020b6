import type { cancelPageSchedule, PageSchedule, schedulePage } from '@lantern/contract/cms/pages.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { type FormEvent, useId, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText, toastFailure } from '#kit/failure.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { ApiError } from '#kit/request.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ClockIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { useBuilder, usePageState } from '../builder/builder-context.ts'
import { browserZone, clockTime } from '../form/clock-time.ts'
import { useTimeZones, zoneLabel } from '../form/time-zones.ts'
import styles from './publish.module.css'

/** What is to happen to the page by itself, and when. */
export function ScheduleDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { desk, pageId, locale } = useBuilder()
  const { draft } = usePageState()
  const form = useId()
  const schedule = draft.page.locales.find((one) => one.locale === locale)?.schedule ?? []
  const [action, setAction] = useState<PageSchedule['action']>('publish')
  const [at, setAt] = useState(() => clockTime(new Date(Date.now() + 3_600_000).toISOString()))
  const [ownZone] = useState(browserZone)
  const [timeZone, setTimeZone] = useState(ownZone)
  const zones = useTimeZones(ownZone, languageTag(useLocale()), at.slice(0, 10))
  /** One act at a time: each answers with the whole list. */
  const [busy, setBusy] = useState<'plan' | PageSchedule['id'] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const params = { id: pageId, locale }

  const plan = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy('plan')
    setProblem(null)
    try {
      if (!(await desk.flush())) return setProblem(t('cms.builder_not_saved'))
      const version = action === 'publish' ? { version: desk.state().draft.version } : {}
      const answer = await call<typeof schedulePage>('POST /api/learn/creator/page/:id/:locale/schedule', {
        params,
        body: { action, at, timeZone, ...version },
      })
      desk.setSchedule(answer.schedule)
      toast({ tone: 'good', text: t('cms.builder_scheduled') })
    } catch (error) {
      setProblem((error instanceof ApiError && error.details[0]?.message) || failureText(error, t))
    } finally {
      setBusy(null)
    }
  }
  const cancel = async (scheduleId: string) => {
    setBusy(scheduleId)
    try {
      const answer = await call<typeof cancelPageSchedule>('POST /api/learn/creator/page/:id/:locale/schedule/cancel', {
        params,
        body: { scheduleId },
      })
      desk.setSchedule(answer.schedule)
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setBusy(null)
    }
  }
  return (
    <Dialog
      open
      title={t('cms.builder_schedule')}
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
            {t('cms.builder_schedule_add')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={plan}>
        <SegmentedControl<PageSchedule['action']>
          label={t('cms.builder_schedule_what')}
          value={action}
          onValue={setAction}
          options={[
            { value: 'publish', label: t('authoring.publish') },
            { value: 'unpublish', label: t('cms.builder_unpublish') },
          ]}
        />
        <TextField
          type="datetime-local"
          required
          label={t('cms.builder_schedule_at')}
          value={at}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
        <Select
          label={t('cms.builder_time_zone')}
          value={timeZone}
          onChange={({ currentTarget }) => setTimeZone(currentTarget.value)}
        >
          {zones.map((zone) => (
            <option key={zone.timeZone} value={zone.timeZone}>
              {zone.label}
            </option>
          ))}
        </Select>
        <p className="small muted">
          {t(action === 'publish' ? 'cms.builder_schedule_publish_text' : 'cms.builder_schedule_unpublish_text')}
        </p>
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
      </form>
      {schedule.length > 0 && (
        <section className={styles.planned}>
          <h3>{t('cms.builder_schedule_list')}</h3>
          <ul>
            {schedule.map((one) => (
              <li key={one.id}>
                <Planned schedule={one} />
                <Button
                  size="s"
                  busy={busy === one.id}
                  disabled={busy !== null && busy !== one.id}
                  onClick={() => void cancel(one.id)}
                >
                  {t('cms.builder_schedule_cancel')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}

function Planned({ schedule }: { schedule: PageSchedule }) {
  const t = useMessages()
  const tag = languageTag(useLocale())
  const { action, version, at, timeZone, failure } = schedule
  return (
    <span>
      <strong>
        {action === 'publish'
          ? t('cms.builder_planned_publish', { version: version ?? 0 })
          : t('cms.builder_planned_unpublish')}
      </strong>
      <br />
      <time className="small num" dateTime={at}>
        {timeIn(at, timeZone, tag)} · {zoneLabel(timeZone, tag, new Date(at))}
      </time>
      {failure && (
        <>
          <br />
          <span className={styles.failure}>{t('cms.builder_schedule_failed')}</span>
        </>
      )}
    </span>
  )
}

function timeIn(at: string, timeZone: string, tag: string): string {
  return new Intl.DateTimeFormat(tag, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
}
