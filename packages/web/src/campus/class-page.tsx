import type { ClassProgress, ClassPage as ClassShown } from '@lantern/contract/campus/assignments.ts'
import type { ClassMessage } from '@lantern/contract/campus/class-messages.ts'
import type { OwnTeaching } from '@lantern/contract/campus/class-teaching.ts'
import type { ClassGroups } from '@lantern/contract/campus/groups.ts'
import type { ClassStudy, HardPoint } from '@lantern/contract/campus/study-time.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { later, lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figures } from '#ui/figures.tsx'
import { CalendarPlusIcon, CheckIcon, MailIcon, PlusIcon, RadioIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import styles from './campus.module.css'
import { nextDue, useClassTimes } from './class-times.ts'
import { markingAddress } from './marking-address.ts'

const ClassTaught = later(async () => (await import('./class-taught.tsx')).ClassTaught)
// what only teachers see
const ProgressTable = later(async () => (await import('./progress-table.tsx')).ProgressTable)
const OwnAssignments = later(async () => (await import('./own-assignments.tsx')).OwnAssignments)
const AssignmentsTab = later(async () => (await import('./assignments-tab.tsx')).AssignmentsTab)
const GroupsTab = later(async () => (await import('./groups-tab.tsx')).GroupsTab)
const StudyTab = later(async () => (await import('./study-tab.tsx')).StudyTab)
const SentMessages = later(async () => (await import('./sent-messages.tsx')).SentMessages)
const MessageDialog = lazyPart(async () => ({ default: (await import('./message-dialog.tsx')).MessageDialog }))
const AssignDialog = lazyPart(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }))

export interface ClassPageProps {
  shown: ClassShown
  /** Null for members, and where something else is looked at. */
  progress: ClassProgress | null
  path: string
  q: string
  /** The table shows members of this group alone; empty: everybody. */
  group?: string
  chosenId: string
  /** What was sent to the class, where that is looked at. */
  messages?: readonly ClassMessage[] | null
  /** The groups of the class, where those are looked at. */
  groups?: ClassGroups | null
  /** How long learners studied and what they find hard, where that is looked at; of a learner their own time. */
  study?: { time: ClassStudy; hard: readonly HardPoint[] } | null
  /** Of a learner: what the class is taught now. */
  taught?: OwnTeaching['teaching']
  /** What else the class was given. */
  packages?: ReactNode
}

/** A class: for its teachers how far each learner is with each assignment, for a member what is due. */
export function ClassPage({ shown, progress, path, q, group = '', chosenId, ...more }: ClassPageProps) {
  const { messages = null, groups = null, study = null, taught, packages } = more
  const t = useMessages()
  const times = useClassTimes(shown.timeZone)
  const [assigns, setAssigns] = useState(false)
  const [writes, setWrites] = useState(false)
  const { isTeacher, isAway, assignments, own, learners } = shown
  const acts = isTeacher && !isAway
  return (
    <main id="main" className="wrap">
      <div className="page-stack">
        <header className={styles.part}>
          <Breadcrumb
            label={t('campus.place')}
            crumbs={[{ label: t('campus.organisations'), to: '/campus/organisation' }, { label: shown.name }]}
          />
          <div className={styles.head}>
            <div>
              <h1>{shown.name}</h1>
              <p className="muted">
                {[
                  shown.organisationName,
                  learners !== null && t('campus.people_count', { count: learners }),
                  times.zone,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <div className={classNames('row', isTeacher && styles.manyActs)}>
              <LinkButton theme="quiet" icon={<CalendarPlusIcon className="icon-s" />} to="/settings#tab_notifications">
                {t('campus.subscribe')}
              </LinkButton>
              {isTeacher && (
                <LinkButton theme="quiet" icon={<CheckIcon className="icon-s" />} to={markingAddress('waiting')}>
                  {t('campus.marking')}
                </LinkButton>
              )}
              {acts && (
                <Button icon={<MailIcon className="icon-s" />} onClick={() => setWrites(true)}>
                  {t('campus.message')}
                </Button>
              )}
              {acts && (
                <LinkButton icon={<RadioIcon className="icon-s" />} to={`${path}/teach`}>
                  {t('campus.teach')}
                </LinkButton>
              )}
              {acts && (
                <Button theme="primary" icon={<PlusIcon className="icon-s" />} onClick={() => setAssigns(true)}>
                  {t('campus.assign')}
                </Button>
              )}
            </div>
          </div>
        </header>
        {isAway && <Notice>{t('campus.class_is_away')}</Notice>}
        {!isTeacher && <ClassTaught classId={shown.id} teaching={taught ?? null} />}
        {isTeacher && (
          <LinkTabs
            label={t('campus.class')}
            tabs={[
              { to: path, label: t('campus.progress'), current: progress !== null },
              {
                to: `${path}?tab=assignments`,
                label: t('campus.assignments'),
                count: assignments.length,
                current: progress === null && !messages && !groups && !study,
              },
              {
                to: `${path}?tab=groups`,
                label: t('campus.groups'),
                count: shown.groups.length,
                current: groups !== null,
              },
              { to: `${path}?tab=study`, label: t('campus.study'), current: study !== null },
              { to: `${path}?tab=messages`, label: t('campus.messages'), current: messages !== null },
            ]}
          />
        )}
        {shown.unseen > 0 && !messages && !groups && (
          <Notice tone="warn">{t('campus.assignments_unseen', { count: shown.unseen })}</Notice>
        )}
        {messages ? (
          <SentMessages messages={messages} times={times} />
        ) : groups ? (
          <GroupsTab shown={shown} groups={groups} />
        ) : isTeacher && study ? (
          <StudyTab shown={shown} path={path} study={study.time} hard={study.hard} assignmentId={chosenId} />
        ) : assignments.length === 0 ? (
          shown.unseen === 0 && (
            <EmptyState title={t('campus.no_assignments')}>
              <p>{t(isTeacher ? 'campus.no_assignments_teacher' : 'campus.no_assignments_member')}</p>
            </EmptyState>
          )
        ) : !isTeacher ? (
          <OwnAssignments shown={shown} cells={own ?? []} study={study?.time.rows[0] ?? null} />
        ) : progress ? (
          <div className={styles.part}>
            <ClassFigures shown={shown} />
            <ProgressTable
              // other columns, or other people: what was loaded of the one before is not kept
              key={`${assignments.map(({ id }) => id).join()} ${q} ${group} ${progress.next}`}
              {...{ shown, progress, path, q, group, chosenId }}
            />
          </div>
        ) : (
          <AssignmentsTab shown={shown} />
        )}
        {packages}
      </div>
      <Suspense>{assigns && <AssignDialog shown={shown} edited={null} onClose={() => setAssigns(false)} />}</Suspense>
      <Suspense>{writes && <MessageDialog shown={shown} onClose={() => setWrites(false)} />}</Suspense>
    </main>
  )
}

/** The class at a glance. */
function ClassFigures({ shown: { assignments, timeZone } }: { shown: ClassShown }) {
  const t = useMessages()
  const format = useFormat()
  const times = useClassTimes(timeZone)
  const sum = (part: 'learners' | 'done' | 'late') =>
    assignments.reduce((total, { counts }) => total + (counts?.[part] ?? 0), 0)
  const all = sum('learners')
  const next = nextDue(assignments)
  return (
    <Panel padded={false}>
      <Figures
        figures={[
          { name: t('campus.figure_done'), value: format.percent(all === 0 ? 0 : (100 * sum('done')) / all) },
          { name: t('campus.figure_late'), value: format.number(sum('late')) },
          { name: t('campus.assignments'), value: format.number(assignments.length) },
          ...(next
            ? [
                {
                  name: t('campus.figure_next'),
                  value: times.time(next.dueAt).slice(5),
                  more: (
                    <TextLink to={next.path}>
                      <span lang={next.language}>{next.title}</span>
                    </TextLink>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}
