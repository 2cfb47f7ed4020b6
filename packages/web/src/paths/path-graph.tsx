import { columnsOf } from '@lantern/contract/paths/path-graph.ts'
import type { LearningPath, PathBranch, PathStage } from '@lantern/contract/paths/paths.ts'
import { Fragment } from 'react'
import { WhyLocked } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { classNames } from '#ui/class-names.ts'
import { MapPinIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import styles from './path.module.css'

/** The stages from left to right, on a narrow screen from top to bottom; lines lead from each to what it opens. */
export function PathGraph({
  path,
  branchAddress,
}: {
  path: LearningPath
  branchAddress: (branchId: string) => string
}) {
  const t = useMessages()
  const columns = columnsOf(path.stages)
  return (
    <div className={styles.graph}>
      {columns.map((column, at) => (
        <Fragment key={column[0]?.id}>
          <div className={styles.column}>
            <p className={classNames(styles.caption, column.every(({ done }) => done) && styles.captionDone)}>
              {t('paths.stage_number', { number: at + 1 })}
              {column.length === 1 && column[0] && <Rule stage={column[0]} />}
            </p>
            <ul className={styles.cells}>
              {column.map((stage) =>
                stage.branches.map((branch) => (
                  <li key={branch.id}>
                    <Node
                      {...{ stage, branch }}
                      to={branchAddress(branch.id)}
                      isHere={path.own?.next?.branchId === branch.id}
                      isMember={path.own !== null}
                    />
                  </li>
                )),
              )}
            </ul>
          </div>
          {columns[at + 1] && <Wire from={column} to={columns[at + 1] ?? []} />}
        </Fragment>
      ))}
    </div>
  )
}

function Rule({ stage: { rule, branches } }: { stage: PathStage }) {
  const t = useMessages()
  if (branches.length < 2) return null
  return <> · {t(rule === 'one' ? 'paths.choose_one' : 'paths.learn_all', { count: branches.length })}</>
}

interface NodeProps {
  stage: PathStage
  branch: PathBranch
  to: string
  isHere: boolean
  isMember: boolean
}

const dots = { done: 'done', current: 'continue', open: 'todo', locked: 'locked' } as const

function Node({ stage, branch, to, isHere, isMember }: NodeProps) {
  const t = useMessages()
  const format = useFormat()
  const { status, items, percent, minutes, minutesLeft, testPercent } = branch
  const isOther = stage.rule === 'one' && !branch.counts && status !== 'done'
  const isUnderWay = isMember && status !== 'done' && percent > 0
  return (
    <article
      className={classNames(
        styles.node,
        isHere && styles.here,
        status === 'locked' && styles.locked,
        isMember && isOther && styles.other,
      )}
      aria-current={isHere ? 'step' : undefined}
    >
      {isHere && (
        <span className={styles.pin}>
          <MapPinIcon className="icon-s" />
          {t('paths.you_are_here')}
        </span>
      )}
      <h3 className={styles.nodeTitle}>
        {isMember && <StatusDot status={dots[status]} label={t(`paths.status_${status}`)} />}
        <PageLink to={to} preventScrollReset>
          {branch.title}
        </PageLink>
      </h3>
      <p className={styles.nodeFacts}>
        {items.length === 0 ? (
          <span>{t('paths.branch_empty')}</span>
        ) : (
          <span>
            {t('paths.items_count', { count: items.length })}
            {status !== 'done' &&
              ` · ${t('paths.about', { time: format.duration(isUnderWay ? minutesLeft : minutes) })}`}
          </span>
        )}
        {testPercent !== null ? (
          <span>{t('paths.tested', { percent: testPercent })}</span>
        ) : (
          branch.doneAt && <span>{t('paths.done_on', { date: format.date(branch.doneAt) })}</span>
        )}
        {isUnderWay && <span>{format.percent(percent)}</span>}
      </p>
      {status === 'locked' && (
        <p className="tiny muted">
          <WhyLocked waitsFor={stage.waitsFor.map((title) => ({ title }))} />
        </p>
      )}
      {isUnderWay && <ProgressBar full label={t('paths.progress_of', { title: branch.title })} percent={percent} />}
    </article>
  )
}

/** From the branches of a stage to those of the next, as one drawing: blue what was walked, dashed what may be changed. */
function Wire({ from, to }: { from: readonly PathStage[]; to: readonly PathStage[] }) {
  const left = from.flatMap(({ branches }) => branches)
  const right = to.flatMap(({ branches }) => branches)
  const place = (at: number, of: number) => Math.round((10_000 * (at + 0.5)) / of) / 100
  const all = [...left.map((_, at) => place(at, left.length)), ...right.map((_, at) => place(at, right.length))]
  const [top, bottom] = [Math.min(...all), Math.max(...all)]
  return (
    <svg className={styles.wire} viewBox="0 0 40 100" preserveAspectRatio="none" aria-hidden="true">
      {top < bottom && <path d={`M20 ${top}V${bottom}`} />}
      {left.map((branch, at) => (
        <path key={branch.id} className={wireLook(branch, ['done'])} d={`M0 ${place(at, left.length)}H20`} />
      ))}
      {right.map((branch, at) => (
        <path
          key={branch.id}
          className={wireLook(branch, ['done', 'current'])}
          d={`M20 ${place(at, right.length)}H40`}
        />
      ))}
    </svg>
  )
}

/** The way into a branch is walked once it is begun, the way out of it once it is done. */
function wireLook({ status, counts }: PathBranch, walked: readonly PathBranch['status'][]) {
  if (walked.includes(status)) return styles.walked
  return counts ? undefined : styles.changeable
}
