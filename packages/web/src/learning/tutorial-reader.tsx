import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import { versionedLink } from '@lantern/contract/catalog/item-links.ts'
import { isFree } from '@lantern/contract/catalog/item-types.ts'
import type { Breadcrumb, Item, Section } from '@lantern/contract/catalog/items.ts'
import { opensLabOnLoad } from '@lantern/contract/learning/lab-launch.ts'
import { continueItem } from '@lantern/contract/learning/progress.ts'
import type { RecordMap } from '@lantern/contract/learning/record-shapes.ts'
import type { LinkContext } from '@lantern/contract/links.ts'
import { type ComponentProps, type ReactNode, type RefObject, Suspense, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTimeSpent } from '#analytics/index.ts'
import {
  AboutFold,
  CardLabels,
  DiscussButton,
  DiscussLink,
  ItemBreadcrumb,
  itemCover,
  OtherLanguages,
  PageHead,
  publicSharePicture,
  StickerHeader,
} from '#catalog/index.ts'
import { later, lazyPart } from '#kit/later.tsx'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import { Personal } from '#kit/visit.tsx'
import { OwnWatermark, ProseCode, ProseViewers } from '#media/index.ts'
import { classNames } from '#ui/class-names.ts'
import { FirstCompletions } from './first-completions.tsx'
import { LessonEnd } from './lesson-end.tsx'
import { OverviewVideo, StepVideos } from './lesson-videos.tsx'
import { endAnchor, LessonViewChoice, useLessonView, useShownStep } from './lesson-view.tsx'
import { LockedPanel } from './locked-panel.tsx'
import { contentNodes, type OutlineNode, tutorialNodes } from './outline-nodes.ts'
import { OutlineTree } from './outline-tree.tsx'
import { anchorOfPlace, useOpenPlace, useReportPlace, useStartFromAddress, useStepInView } from './reading-place.ts'
import { StepLab } from './step-lab.tsx'
import { StepSection } from './step-section.tsx'
import { ActionBar, LearnPanel, StickerActs } from './tutorial-acts.tsx'
import styles from './tutorial-reader.module.css'
import { useCollected } from './use-collected.ts'
import { type TutorialProgress, useTutorialProgress } from './use-tutorial-progress.ts'

const OutlineDialog = lazyPart(() => import('./outline-dialog.tsx'))
const NextItems = later(async () => (await import('./next-items.tsx')).NextItems)
const SolutionPanel = later(async () => (await import('./solution-panel.tsx')).SolutionPanel)

export type TutorialReaderProps = {
  item: Item
  breadcrumb: Breadcrumb
  collected: boolean
  collectCount: number
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
  /** How many questions each step has, by its id. */
  questions: Readonly<Record<string, number>>
  /** What stands below the steps: educator plan, description, author, comments, rating. */
  details: ReactNode
  /** The reader's own notes, drawn into the text of the steps. */
  notes?: (within: RefObject<HTMLElement | null>) => ReactNode
  /** Drawn anew for each step that is read; null: none is in view. */
  atStep?: (stepId: string | null) => ReactNode
  /** What a submission step shows below its text. */
  submissionStep?: (section: Section) => ReactNode
  /** What stands below a step that is an outside tool; `onDone` ticks it. */
  toolStep?: (section: Section, onDone: () => void) => ReactNode
  /** Puts the tutorial into the cart, where it is for sale and not to be read. */
  cart?: ReactNode
}

/** The reading page of a tutorial: outline, steps with their ticks, and what comes next. */
export function TutorialReader(props: TutorialReaderProps) {
  const { item, parent, nearest, context, here } = props
  const t = useMessages()
  const locale = useLocale()
  const { user } = useSessionInActs()
  const [isOverviewShown, setOverviewShown] = useState(true)
  const [isOutlineOpen, setOutlineOpen] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)

  const minutes = minutesOf(item)
  const progress = useTutorialProgress({ id: item.id, sections: item.sections, minutes }, props.records, context)
  const collected = { on: props.collected, count: props.collectCount }
  const collecting = useCollected(item, collected, context)
  const goOn = item.sections.find(({ id }) => id === continueItem(progress.steps)?.id)
  const hasBegun = Object.keys(progress.records).length > 0
  const hasSteps = item.readable && item.sections.length > 1
  const asked = anchorOfPlace(item.sections, props.place)
  const begun = progress.record && !progress.completed ? goOn?.anchor : undefined
  const anchors = [...item.sections.map(({ anchor }) => anchor), endAnchor]
  const view = useLessonView()
  const isStepwise = hasSteps && view === 'steps'
  const first = asked ?? anchors[0]
  const { shown, show, isScripted } = useShownStep(anchors, begun && !asked ? begun : first, view)
  const inView = useStepInView(item.sections)
  const currentStepId = isStepwise ? (item.sections.find(({ anchor }) => anchor === shown)?.id ?? null) : inView
  const onward = shown === endAnchor ? undefined : anchors[anchors.indexOf(shown ?? '') + 1]
  useReportPlace(item.id, currentStepId, user !== null && progress.record !== null)
  useTimeSpent(item.id, currentStepId)
  useOpenPlace(asked)
  useStartFromAddress(props.start && item.readable && progress.record === null, user !== null, progress.start)

  /** Another view goes on at the step that is being read. */
  function stayHere(chosen: 'steps' | 'whole') {
    const read = item.sections.find(({ id }) => id === inView)?.anchor
    const place = chosen === 'steps' ? (read ?? shown) : shown
    flushSync(() => show(place))
    if (place !== undefined && place !== anchors[0]) document.getElementById(place)?.scrollIntoView()
  }

  const { versionId, projectId, courseId } = context
  const { versions } = props
  // the same object while nothing changes: what comes later is drawn again only for another one
  const link = useMemo<LinkContext>(
    () => ({ locale, uv: versionId, versions, projectId, courseId }),
    [locale, versionId, versions, projectId, courseId],
  )
  const { previous, next } = neighbours(nearest, item.id)
  const nodes = outlineNodes(item, parent, progress, currentStepId, link)
  const firstLab = item.sections.find(({ labUrl }) => labUrl)
  const index = item.sections.findIndex(({ id }) => id === currentStepId)
  const workOf = (section: Section, at: number) => {
    if (section.type === 'submission') return props.submissionStep?.(section)
    if (section.type !== 'tool') return
    const tick = () => {
      if (!progress.steps[at]?.completed) progress.toggleStep(section.id)
    }
    return <Personal>{props.toolStep?.(section, tick)}</Personal>
  }
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
    <main id="main">
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
        picture={itemCover(item)}
        sharePicture={publicSharePicture(item)}
        percent={progress.record ? progress.words.percent : null}
        comment={
          <>
            <DiscussButton item={item} />
            <span className={styles.notesToggle} data-notes-toggle="" />
          </>
        }
        record={
          <StickerActs
            item={item}
            progress={progress}
            collecting={collecting}
            next={next && versionedLink(next, link)}
            goOn={isStepwise ? onward : goOn?.anchor}
          />
        }
        below={top}
      />
      <div ref={top} className={styles.top}>
        <div className={`wrap ${styles.topInside}`}>
          <ItemBreadcrumb breadcrumb={props.breadcrumb} />
          <h1 lang={item.language}>{item.title}</h1>
          {item.summary && isOverviewShown && (
            <p className={styles.overview} lang={item.language}>
              {item.summary}
            </p>
          )}
          <AboutFold item={item} />
          <div className={styles.labels}>
            <CardLabels item={item} bought={props.bought} onMedia={false} />
            <OtherLanguages item={item} />
            <DiscussLink item={item} />
          </div>
          <Personal>
            <LearnPanel item={item} here={here} progress={progress} collecting={collecting} goOn={goOn?.anchor} />
          </Personal>
        </div>
      </div>
      <div className={`wrap ${styles.lesson}`}>
        <div className={styles.side} id="outline">
          <Personal isOwn={hasBegun}>{outline(true)}</Personal>
        </div>
        <div className={styles.main}>
          {item.readable ? (
            <div
              ref={text}
              className={classNames(styles.text, hasSteps && styles.stepwise)}
              data-scripted={isScripted || undefined}
            >
              {hasSteps && <LessonViewChoice className={styles.choice} onChosen={stayHere} />}
              {item.overviewVideo && (
                <div className={styles.film}>
                  <Personal>
                    <OverviewVideo id={item.overviewVideo.id} title={item.overviewVideo.title} />
                  </Personal>
                </div>
              )}
              {item.sections.map((section, at) => (
                <StepSection
                  key={section.id}
                  section={section}
                  step={progress.steps[at]}
                  index={at}
                  total={item.sections.length}
                  isHere={section.anchor === shown}
                  isFirst={section.anchor === first}
                  previous={item.sections[at - 1]}
                  next={item.sections[at + 1]}
                  language={item.language}
                  questions={props.questions[section.id] ?? 0}
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
                  work={workOf(section, at)}
                  onToggle={() => progress.toggleStep(section.id)}
                  formAction={`${here}#${encodeURIComponent(section.anchor)}`}
                />
              ))}
              <LessonEnd item={item} progress={progress} here={here} isHere={!hasSteps || shown === endAnchor}>
                {item.withSolution && (
                  <Personal>
                    <SolutionPanel item={item} />
                  </Personal>
                )}
                <NextItems
                  previous={previous}
                  next={next}
                  link={link}
                  within={nearest?.type === 'project' ? 'project' : 'course'}
                />
              </LessonEnd>
              <ProseViewers within={text} />
              <ProseCode within={text} />
              {props.notes?.(text)}
              <StepVideos within={text} item={item} next={next} link={link} />
              {!isFree(item) && (
                <Personal>
                  <OwnWatermark />
                </Personal>
              )}
            </div>
          ) : (
            <Personal>
              {item.overviewVideo && <OverviewVideo id={item.overviewVideo.id} title={item.overviewVideo.title} />}
              <LockedPanel item={item} cart={props.cart} />
              <NextItems previous={previous} next={next} link={link} within={null} />
            </Personal>
          )}
          {props.details}
        </div>
      </div>
      <Personal isOwn={hasBegun}>
        <ActionBar
          item={item}
          progress={progress}
          currentStepId={currentStepId ?? (isStepwise ? null : (goOn?.id ?? null))}
          next={next && versionedLink(next, link)}
          onward={isStepwise ? onward : undefined}
          here={here}
          onOutline={() => setOutlineOpen(true)}
        />
        <Suspense>
          {isOutlineOpen && <OutlineDialog onClose={() => setOutlineOpen(false)}>{outline(false)}</OutlineDialog>}
        </Suspense>
        {props.atStep?.(currentStepId)}
        <FirstCompletions
          completions={progress.completions}
          named={[item, nearest, parent].filter((one) => one !== null)}
          next={next}
          link={link}
          here={here}
        />
      </Personal>
    </main>
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
