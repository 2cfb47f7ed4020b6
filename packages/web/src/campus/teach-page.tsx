import { type ReactNode, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconLink } from '#ui/button.tsx'
import { ArrowLeftIcon, ArrowRightIcon, CheckIcon, HandIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import styles from './teach.module.css'
import { RaisedHands } from './teach-hands.tsx'
import { StepLanes } from './teach-lanes.tsx'
import { type TeachingRead, useClassTeaching } from './use-class-teaching.ts'

interface TeachPageProps {
  classId: string
  className: string
  loaded: TeachingRead
}

/** A class that is taught now, for its teachers: who is on which step, who raised a hand, and together to the next step. */
export function TeachPage({ classId, className, loaded }: TeachPageProps) {
  const t = useMessages()
  const format = useFormat()
  const { teaching, readAt, isLost } = useClassTeaching(classId, loaded)
  const { item, steps, stepNumber, counts, hands } = teaching
  const minutes = (since: string) => Math.max(0, Math.floor((readAt - Date.parse(since)) / 60_000))
  const step = steps[stepNumber - 1]
  return (
    <main id="main" className="wrap">
      <div className={`page-stack ${styles.page}`}>
        <header className={styles.head}>
          <IconLink
            to={`/campus/class/${encodeURIComponent(classId)}`}
            label={t('campus.teach_back', { class: className })}
            icon={<ArrowLeftIcon />}
          />
          <div className="grow">
            <h1>
              <PageLink to={item.path}>
                <span lang={item.language}>{item.title}</span>
              </PageLink>
            </h1>
            <p className={`small muted ${styles.line}`}>
              <Badge tone="live">{t('campus.teach_live')}</Badge>
              <span>{format.duration(minutes(teaching.beganAt))}</span>
              <span>{className}</span>
            </p>
          </div>
          <Act act="end">{t('campus.teach_end')}</Act>
        </header>
        {isLost && (
          <Notice tone="warn" live>
            {t('campus.teach_lost', { time: format.time(new Date(readAt).toISOString()) })}
          </Notice>
        )}
        <Panel as="section" padded={false} className={styles.now} aria-labelledby="teach-now">
          <div>
            <p className="small muted num">
              {t('campus.teach_now', { index: stepNumber, total: steps.length })}
              {' · '}
              {format.duration(minutes(teaching.stepSince))}
            </p>
            <h2 id="teach-now" lang={item.language}>
              {step?.title}
            </h2>
            <p className={`small muted ${styles.line}`}>
              <span>
                <CheckIcon className="icon-s" />
                {t('campus.teach_did', { count: counts.didStep })}
              </span>
              <span>
                <HandIcon className="icon-s" />
                {t('campus.teach_hands_up', { count: hands.length })}
              </span>
              <span>{t('campus.teach_not_come', { count: counts.learners - counts.hasCome })}</span>
              {counts.finished > 0 && <span>{t('campus.teach_finished', { count: counts.finished })}</span>}
            </p>
          </div>
          <div className={styles.acts}>
            <Leads leads={teaching.leads} />
            <StepActs teaching={teaching} />
          </div>
        </Panel>
        <div className={styles.columns}>
          <Lanes teaching={teaching} />
          <RaisedHands hands={hands} readAt={readAt} />
        </div>
        <p className="tiny muted">{t('campus.teach_privacy')}</p>
      </div>
    </main>
  )
}

/** One press that changes what the class is taught; it goes without script too. */
export function Act({
  act,
  values,
  size,
  theme,
  label,
  icon,
  children,
}: {
  act: string
  values?: Record<string, string>
  size?: 's' | 'm'
  theme?: 'primary' | 'quiet'
  label?: string
  icon?: ReactNode
  children: ReactNode
}) {
  const isSending = useIsSending()
  return (
    <Form method="post" preventScrollReset>
      {Object.entries(values ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        type="submit"
        name="act"
        value={act}
        aria-label={label}
        busy={isSending}
        {...(size && { size })}
        {...(theme && { theme })}
        icon={icon}
      >
        {children}
      </Button>
    </Form>
  )
}

function Leads({ leads }: { leads: boolean }) {
  const t = useMessages()
  const submit = useSubmit()
  return (
    <div>
      <ChoiceSwitch
        checked={leads}
        help={t('campus.teach_leads_help')}
        onChange={(on) => void submit({ act: 'leads', on: String(on) }, { method: 'post', preventScrollReset: true })}
      >
        {t('campus.teach_leads')}
      </ChoiceSwitch>
      <noscript>
        <Act act="leads" size="s" values={{ on: String(!leads) }}>
          {t(leads ? 'campus.teach_leads_off' : 'campus.teach_leads')}
        </Act>
      </noscript>
    </div>
  )
}

function StepActs({ teaching: { steps, stepNumber, leads } }: Pick<TeachingRead, 'teaching'>) {
  const t = useMessages()
  const previous = steps[stepNumber - 2]
  const next = steps[stepNumber]
  return (
    <div className={styles.steps}>
      {previous && (
        <Act act="step" values={{ step: previous.id }} icon={<ArrowLeftIcon className="icon-s" />}>
          {t('campus.teach_previous')}
        </Act>
      )}
      {next && (
        <Act act="step" theme="primary" values={{ step: next.id }} icon={<ArrowRightIcon className="icon-s" />}>
          {t(leads ? 'campus.teach_next' : 'campus.teach_next_alone', { index: stepNumber + 1 })}
        </Act>
      )}
    </div>
  )
}

const views = ['people', 'counts'] as const

function Lanes({ teaching }: Pick<TeachingRead, 'teaching'>) {
  const t = useMessages()
  const [view, setView] = useState<(typeof views)[number]>('people')
  const { here, learners } = teaching.counts
  return (
    <Panel as="section" padded={false} aria-labelledby="teach-where">
      <div className={styles.panelHead}>
        <h2 id="teach-where">{t('campus.teach_where')}</h2>
        <SegmentedControl
          label={t('campus.teach_view')}
          value={view}
          options={views.map((value) => ({ value, label: t(`campus.teach_view_${value}`) }))}
          onValue={setView}
        />
      </div>
      <StepLanes teaching={teaching} withPeople={view === 'people'} />
      <div className={styles.foot}>
        <ul className={styles.keys} aria-label={t('campus.legend')}>
          {(['did', 'hand', 'idle', 'away'] as const).map((key) => (
            <li key={key}>
              <span className={styles.key} data-key={key} aria-hidden="true" />
              {t(`campus.teach_key_${key}`)}
            </li>
          ))}
        </ul>
        <span className="num">{t('campus.teach_online', { here, total: learners })}</span>
      </div>
    </Panel>
  )
}
