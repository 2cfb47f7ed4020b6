import { isDone, type LaunchMode } from '@lantern/contract/courseware/package-rules.ts'
import type {
  givePackage,
  LearnerUnits as LearnerUnitsShown,
  listPackageResults,
  PackagePage as PackageShown,
} from '@lantern/contract/courseware/packages.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { endCell, Table } from '#ui/table.tsx'
import styles from './courseware.module.css'
import { LearnerUnits } from './learner-units.tsx'
import { UnitList } from './unit-list.tsx'
import { faultTexts, standardNames } from './unit-texts.ts'

type Unit = PackageShown['units'][number]

export interface PackagePageProps {
  shown: PackageShown
  /** Of the class that is looked at; null for learners, and where it was given to none. */
  results: (ResponseOf<typeof listPackageResults> & { classId: string }) | null
  /** The learner of that class whose units are looked at. */
  learner: LearnerUnitsShown | null
}

/** A course package: its units and where one goes on; for teachers also who has it and how far they are. */
export function PackagePage({ shown, results, learner }: PackagePageProps) {
  const t = useMessages()
  const { id, title, organisationId, organisationName, standard, nextUnitId, isTeacher } = shown
  return (
    <main id="main" className="wrap">
      <div className="page-stack">
        <header className={styles.part}>
          <Breadcrumb
            label={t('courseware.place')}
            crumbs={[
              isTeacher
                ? { label: organisationName, to: `/campus/organisation/${organisationId}?tab=packages` }
                : { label: organisationName, to: '/campus/organisation' },
              { label: title },
            ]}
          />
          <div className={styles.head}>
            <div>
              <h1>{title}</h1>
              <p className={`muted ${styles.facts}`}>
                {standard && <span>{standardNames[standard]}</span>}
                <OwnState shown={shown} />
              </p>
            </div>
            {nextUnitId !== null && (
              <LinkButton theme="primary" to={playAddress(id, nextUnitId)}>
                {t(actOf(shown))}
              </LinkButton>
            )}
          </div>
        </header>
        <Units shown={shown} />
        {isTeacher && <Classes shown={shown} />}
        {results && <Results shown={shown} results={results} />}
        {results && learner && (
          <LearnerUnits key={learner.userId} packageId={id} classId={results.classId} learner={learner} />
        )}
        {isTeacher && <Versions shown={shown} />}
      </div>
    </main>
  )
}

function actOf({ isDone, units }: PackageShown) {
  if (isDone) return 'courseware.look_again' as const
  return units.some(({ state }) => state !== 'not_begun')
    ? ('courseware.go_on' as const)
    : ('courseware.begin' as const)
}

export function playAddress(packageId: string, unitId: string, mode?: LaunchMode): string {
  return `/campus/package/${packageId}/play?unit=${encodeURIComponent(unitId)}${mode ? `&mode=${mode}` : ''}`
}

function OwnState({ shown: { isDone, score, seconds } }: { shown: PackageShown }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <>
      {isDone && <Badge tone="good">{t('courseware.done')}</Badge>}
      {score !== null && <span>{t('courseware.score', { score: format.percent(score) })}</span>}
      {seconds >= 60 && <span>{format.duration(seconds / 60)}</span>}
    </>
  )
}

/** Units of cmi5 can be looked at without being marked: by teachers, and again by who has done them. */
function UnmarkedLook({ shown: { id, standard, isTeacher }, unit }: { shown: PackageShown; unit: Unit }) {
  const t = useMessages()
  if (standard !== 'cmi5' || !(isTeacher || isDone(unit.state))) return null
  const mode = isTeacher ? 'Browse' : 'Review'
  const act = t(isTeacher ? 'courseware.browse' : 'courseware.review')
  return (
    <TextLink to={playAddress(id, unit.id, mode)} aria-label={t('courseware.act_of', { act, title: unit.title })}>
      {act}
    </TextLink>
  )
}

function Units({ shown }: { shown: PackageShown }) {
  const { id, units } = shown
  const t = useMessages()
  if (units.length === 0) {
    return (
      <EmptyState title={t('courseware.nothing_to_play')}>
        <p>{t('courseware.nothing_to_play_text')}</p>
      </EmptyState>
    )
  }
  return (
    <section className={styles.part} aria-labelledby="package-units">
      <h2 id="package-units">{t('courseware.units')}</h2>
      <UnitList
        units={units}
        titleOf={(unit) => <TextLink to={playAddress(id, unit.id)}>{unit.title}</TextLink>}
        actOf={(unit) => <UnmarkedLook shown={shown} unit={unit} />}
      />
    </section>
  )
}

function Classes({ shown: { id, classes, isPlayable } }: { shown: PackageShown }) {
  const t = useMessages()
  const change = useChange()
  const problem = change.problemBeside()
  const give = (classId: string, name: string, isGiven: boolean) =>
    change.send(
      () =>
        call<typeof givePackage>('POST /api/campus/package/:id/class', { params: { id }, body: { classId, isGiven } }),
      t(isGiven ? 'courseware.given_to' : 'courseware.taken_from', { name }),
    )
  return (
    <section className={styles.part} aria-labelledby="package-classes">
      <h2 id="package-classes">{t('courseware.classes')}</h2>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {classes.length === 0 ? (
        <p className="muted">{t('courseware.no_classes')}</p>
      ) : (
        <Panel padded={false}>
          <ul className={styles.units}>
            {classes.map(({ id: classId, name, isGiven }) => (
              <li key={classId}>
                {isGiven ? (
                  <TextLink to={`/campus/package/${id}?class=${classId}`}>{name}</TextLink>
                ) : (
                  <span>{name}</span>
                )}
                <Button
                  size="s"
                  busy={change.busy}
                  disabled={!isPlayable && !isGiven}
                  aria-label={t(isGiven ? 'courseware.take_from' : 'courseware.give_to', { name })}
                  onClick={() => void give(classId, name, !isGiven)}
                >
                  {t(isGiven ? 'courseware.take' : 'courseware.give')}
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </section>
  )
}

function Results({
  shown: { id, classes },
  results: { classId, rows },
}: Pick<PackagePageProps, 'shown'> & { results: NonNullable<PackagePageProps['results']> }) {
  const t = useMessages()
  const format = useFormat()
  const name = classes.find((one) => one.id === classId)?.name ?? ''
  return (
    // the table is the region of this name
    <div className={styles.part}>
      <h2 id="package-results">{t('courseware.results_of', { name })}</h2>
      {rows.length === 0 ? (
        <p className="muted">{t('courseware.no_learners')}</p>
      ) : (
        <Table label={t('courseware.results_of', { name })}>
          <thead>
            <tr>
              <th scope="col">{t('courseware.learner')}</th>
              <th scope="col">{t('courseware.state')}</th>
              <th scope="col" className={endCell}>
                {t('courseware.score_column')}
              </th>
              <th scope="col" className={endCell}>
                {t('courseware.time')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.userId}>
                <th scope="row">
                  <TextLink to={`/campus/package/${id}?class=${classId}&learner=${row.userId}#learner-units`}>
                    {row.name}
                  </TextLink>
                </th>
                <td>
                  {row.isDone ? (
                    <Badge tone="good">{t('courseware.done')}</Badge>
                  ) : row.done === null ? (
                    <span className="muted">{t('courseware.state_not_begun')}</span>
                  ) : (
                    t('courseware.done_of', { done: row.done, units: row.units })
                  )}
                </td>
                <td className={endCell}>{row.score === null ? '–' : format.percent(row.score)}</td>
                <td className={endCell}>{row.seconds < 60 ? '–' : format.duration(row.seconds / 60)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  )
}

function Versions({ shown: { versions } }: { shown: PackageShown }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <section className={styles.part} aria-labelledby="package-versions">
      <h2 id="package-versions">{t('courseware.versions')}</h2>
      <Panel padded={false}>
        <ul className={styles.units}>
          {versions.map(({ id, number, fileName, createdAt, state, fault, faultDetail }) => (
            <li key={id}>
              <span className={styles.name}>
                {t('courseware.version', { number })}
                <span className="small muted">{fileName}</span>
                {fault && (
                  <span className="small">{[t(faultTexts[fault]), faultDetail].filter(Boolean).join(' · ')}</span>
                )}
              </span>
              <span className={`small muted ${styles.facts}`}>
                {state === 'refused' && <Badge tone="bad">{t('courseware.refused')}</Badge>}
                {state === 'reading' && <Badge tone="accent">{t('courseware.reading')}</Badge>}
                <span>{format.dateTime(createdAt)}</span>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </section>
  )
}
