import type { DetailTab } from '@lantern/contract/catalog/item-types.ts'
import type { Item } from '@lantern/contract/catalog/items.ts'
import { topicLink } from '@lantern/contract/links.ts'
import type { ReactNode } from 'react'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Chip } from '#ui/chip.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './detail-sections.module.css'
import { detailTabAnchor, detailTabKeys } from './detail-tabs.ts'

/** Few items have one of these; both are links and native disclosures, which work before their script comes. */
const EducatorPlan = later(async () => (await import('./educator-plan.tsx')).EducatorPlan)
const ProjectList = later(async () => (await import('./project-list.tsx')).ProjectList)

/** Read at the end of the page; what they hold to be pressed are links. */
const Author = later(async () => (await import('./author.tsx')).Author)
const Materials = later(async () => (await import('./materials.tsx')).Materials)
const Score = later(async () => (await import('./score.tsx')).Score)

type DetailSectionsProps = {
  item: Item
  /** In the order of the tabs; only these are shown. */
  tabs: readonly DetailTab[]
  outline?: ReactNode
  /** What is said about the item. */
  comments: ReactNode
  /** The facts stand elsewhere on the page already. */
  factsAbove?: boolean
}

/** The sections of a detail page, each under its tab. */
export function DetailSections({ item, tabs, outline, comments, factsAbove }: DetailSectionsProps) {
  const t = useMessages()
  const contents: Record<DetailTab, () => ReactNode> = {
    overview: () => <Overview item={item} outline={outline} />,
    educator: () => item.educatorPlan && <EducatorPlan plan={item.educatorPlan} language={item.language} />,
    materials: () => <Materials item={item} />,
    detail: () => (
      <>
        <Description item={item} />
        {!factsAbove && <Facts item={item} />}
      </>
    ),
    author: () => (
      <Panel>
        <Author owner={item.userMap[item.ownerId]} language={item.language} />
      </Panel>
    ),
    comment: () => comments,
    score: () => <Score stats={item.statsMap[item.id]} spread={item.ratingSpread} />,
  }
  return tabs.map((tab) => (
    <Section
      key={tab}
      id={tab}
      title={tab === 'overview' && item.properties.objective ? t('catalog.you_will_learn') : undefined}
    >
      {contents[tab]()}
    </Section>
  ))
}

function Overview({ item, outline }: { item: Item; outline: ReactNode }) {
  return (
    <div className={styles.parts}>
      <Aims text={item.properties.objective} language={item.language} />
      {outline}
      <ProjectList
        projects={item.contentIds.flatMap((id) => item.contentMap[id] ?? []).filter(({ type }) => type === 'project')}
        withCover
        link={{ courseId: item.id }}
      />
    </div>
  )
}

function Section({ id, title, children }: { id: DetailTab; title?: string; children: ReactNode }) {
  const t = useMessages()
  const anchor = detailTabAnchor(id)
  return (
    // its tab moves the focus here
    <section id={anchor} className={styles.section} tabIndex={-1} aria-labelledby={`${anchor}-title`}>
      <h2 id={`${anchor}-title`}>{title ?? t(detailTabKeys[id])}</h2>
      {children}
    </section>
  )
}

/** One aim a line, each with a tick. */
export function Aims({ text, language }: { text: string | undefined; language: string }) {
  const aims = (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  if (aims.length === 0) return null
  return (
    <ul className={styles.aims} lang={language}>
      {aims.map((aim) => (
        <li key={aim}>
          <CheckIcon className="icon-s" />
          <span>{aim}</span>
        </li>
      ))}
    </ul>
  )
}

function Description({ item }: { item: Item }) {
  if (!item.description) return null
  return <div className="prose" lang={item.language} dangerouslySetInnerHTML={{ __html: item.description }} />
}

/** For which engine versions it is, what it leads to, and its topics. */
export function Facts({ item }: { item: Item }) {
  const t = useMessages()
  const { minVersionId, maxVersionId, withAll } = item.unityVersionRange
  const named = [
    ...item.topicIds.flatMap((id) => item.topicMap[id] ?? []),
    ...item.industryIds.flatMap((id) => item.industryMap[id] ?? []),
  ]
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('catalog.versions')}</dt>
        <dd>
          {withAll
            ? t('catalog.all_versions')
            : t('catalog.version_range', { from: minVersionId ?? '…', to: maxVersionId ?? '…' })}
        </dd>
        {item.properties.careerGoals && (
          <>
            <dt>{t('catalog.career_goals')}</dt>
            <dd lang={item.language}>{item.properties.careerGoals}</dd>
          </>
        )}
        {item.properties.givesCertificate && (
          <>
            <dt>{t('catalog.certificate')}</dt>
            <dd>{t('catalog.certificate_given')}</dd>
          </>
        )}
      </dl>
      {named.length > 0 && (
        <p className="row">
          {named.map((tag) => (
            <Chip key={tag.id} to={topicLink(tag.id)}>
              {tag.name}
            </Chip>
          ))}
        </p>
      )}
    </>
  )
}
