import type { CourseNode, CoursePart, CourseTree, LeftPart, PagePart, QuizPart } from './course-tree.ts'
import { ownIds } from './own-cartridge.ts'

// Which tutorials, quizzes and chapters a course of another system becomes.

/** Pages that follow one another in a folder become the steps of one tutorial. */
export interface TutorialUnit {
  kind: 'tutorial'
  /** Made of what the folder is called elsewhere: a page more does not make another tutorial of it. */
  key: string
  title: string
  folders: string[]
  pages: PagePart[]
  /** What it is about. */
  about?: PagePart
}

export interface QuizUnit {
  kind: 'quiz'
  part: QuizPart
  folders: string[]
}

export interface LeftUnit {
  kind: 'left'
  part: LeftPart
  folders: string[]
}

export type CourseUnit = TutorialUnit | QuizUnit | LeftUnit

export interface CourseChapter {
  /** Empty: before the first chapter. */
  title: string
  key: string
  units: CourseUnit[]
}

const mostSteps = 500
export const mostContents = 300
export const mostChapters = 100

/** `more` is what the chapter is called of what stands in no outline. */
export function layOut({ children, unlisted, title }: CourseTree, more: string): CourseChapter[] {
  const top = soleFolder(children, title) ?? children
  const chapters: CourseChapter[] = []
  let run: CoursePart[] = []
  const closeRun = () => {
    const [first] = run
    if (!first) return
    const isFirst = chapters.length === 0
    const key = `top ${chapters.length}`
    chapters.push({
      title: isFirst ? '' : first.title,
      key,
      units: unitsOf(run, { key, title: isFirst ? title : first.title, folders: [] }),
    })
    run = []
  }
  for (const node of top) {
    if (node.kind !== 'folder') {
      run.push(node)
      continue
    }
    closeRun()
    const folders = [node.title]
    chapters.push({
      title: node.title,
      key: node.id,
      units: unitsOf(node.children, { ...node, key: node.id, folders }),
    })
  }
  closeRun()
  if (unlisted.length > 0) {
    chapters.push({
      title: more,
      key: 'unlisted',
      units: unitsOf(unlisted, { key: 'unlisted', title: more, folders: [more] }),
    })
  }
  return chapters
}

/** One folder around everything that is called as the course is says nothing more. */
function soleFolder(children: readonly CourseNode[], title: string): readonly CourseNode[] | null {
  const [only] = children
  if (only?.kind === 'folder' && only.id === ownIds.noChapter) return null
  return children.length === 1 && only?.kind === 'folder' && ['', title].includes(only.title) ? only.children : null
}

interface Place {
  key: string
  title: string
  folders: string[]
  about?: PagePart | undefined
}

function unitsOf(nodes: readonly CourseNode[], { key, title, folders, about }: Place): CourseUnit[] {
  const units: CourseUnit[] = []
  let pages: PagePart[] = []
  const closeRun = () => {
    if (pages.length === 0) return
    for (let at = 0; at < pages.length; at += mostSteps) {
      units.push({ kind: 'tutorial', key: '', title: '', folders, pages: pages.slice(at, at + mostSteps) })
    }
    pages = []
  }
  for (const node of nodes) {
    if (node.kind === 'page') pages.push(node)
    else if (node.kind === 'left') units.push({ kind: 'left', part: node, folders })
    else {
      closeRun()
      if (node.kind === 'quiz') units.push({ kind: 'quiz', part: node, folders })
      else {
        const { id, children, about: ofFolder } = node
        const inFolders = [...folders, node.title]
        units.push(...unitsOf(children, { key: id, title: node.title, folders: inFolders, about: ofFolder }))
      }
    }
  }
  closeRun()
  const own = units.filter((unit) => unit.kind === 'tutorial').filter((unit) => unit.key === '')
  own.forEach((unit, index) => {
    unit.key = `${key} ${index}`
    const [first] = unit.pages
    // a folder inside of a chapter is a lesson, were it of one page
    const isOfFolder = own.length === 1 && (unit.pages.length > 1 || folders.length > 1)
    if (about && index === 0) unit.about = about
    unit.title = (isOfFolder ? title : first?.title) || title
  })
  return units
}
