import type { Assignment, ClassPage, setPersonDates, withdrawAssignment } from '@lantern/contract/campus/assignments.ts'
import { Suspense, useState } from 'react'
import { useItemWords, WhyLocked } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { UserPlusIcon, XIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './class.module.css'
import { useClassTimes } from './class-times.ts'
import { useOpening } from './use-opening.ts'

const AssignDialog = lazyPart(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }))
const ReleaseDialog = lazyPart(async () => ({ default: (await import('./release-dialog.tsx')).ReleaseDialog }))
const RubricDialog = lazyPart(async () => ({ default: (await import('./rubric-dialog.tsx')).RubricDialog }))
const PersonDatesDialog = lazyPart(async () => ({
  default: (await import('./person-dates-dialog.tsx')).PersonDatesDialog,
}))
const OpeningDialog = lazyPart(async () => ({ default: (await import('./opening-dialog.tsx')).OpeningDialog }))

type Act = { name: 'edit' | 'person' | 'opening' | 'rubric' | 'release' | 'withdraw'; assignment: Assignment }

/** The assignments of a class, with their dates, those of single learners, and what the teacher wrote. */
export function AssignmentsTab({ shown }: { shown: ClassPage }) {
  const t = useMessages()
  const [act, setAct] = useState<Act | null>(null)
  const change = useChange()
  const problem = change.problemBeside()
  const close = () => setAct(null)
  const withdraw = async ({ id, title }: Assignment) => {
    const params = { classId: shown.id, assignmentId: id }
    await change.send(
      () =>
        call<typeof withdrawAssignment>('POST /api/campus/class/:classId/assignment/:assignmentId/withdraw', {
          params,
        }),
      t('campus.assignment_withdrawn', { title }),
    )
    close()
  }
  return (
    <>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <Panel padded={false}>
        <ul className={styles.list} aria-label={t('campus.assignments')}>
          {shown.assignments.map((one) => (
            <li key={one.id}>
              <AssignmentAbout shown={shown} assignment={one} change={change} />
              <div className={styles.acts}>
                <Button
                  size="s"
                  icon={<UserPlusIcon className="icon-s" />}
                  aria-label={t('campus.person_dates_of', { title: one.title })}
                  onClick={() => setAct({ name: 'person', assignment: one })}
                >
                  {t('campus.person_dates')}
                </Button>
                {one.prerequisites.length > 0 && (
                  <Button
                    size="s"
                    aria-label={t('campus.open_for_of', { title: one.title })}
                    onClick={() => setAct({ name: 'opening', assignment: one })}
                  >
                    {t('campus.open_for')}
                  </Button>
                )}
                <Button
                  size="s"
                  aria-label={t('campus.rubric_of', { title: one.title })}
                  onClick={() => setAct({ name: 'rubric', assignment: one })}
                >
                  {t('campus.rubric')}
                </Button>
                <Button
                  size="s"
                  aria-label={t('campus.release_of', { title: one.title })}
                  onClick={() => setAct({ name: 'release', assignment: one })}
                >
                  {t('campus.release')}
                </Button>
                <Button
                  size="s"
                  aria-label={t('campus.edit_of', { title: one.title })}
                  onClick={() => setAct({ name: 'edit', assignment: one })}
                >
                  {t('campus.edit')}
                </Button>
                <Button
                  size="s"
                  theme="quiet"
                  aria-label={t('campus.withdraw_assignment', { title: one.title })}
                  onClick={() => setAct({ name: 'withdraw', assignment: one })}
                >
                  {t('campus.withdraw')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      <Suspense>
        {act?.name === 'edit' && <AssignDialog shown={shown} edited={act.assignment} onClose={close} />}
        {act?.name === 'release' && <ReleaseDialog shown={shown} assignment={act.assignment} onClose={close} />}
        {act?.name === 'rubric' && <RubricDialog shown={shown} assignment={act.assignment} onClose={close} />}
        {act?.name === 'opening' && <OpeningDialog classId={shown.id} assignment={act.assignment} onClose={close} />}
        {act?.name === 'person' && <PersonDatesDialog shown={shown} assignment={act.assignment} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        open={act?.name === 'withdraw'}
        theme="delete"
        title={t('campus.withdraw_assignment', { title: act?.assignment.title ?? '' })}
        confirmLabel={t('campus.withdraw')}
        cancelLabel={t('campus.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => act && withdraw(act.assignment)}
        onClose={close}
      >
        <p>{t('campus.withdraw_assignment_text')}</p>
      </ConfirmDialog>
    </>
  )
}

interface AssignmentAboutProps {
  shown: ClassPage
  assignment: Assignment
  change: ReturnType<typeof useChange>
}

function AssignmentAbout({ shown, assignment, change }: AssignmentAboutProps) {
  const t = useMessages()
  const words = useItemWords()
  const times = useClassTimes(shown.timeZone)
  const format = useFormat()
  const {
    id,
    type,
    title,
    language,
    path,
    opensAt,
    dueAt,
    note,
    personDates,
    recipients,
    releaseAt,
    counts,
    prerequisites,
    openedFor,
  } = assignment
  const takeBack = (userId: string, name: string) =>
    change.send(
      () =>
        call<typeof setPersonDates>('POST /api/campus/class/:classId/assignment/:assignmentId/person', {
          params: { classId: shown.id, assignmentId: id },
          body: { userId, dates: null },
        }),
      t('campus.person_dates_gone', { name }),
    )
  return (
    <div className={styles.about}>
      <span className="tiny muted">{words.type(type)}</span>
      <PageLink to={path}>
        <span lang={language}>{title}</span>
      </PageLink>
      <span className="small muted">
        {t('campus.open_until', { from: times.time(opensAt), until: times.time(dueAt) })}
      </span>
      <span className="small muted">
        {releaseAt
          ? t('campus.released_at', { time: times.time(releaseAt), count: counts?.marked ?? 0 })
          : t('campus.not_released', { count: counts?.marked ?? 0 })}
      </span>
      {recipients && (
        <span className="small muted">
          {t('campus.for_some', {
            names: format.list([...recipients.groups, ...recipients.people].map(({ name }) => name)),
          })}
        </span>
      )}
      {prerequisites.length > 0 && (
        <span className="small muted">
          <WhyLocked
            waitsFor={prerequisites.flatMap(({ assignmentId, toPass }) => {
              const needed = shown.assignments.find((one) => one.id === assignmentId)
              return needed ? [{ title: needed.title, language: needed.language, toPass }] : []
            })}
          />
        </span>
      )}
      {openedFor.length > 0 && <Openings classId={shown.id} assignment={assignment} />}
      {note && <p className={`small ${styles.note}`}>{note}</p>}
      {personDates.length > 0 && (
        <ul className={styles.dates} aria-label={t('campus.person_dates_of', { title })}>
          {personDates.map((one) => (
            <li key={one.userId}>
              <strong>{one.name}</strong>
              <span className="muted">
                {t('campus.open_until', { from: times.time(one.opensAt), until: times.time(one.dueAt) })}
              </span>
              <IconButton
                size="s"
                theme="bare"
                label={t('campus.person_dates_take_back', { name: one.name })}
                icon={<XIcon className="icon-s" />}
                disabled={change.busy}
                onClick={() => void takeBack(one.userId, one.name)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Learners to whom an assignment is open despite what it waits for. */
function Openings({ classId, assignment }: { classId: string; assignment: Assignment }) {
  const t = useMessages()
  const opening = useOpening(classId)
  const { title, openedFor } = assignment
  const problem = opening.problemBeside()
  return (
    <>
      <ul className={styles.dates} aria-label={t('campus.openings_of', { title })}>
        {openedFor.map((learner) => (
          <li key={learner.userId}>
            <span>{t('campus.is_opened', { name: learner.name })}</span>
            <IconButton
              size="s"
              theme="bare"
              label={t('campus.wait_again', { title, name: learner.name })}
              icon={<XIcon className="icon-s" />}
              disabled={opening.busy}
              onClick={() => void opening.set(assignment, learner, false)}
            />
          </li>
        ))}
      </ul>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </>
  )
}
