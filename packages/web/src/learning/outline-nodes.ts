import { chapterDot, continueItem, nextItem, type OutlineDot, outlineDot } from '@lantern/contract/learning/progress.ts'
import type { LearnerRecord } from '@lantern/contract/learning/record-shapes.ts'
import type { ShownStep } from './shown-progress.ts'

/** A row of the outline. A chapter has rows of its own; an item can unfold to its steps. */
export interface OutlineNode {
  id: string
  title: string
  /** Chapters only. */
  number: number | null
  dot: OutlineDot
  /** Where the row leads; none is a heading or locked. */
  to: string | null
  current: boolean
  /** Special steps say what they are. */
  kind: 'lab' | 'quiz' | 'submission' | 'tool' | null
  optional: boolean
  minutes: number | null
  /** Done and all of its rows. */
  count: { done: number; total: number } | null
  nodes: OutlineNode[]
  isOpen: boolean
}

interface OutlineSection {
  id: string
  title: string
  type: 'normal' | 'lab' | 'submission' | 'tool'
  optionType: 'required' | 'optional'
  chapterId: string | null
  anchor: string
}

interface Chapter {
  id: string
  title: string
  sectionIds: readonly string[]
  contentIds: readonly string[]
}

export interface TutorialOutline {
  sections: readonly OutlineSection[]
  chapterSections: readonly Chapter[]
}

/** The steps of a tutorial under their chapters, or flat when it has none. */
export function tutorialNodes(
  item: TutorialOutline,
  steps: readonly ShownStep[],
  options: { currentStepId: string | null; linkOf: (section: OutlineSection) => string | null; locked: boolean },
): OutlineNode[] {
  const stateOf = new Map(steps.map((step) => [step.id, step]))
  const nextId = continueItem(steps)?.id ?? null
  const rows = item.sections.map((section): OutlineNode => {
    const step = stateOf.get(section.id)
    const dot = outlineDot(
      {
        id: section.id,
        completed: step?.completed ?? false,
        updatedTime: step?.updatedTime ?? null,
        begun: false,
        // a step that was touched and is open was done once
        onceCompleted: step?.updatedTime != null && !step.completed && !step.pending,
        locked: options.locked,
      },
      nextId,
    )
    return {
      id: section.id,
      title: section.title,
      number: null,
      dot,
      to: options.locked ? null : options.linkOf(section),
      current: section.id === options.currentStepId,
      kind: section.type === 'normal' ? null : section.type,
      optional: section.optionType === 'optional',
      minutes: null,
      count: null,
      nodes: [],
      isOpen: false,
    }
  })
  return underChapters(item.chapterSections, rows, (chapter) => chapter.sectionIds)
}

interface Content {
  id: string
  type: string
  title: string
  required: boolean
  minutes: number
}

export interface ParentOutline {
  contents: readonly Content[]
  chapterSections: readonly Chapter[]
}

/** The contents of a project or course under their chapters; the opened one unfolds to its own rows. */
export function contentNodes(
  parent: ParentOutline,
  record: LearnerRecord | null,
  options: { currentId: string | null; linkOf: (content: Content) => string; within?: OutlineNode[] },
): OutlineNode[] {
  const progress = parent.contents.map((content) => {
    const sub = record?.subItems.find(({ itemId }) => itemId === content.id)
    return {
      id: content.id,
      completed: sub?.completed ?? false,
      updatedTime: sub?.updatedTime ?? null,
      begun: sub?.begun ?? false,
      onceCompleted: sub?.completedTime != null,
    }
  })
  const nextId = nextItem(progress, { completed: record?.completed ?? false })?.id ?? null
  const rows = parent.contents.map((content, index): OutlineNode => {
    const part = progress[index]
    const isCurrent = content.id === options.currentId
    return {
      id: content.id,
      title: content.title,
      number: null,
      dot: part ? outlineDot(part, nextId) : 'open',
      to: options.linkOf(content),
      current: isCurrent,
      kind: content.type === 'quiz' ? 'quiz' : null,
      optional: !content.required,
      minutes: content.minutes,
      count: null,
      nodes: isCurrent ? (options.within ?? []) : [],
      isOpen: isCurrent,
    }
  })
  return underChapters(parent.chapterSections, rows, (chapter) => chapter.contentIds)
}

/** Rows that no chapter names stay where they are, before or after the chapters. */
function underChapters(
  chapters: readonly Chapter[],
  rows: OutlineNode[],
  idsOf: (chapter: Chapter) => readonly string[],
): OutlineNode[] {
  const chapterOf = new Map(chapters.flatMap((chapter) => idsOf(chapter).map((id) => [id, chapter] as const)))
  const nodes: OutlineNode[] = []
  const numbers = new Map(chapters.map(({ id }, index) => [id, index + 1]))
  for (const row of rows) {
    const chapter = chapterOf.get(row.id)
    const open = nodes.at(-1)
    if (!chapter) nodes.push(row)
    else if (open?.id === chapter.id) open.nodes.push(row)
    else nodes.push({ ...chapterNode(chapter, [row]), number: numbers.get(chapter.id) ?? null })
  }
  return nodes.map((node) => (chapterOf.size > 0 && node.nodes.length > 0 && node.to === null ? summed(node) : node))
}

function chapterNode(chapter: Chapter, nodes: OutlineNode[]): OutlineNode {
  return {
    id: chapter.id,
    title: chapter.title,
    number: null,
    dot: 'open',
    to: null,
    current: false,
    kind: null,
    optional: false,
    minutes: null,
    count: null,
    nodes,
    isOpen: false,
  }
}

function summed(chapter: OutlineNode): OutlineNode {
  const { nodes } = chapter
  const done = nodes.filter(({ dot }) => dot === 'done').length
  const dot = chapterDot(nodes.map((node) => node.dot))
  const holdsCurrent = nodes.some((node) => node.current || node.nodes.some(({ current }) => current))
  const holdsNext = nodes.some((node) => node.dot === 'startHere' || node.dot === 'continue')
  return { ...chapter, dot, count: { done, total: nodes.length }, isOpen: holdsCurrent || holdsNext }
}
