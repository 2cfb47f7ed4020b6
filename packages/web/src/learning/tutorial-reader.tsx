import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import { versionedLink } from '@lantern/contract/catalog/item-links.ts'
import { isFree } from '@lantern/contract/catalog/item-types.ts'
import type { Breadcrumb, Item } from '@lantern/contract/catalog/items.ts'
import { opensLabOnLoad } from '@lantern/contract/learning/lab-launch.ts'
import { continueItem } from '@lantern/contract/learning/progress.ts'
import type { RecordMap } from '@lantern/contract/learning/record-shapes.ts'
import type { LinkContext } from '@lantern/contract/links.ts'
import { type ComponentProps, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { useTimeSpent } from '#analytics/index.ts'
import { CardLabels, ItemBreadcrumb, OtherLanguages, PageHead, StickerHeader, SubtitleLine } from '#catalog/index.ts'
import { later, lazyPart } from '#kit/later.tsx'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { OwnWatermark, ProseCode, ProseViewers } from '#media/index.ts'
import { FirstCompletions } from './first-completions.tsx'
import { OverviewVideo, StepVideos } from './lesson-videos.tsx'
import { LockedPanel } from './locked-panel.tsx'
import { contentNodes, type OutlineNode, tutorialNodes } from './outline-nodes.ts'
import { OutlineTree } from './outline-tree.tsx'
import { anchorOfPlace, useOpenPlace, useReportPlace, useStartFromAddress, useStepInView } from './reading-place.ts'
import { StepLab } from './step-lab.tsx'
import { StepSection } from './step-section.tsx'
import { ActionBar, LearnPanel, StickerActs, WholeToggle } from './tutorial-acts.tsx'
import styles from './tutorial-reader.module.css'
import { useCollected } from './use-collected.ts'
import { type TutorialProgress, useTutorialProgress } from './use-tutorial-progress.ts'

const OutlineDialog = lazyPart(() => import('./outline-dialog.tsx'))
const NextItems = later(async () => (await import('./next-items.tsx')).NextItems)
const SolutionPanel = later(async () => (await import('./solution-panel.tsx')).SolutionPanel)

export type TutorialReaderProps = {
  item: Item
  breadcrumb: Breadcrumb
  commentCount: number
  collected: boolean
  bought: boolean
  records: RecordMap
  /** The course, else the project, it is read in: its outline is shown around the steps. */
  parent: Item | null
  /** Its neighbours come from here: the project when there is one, else the course. */
  nearest: Item | null
  context: { projectId?: string; courseId?: string; versionId?: string }
  /** The engine versions from old to new where the page is read for one. */
  versions: readonly string[]
  place: { sectionId: string | null; chapterId: string | null }
  start: boolean
  /** The path and query of this page: where forms post before or without script. */
  here: string
  /** What the page says to programs besides. */
  things?: ComponentProps<typeof PageHead>['things']
  /** The other tabs of the page: educator, materials, detail, author, comment, score. */
  details: ReactNode
}

/** The reading page of a tutorial: outline, steps with their ticks, and what comes next. */
export function TutorialReader(props: TutorialReaderProps) {
  const { item, parent, nearest, context, here } = props
  const t = useMessages()
  const locale = useLocale()
  const { user } = useSession()
  const [isOverviewShown, setOverviewShown] = useState(true)
  const [isOutlineOpen, setOutlineOpen] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)

  const minutes = minutesOf(item)
  const progress = useTutorialProgress({ id: item.id, sections: item.sections, minutes }, props.records, context)
  const collected = { on: props.collected, count: item.statsMap[item.id]?.collectCount ?? 0 }
  const collecting = useCollected(item, collected, context)
  const currentStepId = useStepInView(item.sections)
  useReportPlace(item.id, currentStepId, user !== null && progress.record !== null)
  useTimeSpent(item.id, currentStepId)
  useOpenPlace(anchorOfPlace(item.sections, props.place))
  useStartFromAddress(props.start && item.readable && progress.record === null, user !== null, progress.start)

  const { versionId, projectId, courseId } = context
  const { versions } = props
  // the same object while nothing changes: what comes later is drawn again only for another one
  const link = useMemo<LinkContext>(
    () => ({ locale, uv: versionId, versions, projectId, courseId }),
    [locale, versionId, versions, projectId, courseId],
  )
  const { previous, next } = neighbours(nearest, item.id)
  const nodes = outlineNodes(item, parent, progress, currentStepId, link)
  const goOn = item.sections.find(({ id }) => id === continueItem(progress.steps)?.id)
  const firstLab = item.sections.find(({ labUrl }) => labUrl)
  const index = item.sections.findIndex(({ id }) => id === currentStepId)
  const outline = (foldsWhenNarrow: boolean) => (
    <OutlineTree
      foldsWhenNarrow={foldsWhenNarrow}
      nodes={nodes}
      place={index < 0 ? undefined : t('learning.step_of', { index: index + 1, total: item.sections.length })}
      overview={
        item.summary ? { isShown: isOverviewShown, onToggle: () => setOverviewShown(!isOverviewShown) } : undefined
      }
    />
  )
  return (
    <div className={`wrap ${styles.lesson}`}>
      <main id="main" className={styles.main}>
        <PageHead
          title={item.title}
          description={item.summary}
          item={item}
          breadcrumb={props.breadcrumb}
          things={props.things}
        />
        <StickerHeader
          title={parent?.title ?? item.title}
          language={item.language}
          thumbnailUrl={item.thumbnail.url}
          commentCount={props.commentCount}
          percent={progress.record ? progress.words.percent : null}
          record={
            <StickerActs
              item={item}
              progress={progress}
              collecting={collecting}
              next={next && versionedLink(next, link)}
              goOn={goOn?.anchor}
            />
          }
          below={top}
        />
        <div ref={top} className={styles.top}>
          <ItemBreadcrumb breadcrumb={props.breadcrumb} />
          <header className={styles.head}>
            <h1 lang={item.language}>{item.title}</h1>
            <SubtitleLine item={item} commentCount={props.commentCount} withLanguage={item.translations.length > 0} />
            <p className={styles.labels}>
              <CardLabels item={item} bought={props.bought} onMedia={false} />
            </p>
            <OtherLanguages item={item} />
          </header>
          {item.summary && isOverviewShown && (
            <p className={styles.overview} lang={item.language}>
              {item.summary}
            </p>
          )}
          {item.overviewVideo && <OverviewVideo id={item.overviewVideo.id} title={item.overviewVideo.title} />}
          <LearnPanel item={item} here={here} progress={progress} collecting={collecting} goOn={goOn?.anchor} />
        </div>
        {item.readable ? (
          <div ref={text} className={styles.text}>
            {item.sections.map((section, at) => (
              <StepSection
                key={section.id}
                section={section}
                step={progress.steps[at]}
                index={at}
                total={item.sections.length}
                language={item.language}
                lab={
                  section.labUrl && (
                    <StepLab
                      itemId={item.id}
                      step={section}
                      labUrl={section.labUrl}
                      isWholeItem={opensLabOnLoad(item) && section === firstLab}
                    />
                  )
                }
                onToggle={() => progress.toggleStep(section.id)}
                formAction={`${here}#${encodeURIComponent(section.anchor)}`}
              />
            ))}
            <ProseViewers within={text} />
            <ProseCode within={text} />
            <StepVideos within={text} item={item} next={next} link={link} />
            {!isFree(item) && <OwnWatermark />}
          </div>
        ) : (
          <LockedPanel item={item} />
        )}
        {item.readable && <WholeToggle progress={progress} here={here} />}
        {item.readable && item.withSolution && <SolutionPanel item={item} />}
        <NextItems previous={previous} next={next} link={link} />
        {props.details}
      </main>
      <aside className={styles.side} id="outline" aria-label={t('learning.outline')}>
        {outline(true)}
      </aside>
      <ActionBar
        item={item}
        progress={progress}
        currentStepId={currentStepId ?? goOn?.id ?? null}
        next={next && versionedLink(next, link)}
        here={here}
        onOutline={() => setOutlineOpen(true)}
      />
      <Suspense>
        {isOutlineOpen && <OutlineDialog onClose={() => setOutlineOpen(false)}>{outline(false)}</OutlineDialog>}
      </Suspense>
      <FirstCompletions
        completions={progress.completions}
        named={[item, nearest, parent].filter((one) => one !== null)}
        next={next}
        link={link}
        here={here}
      />
    </div>
  )
}

function neighbours(parent: Item | null, itemId: string) {
  const at = parent?.navIds.indexOf(itemId) ?? -1
  const cardAt = (index: number) => (at < 0 ? null : (parent?.contentMap[parent.navIds[index] ?? ''] ?? null))
  return { previous: cardAt(at - 1), next: cardAt(at + 1) }
}

function outlineNodes(
  item: Item,
  parent: Item | null,
  progress: TutorialProgress,
  currentStepId: string | null,
  link: LinkContext,
): OutlineNode[] {
  const own = tutorialNodes(item, progress.steps, {
    currentStepId,
    linkOf: (section) => `#${encodeURIComponent(section.anchor)}`,
    locked: !item.readable,
  })
  if (!parent) return own
  const contents = parent.contentIds.flatMap((id) => {
    const card = parent.contentMap[id]
    if (!card) return []
    const required = parent.subNodes.find((node) => node.id === id)?.required ?? true
    return [{ id, type: card.type, title: card.title, required, minutes: minutesOf(card) }]
  })
  const holds = parent.contentIds.includes(item.id) ? item.id : (link.projectId ?? item.id)
  return contentNodes({ contents, chapterSections: parent.chapterSections }, progress.records[parent.id] ?? null, {
    currentId: holds,
    linkOf: ({ id }) => {
      const card = parent.contentMap[id]
      return card ? versionedLink(card, { ...link, projectId: parent.type === 'project' ? parent.id : null }) : '#'
    },
    within: own,
  })
}
