import type { PathCard } from '@lantern/contract/paths/paths.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { PageLink, PlainLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import styles from './cards.module.css'

export function pathAddress({ slug }: { slug: string }): string {
  return `/learning-path/${encodeURIComponent(slug)}`
}

/** Paths to choose from, in a page of editors. */
export function PathCards({ paths, level = 2 }: { paths: readonly PathCard[]; level?: 2 | 3 | 4 }) {
  const Title = `h${level}` as const
  const t = useMessages()
  if (paths.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="paths-to-join">
      <Title id="paths-to-join">{t('paths.list_title')}</Title>
      <ul className={styles.cards}>
        {paths.map((path) => (
          <li key={path.id}>
            <Card path={path} level={level} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Card({ path, level }: { path: PathCard; level: 2 | 3 | 4 }) {
  const t = useMessages()
  const format = useFormat()
  const Title = `h${Math.min(level + 1, 4)}` as 'h3' | 'h4'
  const { own, title, language } = path
  return (
    <Panel as="article" className={styles.card}>
      <Title>
        <PageLink to={pathAddress(path)} lang={language}>
          {title}
        </PageLink>
      </Title>
      <p className="clip-2 muted small" lang={language}>
        {path.description}
      </p>
      <p className="meta tiny">
        {path.organisationName && <span>{path.organisationName}</span>}
        <span>{t('paths.stages_count', { count: path.stages })}</span>
        <span>{t('paths.items_count', { count: path.items })}</span>
        <span>{t('paths.about', { time: format.duration(path.minutes) })}</span>
        {path.givesCertificate && <span>{t('paths.gives_certificate')}</span>}
      </p>
      {own && <ProgressBar full label={t('paths.progress_of', { title })} percent={own.percent} />}
    </Panel>
  )
}

/** Where a person is on the paths that they joined, with the next act of each. Nothing joined, nothing shown. */
export function OwnPaths({ paths }: { paths: readonly PathCard[] }) {
  const t = useMessages()
  if (paths.length === 0) return null
  return (
    <section className={styles.own} aria-labelledby="own-paths">
      <div className="section-head">
        <h2 id="own-paths">{t('paths.own_title')}</h2>
        <PlainLink to="/unity-learning-path">{t('paths.all')}</PlainLink>
      </div>
      <Panel padded={false}>
        <ul className={styles.rows}>
          {paths.map((path) => (
            <OwnPathRow key={path.id} path={path} />
          ))}
        </ul>
      </Panel>
    </section>
  )
}

function OwnPathRow({ path }: { path: PathCard }) {
  const t = useMessages()
  const format = useFormat()
  const { own, title, language } = path
  if (!own) return null
  const next = own.next?.item
  return (
    <li>
      <div className={styles.about}>
        <PageLink to={pathAddress(path)} lang={language}>
          {title}
        </PageLink>
        <span className="small muted">
          {own.completedAt
            ? t('paths.completed_on', { date: format.date(own.completedAt) })
            : [
                own.next && t('paths.stage_number', { number: own.next.stageNumber }),
                own.next?.branchTitle,
                t('paths.left', { time: format.duration(own.minutesLeft) }),
              ]
                .filter(Boolean)
                .join(' · ')}
        </span>
        <ProgressBar full label={t('paths.progress_of', { title })} percent={own.percent} />
      </div>
      <strong className={styles.number}>{format.percent(own.percent)}</strong>
      {next && (
        <PlainLink to={next.path}>
          {t('paths.next_is')} <span lang={next.language}>{next.title}</span>
        </PlainLink>
      )}
    </li>
  )
}
