import type { LearningPath, PathBranch, PathStage } from '@lantern/contract/paths/paths.ts'
import { useLocation, useSearchParams } from 'react-router'
import { itemPicture, PageHead, useItemWords, WhyLocked } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { LinkButton } from '#ui/button.tsx'
import { AwardIcon, CheckIcon, ClockIcon, FastForwardIcon, GitBranchIcon, PencilIcon, PlayIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { ActForm } from './act-form.tsx'
import styles from './path.module.css'
import { PathGraph } from './path-graph.tsx'

interface PathPageProps {
  path: LearningPath
  /** Where the certificate of who completed it is. */
  certificatePath: string | null
}

/** A learning path: one's own place on it, the graph of its stages, and one branch with its items. */
export function PathPage({ path, certificatePath }: PathPageProps) {
  const t = useMessages()
  const format = useFormat()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const { stages, own, title } = path
  const branches = stages.flatMap((stage) => stage.branches.map((branch) => ({ stage, branch })))
  const wanted = search.get('branch') ?? own?.next?.branchId
  const shown = branches.find(({ branch }) => branch.id === wanted) ?? branches[0]
  const tested = branches.flatMap(({ branch }) => (branch.test ? [branch] : []))
  const columns = new Set(stages.map(({ after }) => after.join())).size
  return (
    <main id="main" className="wrap">
      <PageHead
        title={title}
        description={path.description}
        hidden={!path.published || path.organisationName !== null}
      />
      <div className="page-stack">
        <header className={styles.head}>
          <Breadcrumb
            label={t('paths.place')}
            crumbs={[{ label: t('shell.menu.learning_path'), to: '/unity-learning-path' }, { label: title }]}
          />
          <div className={styles.headRow}>
            <h1 lang={path.language}>{title}</h1>
            <div className={styles.acts}>
              {path.mayEdit && (
                <LinkButton to={`/creator/paths/${path.id}`} size="s" icon={<PencilIcon className="icon-s" />}>
                  {t('paths.edit')}
                </LinkButton>
              )}
              {own && (
                <ActForm act={{ act: 'leave', id: path.id }} size="s" theme="quiet">
                  {t('paths.leave')}
                </ActForm>
              )}
            </div>
          </div>
          <p className="meta">
            {path.organisationName && <span>{path.organisationName}</span>}
            <span>{t('paths.stages_count', { count: Math.max(columns, 1) })}</span>
            <span>{t('paths.about', { time: format.duration(path.minutes) })}</span>
            {path.givesCertificate && <span>{t('paths.gives_certificate')}</span>}
            {own && <span>{t('paths.joined_on', { date: format.date(own.joinedAt) })}</span>}
          </p>
          {path.description && <p lang={path.language}>{path.description}</p>}
        </header>
        {!path.published && <Notice>{t('paths.not_published')}</Notice>}
        {stages.length === 0 ? (
          <Notice>{t('paths.empty')}</Notice>
        ) : (
          <>
            {own ? (
              <OwnPlace path={path} own={own} certificatePath={certificatePath} />
            ) : (
              <Panel className={styles.join}>
                <p>{t('paths.join_lead')}</p>
                <ActForm act={{ act: 'join', id: path.id }} theme="primary">
                  {t('paths.join')}
                </ActForm>
              </Panel>
            )}
            <section aria-labelledby="route" className={styles.part}>
              <div className="section-head">
                <h2 id="route">{t('paths.route')}</h2>
                {own && <span className={`muted small ${styles.wideOnly}`}>{t('paths.route_key')}</span>}
              </div>
              <PathGraph path={path} branchAddress={(id) => `${pathname}?branch=${encodeURIComponent(id)}#stage`} />
            </section>
            <div className={styles.duo} id="stage">
              {shown && <BranchBox path={path} {...shown} />}
              {tested.length > 0 && <TestBox path={path} branches={tested} />}
            </div>
          </>
        )}
      </div>
    </main>
  )
}

type Own = NonNullable<LearningPath['own']>

function OwnPlace({ path, own, certificatePath }: PathPageProps & { own: Own }) {
  const t = useMessages()
  const format = useFormat()
  const { next } = own
  const item = next?.item
  return (
    <Panel as="section" padded={false} className={styles.own} aria-labelledby="own-next">
      {next && item ? (
        <div className={styles.now}>
          {next.thumbnailUrl && (
            <Thumb image={itemPicture(next.thumbnailUrl)} size="default" className={styles.thumb} />
          )}
          <div className="grow">
            <p className="small muted">
              {[
                t('paths.stage_number', { number: next.stageNumber }),
                next.branchTitle,
                t('paths.item_of', { number: next.itemNumber, count: next.items }),
              ].join(' · ')}
            </p>
            <h2 id="own-next" lang={item.language}>
              {item.title}
            </h2>
            <LinkButton to={item.path} theme="primary" icon={<PlayIcon className="icon-s" />}>
              {t(item.begun ? 'paths.go_on' : 'paths.start')}
            </LinkButton>
          </div>
        </div>
      ) : (
        <div className={styles.now}>
          <div className="grow">
            <h2 id="own-next">{t(own.completedAt ? 'paths.completed' : 'paths.nothing_left')}</h2>
            {own.completedAt && (
              <p className="muted">{t('paths.completed_on', { date: format.date(own.completedAt) })}</p>
            )}
            {certificatePath && (
              <LinkButton to={certificatePath} theme="primary" icon={<AwardIcon className="icon-s" />}>
                {t('paths.see_certificate')}
              </LinkButton>
            )}
          </div>
        </div>
      )}
      <div className={styles.progress}>
        <p className={styles.percent}>
          <span>
            <strong>{format.percent(own.percent)}</strong> <span className="muted">{t('paths.whole')}</span>
          </span>
          {own.minutesLeft > 0 && (
            <span className="muted">{t('paths.left', { time: format.duration(own.minutesLeft) })}</span>
          )}
        </p>
        <span
          className={styles.stagebar}
          role="progressbar"
          aria-valuenow={own.percent}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-label={t('paths.progress_of', { title: path.title })}
        >
          {path.stages.map((stage) => (
            <i
              key={stage.id}
              className={stage.done ? styles.stageDone : undefined}
              style={{ '--value': `${stagePercent(stage)}%` } as React.CSSProperties}
            />
          ))}
        </span>
        {own.minutesLeft > 0 && (
          <p className="muted small">{t('paths.in_weeks', { count: Math.ceil(own.minutesLeft / 360) })}</p>
        )}
      </div>
    </Panel>
  )
}

function stagePercent({ branches }: PathStage): number {
  const counted = branches.filter(({ counts }) => counts)
  const all = counted.reduce((sum, { minutes }) => sum + minutes, 0)
  return all === 0 ? 0 : counted.reduce((sum, { minutes, percent }) => sum + (minutes * percent) / all, 0)
}

function BranchBox({ path, stage, branch }: { path: LearningPath; stage: PathStage; branch: PathBranch }) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const done = branch.items.filter((item) => item.done).length
  const nextId = path.own?.next?.item.id
  const canChoose = path.own !== null && stage.rule === 'one' && !branch.counts && branch.status !== 'done'
  const others = stage.rule === 'one' && stage.branches.length > 1
  return (
    <Panel as="section" className={styles.box} aria-labelledby="branch">
      <div className={styles.boxHead}>
        <div>
          <h2 id="branch" lang={path.language}>
            {branch.title}
          </h2>
          <p className="small muted">
            {[
              t('paths.items_count', { count: branch.items.length }),
              path.own && t('paths.items_done', { count: done }),
              others && path.own && t('paths.learned_stays'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {branch.status === 'locked' && (
            <p className="small">
              <WhyLocked waitsFor={stage.waitsFor.map((title) => ({ title, language: path.language }))} />
            </p>
          )}
        </div>
        {canChoose && (
          <ActForm
            act={{ act: 'choose', id: path.id, stageId: stage.id, branchId: branch.id }}
            size="s"
            icon={<GitBranchIcon className="icon-s" />}
            label={t('paths.act_of', { act: t('paths.choose'), title: branch.title })}
          >
            {t('paths.choose')}
          </ActForm>
        )}
      </div>
      {branch.items.length === 0 ? (
        <p className="muted">{t('paths.branch_empty')}</p>
      ) : (
        <ol className={styles.todo}>
          {branch.items.map((item) => (
            <li key={item.id} aria-current={item.id === nextId ? 'step' : undefined}>
              {path.own && (
                <StatusDot
                  status={item.done ? 'done' : item.id === nextId ? 'start' : item.begun ? 'continue' : 'todo'}
                  label={t(item.done ? 'paths.status_done' : item.begun ? 'paths.status_current' : 'paths.status_open')}
                />
              )}
              <PageLink to={item.path} lang={item.language}>
                {item.title}
              </PageLink>
              <span className={styles.push}>
                {words.type(item.type)} · {format.duration(item.minutes)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function TestBox({ path, branches }: { path: LearningPath; branches: readonly PathBranch[] }) {
  const t = useMessages()
  const first = branches[0]?.test
  return (
    <Panel as="section" className={styles.box} aria-labelledby="tests">
      <h2 id="tests">{t('paths.tests')}</h2>
      {first && (
        <p className="small muted">{t('paths.tests_lead', { percent: first.passPercent, days: first.retryDays })}</p>
      )}
      <ul className={styles.lines}>
        {branches.map((branch) => (
          <TestLine key={branch.id} path={path} branch={branch} />
        ))}
      </ul>
    </Panel>
  )
}

function TestLine({ path, branch }: { path: LearningPath; branch: PathBranch }) {
  const t = useMessages()
  const format = useFormat()
  const { test, title, status, minutes } = branch
  if (!test) return null
  const testAct = t(test.status === 'begun' ? 'paths.go_on' : 'paths.take_test')
  const facts = [
    t('paths.questions_count', { count: test.questions }),
    test.minutes !== null && format.duration(test.minutes),
    test.status === 'open' && status !== 'done' && t('paths.saves', { time: format.duration(minutes) }),
    test.percent !== null && t('paths.tested', { percent: test.percent }),
    test.nextAt && t('paths.next_try', { date: format.date(test.nextAt) }),
  ]
  return (
    <li>
      <span className="grow">
        <strong>{title}</strong>
        <span className="muted">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {test.status === 'passed' ? (
        <span className={styles.passed}>
          <CheckIcon className="icon-s" />
          {t('paths.skipped')}
        </span>
      ) : test.status === 'waiting' ? (
        <span className={styles.waiting}>
          <ClockIcon className="icon-s" />
          {t('paths.waiting')}
        </span>
      ) : status === 'done' ? null : (
        <ActForm
          act={{ act: 'test', id: path.id, branchId: branch.id }}
          size="s"
          icon={<FastForwardIcon className="icon-s" />}
          label={t('paths.act_of', { act: testAct, title })}
        >
          {testAct}
        </ActForm>
      )}
    </li>
  )
}
