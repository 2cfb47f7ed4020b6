import { posix } from 'node:path'
import { escapeHtml } from '#kit/escape-html.ts'
import { childOf, childrenOf, elementsOf, textOf, type XmlElement, type XmlNode } from '#kit/xml-tree.ts'
import type { SourceRow } from '../exchange/source-rows.ts'
import { htmlOf } from '../exchange/xml-tree.ts'
import {
  type CourseFolder,
  type CourseNode,
  type CourseTree,
  decodedPath,
  leftOut,
  outsideOf,
  type PagePart,
  type PartNote,
  type Target,
} from './course-tree.ts'
import { linkHtml } from './page-parts.ts'
import { readOlxProblem } from './read-olx-problem.ts'
import { CourseRefusal, type SourceFiles } from './source-files.ts'
import { xmlOf } from './xml-of.ts'

/** A course, or the problems of a content library. */
export function isOlx(files: SourceFiles): boolean {
  return files.has('course.xml') || files.has('library.xml')
}

/** Open edX: chapters, sequences and units, each in a file of its own or in the one around it. */
export function readOlx(files: SourceFiles): CourseTree {
  const isLibrary = !files.has('course.xml')
  const entry = xmlOf(files, isLibrary ? 'library.xml' : 'course.xml')
  if (!entry) throw new CourseRefusal('broken_file', isLibrary ? 'library.xml' : 'course.xml')
  const course = isLibrary ? entry : resolved(files, entry)
  const { org = '', course: number = '', library = '', url_name: run = '' } = entry.attributes
  const title = course.attributes.display_name ?? ([org, number, library].filter(Boolean).join(' ') || 'Open edX')
  const children = isLibrary
    ? [bankOf(files, course, title)]
    : childrenOf(course, 'chapter').map((chapter) => folderOf(files, resolved(files, chapter)))
  const about = files.text('about/short_description.html') ?? ''
  return {
    format: 'olx',
    identity: [org, number, library, run].join('+'),
    title,
    language: course.attributes.language ?? '',
    html: about,
    children,
    unlisted: tabsOf(files),
    resolve: linksOf(files, children),
  }
}

/** What an element of one name only points to: `<html url_name="x"/>` is `html/x.xml`. */
function resolved(files: SourceFiles, element: XmlElement): XmlElement {
  const { url_name: name = '' } = element.attributes
  if (name === '' || elementsOf(element).length > 0 || textOf(element).trim() !== '') return element
  const file = xmlOf(files, `${element.name}/${name.replaceAll(':', '/')}.xml`)
  return file ? { ...file, attributes: { url_name: name, ...element.attributes, ...file.attributes } } : element
}

function named({ name, attributes }: XmlElement): { id: string; title: string } {
  return { id: attributes.url_name ?? `${name} ${attributes.display_name ?? ''}`, title: attributes.display_name ?? '' }
}

function folderOf(files: SourceFiles, element: XmlElement): CourseNode {
  const { id, title } = named(element)
  const children = elementsOf(element).flatMap((child): CourseNode[] => {
    const whole = resolved(files, child)
    return child.name === 'vertical' ? unitOf(files, whole) : blockOf(files, whole)
  })
  for (const sequence of childrenOf(element, 'sequential')) children.push(folderOf(files, resolved(files, sequence)))
  return children.length > 0
    ? { kind: 'folder', id, title, children }
    : leftOut({ id, title }, 'folder', 'folder_empty')
}

/** A unit is a page of all that is read in it, cut where problems are: those are a quiz. */
function unitOf(files: SourceFiles, unit: XmlElement): CourseNode[] {
  const { id, title } = named(unit)
  const nodes: CourseNode[] = []
  let page: PagePart | null = null
  let quiz: { rows: SourceRow[]; id: string } | null = null
  const close = () => {
    if (page) nodes.push(page)
    // links lead to units: the first that is made of one has its id
    if (quiz) nodes.push(quizOf(nodes.some(({ kind }) => kind !== 'left') ? quiz.id : id, title, quiz.rows))
    page = null
    quiz = null
  }
  for (const part of blocksIn(files, unit)) {
    if (part.kind === 'problem') {
      if (page) close()
      quiz ??= { rows: [], id: part.id }
      quiz.rows.push(...part.rows)
    } else if (part.kind === 'left')
      nodes.push(leftOut({ id: part.id, title: part.title || title }, part.what, part.code, part.detail))
    else {
      if (quiz) close()
      const before: PagePart = page ?? pageOf(nodes.some(({ kind }) => kind !== 'left') ? part.id : id, title, '', [])
      page = { ...before, html: before.html + part.html, notes: [...before.notes, ...part.notes] }
    }
  }
  close()
  return nodes.length > 0 ? nodes : [leftOut({ id, title }, 'page', 'folder_empty')]
}

function blockOf(files: SourceFiles, element: XmlElement): CourseNode[] {
  if (['sequential', 'wiki', 'discussion'].includes(element.name)) return []
  return unitOf(files, { ...element, name: 'vertical', children: [element] })
}

function pageOf(id: string, title: string, html: string, notes: PartNote[]): PagePart {
  return { kind: 'page', what: 'page', id, title, html, place: '', files: [], notes }
}

function quizOf(id: string, title: string, rows: SourceRow[]): CourseNode {
  return {
    kind: 'quiz',
    what: 'quiz',
    id,
    title,
    html: '',
    place: '',
    rows,
    timeLimitMinutes: null,
    passPercent: null,
    notes: [],
  }
}

type Block =
  | { kind: 'html'; id: string; html: string; notes: PartNote[] }
  | { kind: 'problem'; id: string; rows: SourceRow[] }
  | {
      kind: 'left'
      id: string
      title: string
      what: 'tool' | 'other' | 'page' | 'discussion' | 'bank'
      code: PartNote['code']
      detail: string
    }

/** What stands in a unit, in order; blocks that only hold others are looked into. */
function blocksIn(files: SourceFiles, unit: XmlElement): Block[] {
  return elementsOf(unit).flatMap((child): Block[] => {
    const element = resolved(files, child)
    const { id, title } = named(element)
    const left = (what: Extract<Block, { kind: 'left' }>['what'], code: PartNote['code'], detail: string): Block => ({
      kind: 'left',
      id,
      title,
      what,
      code,
      detail,
    })
    switch (element.name) {
      case 'html': {
        const html = htmlIn(files, element)
        return [html === null ? left('page', 'file_missing', `html/${id}.html`) : { kind: 'html', id, html, notes: [] }]
      }
      case 'video':
        return [{ kind: 'html', id, ...filmOf(files, element) }]
      case 'problem':
        return [{ kind: 'problem', id, rows: [readOlxProblem(element, pictureOf(files))] }]
      case 'vertical':
      case 'wrapper':
      case 'conditional':
      case 'split_test':
      case 'randomize':
      case 'problemset':
      case 'itembank':
        return blocksIn(files, element)
      case 'library_content':
        return blocksIn(files, element).length > 0
          ? blocksIn(files, element)
          : [left('bank', 'kind_unknown', element.name)]
      case 'lti':
      case 'lti_consumer':
        return [left('tool', 'tool', element.attributes.launch_url ?? '')]
      case 'discussion':
        return [left('discussion', 'kind_unknown', element.attributes.discussion_target ?? 'discussion')]
      case 'customtag':
      case 'wiki':
        return []
      default:
        return [left('other', 'kind_unknown', element.name)]
    }
  })
}

function htmlIn(files: SourceFiles, element: XmlElement): string | null {
  const { filename, url_name: name = '' } = element.attributes
  const inner = markup(element.children)
  if (inner.trim() !== '') return inner
  return files.text(`html/${filename ?? name}.html`) ?? (filename === undefined ? '' : null)
}

/** What stands between the tags, as the markup that it was. */
function markup(nodes: readonly XmlNode[]): string {
  // a text of CDATA is markup itself
  const text = nodes.map((node) => (typeof node === 'string' ? node : '')).join('')
  return nodes.some((node) => typeof node !== 'string') ? htmlOf(nodes) : text
}

function filmOf(files: SourceFiles, video: XmlElement): { html: string; notes: PartNote[] } {
  const {
    display_name: title = 'Video',
    youtube_id_1_0: own,
    youtube = '',
    html5_sources: list = '',
  } = video.attributes
  const id = own || /1\.0+:([\w-]{6,})/.exec(youtube)?.[1]
  if (id) return { html: linkHtml(`https://www.youtube.com/watch?v=${id}`, title), notes: [] }
  const sources = [
    ...childrenOf(video, 'source').map(({ attributes }) => attributes.src ?? ''),
    ...[...list.matchAll(/https?:[^"'\]]+/g)].map(([address]) => address),
    video.attributes.source ?? '',
    childOf(childOf(video, 'video_asset'), 'encoded_video')?.attributes.url ?? '',
  ].filter(Boolean)
  const [source = ''] = sources
  const own_file = fileAt(files, source)
  if (own_file) return { html: `<video src="${escapeHtml(source)}"></video>`, notes: [] }
  if (!source) return { html: '', notes: [{ code: 'file_missing', detail: title }] }
  return { html: linkHtml(source, title), notes: [{ code: 'embed_as_link', detail: source }] }
}

function bankOf(files: SourceFiles, library: XmlElement, title: string): CourseNode {
  const problems = childrenOf(library, 'problem').map((problem) => resolved(files, problem))
  const rows = problems.map((problem) => readOlxProblem(problem, pictureOf(files)))
  return {
    ...(quizOf('library', title, rows) as Extract<CourseNode, { kind: 'quiz' }>),
    what: 'bank',
    notes: [{ code: 'bank_apart' }],
  }
}

/** Pages beside the course: `tabs/*.html`, and the handouts of its home. */
function tabsOf(files: SourceFiles): CourseNode[] {
  return files.paths().flatMap((path): CourseNode[] => {
    if (!/^(tabs\/[^/]+|info\/handouts)\.html$/.test(path)) return []
    const html = files.text(path) ?? ''
    if (html.replace(/<[^>]*>|\s/g, '') === '') return []
    return [pageOf(path, posix.basename(path, '.html'), html, [{ code: 'unlisted' }])]
  })
}

function pictureOf(files: SourceFiles) {
  return (src: string) => {
    const path = fileAt(files, src)
    return path && files.size(path) <= 20 * 1024 * 1024 ? files.bytes(path) : null
  }
}

/** `/static/name`, and the addresses that the studio makes of it. */
function fileAt(files: SourceFiles, href: string): string | null {
  const [plain = ''] = decodedPath(href.trim()).split(/[?#]/, 1)
  const [, name = ''] = /^\/?static\/(.+)$/.exec(plain) ?? /^\/asset-v1:.*[@/]([^@/]+)$/.exec(plain) ?? []
  if (name === '') return null
  for (const one of [name, name.replaceAll('/', '_'), name.replaceAll(' ', '_')]) {
    const found = files.find(posix.join('static', one))
    if (found?.startsWith('static/')) return found
  }
  return null
}

function linksOf(files: SourceFiles, children: readonly CourseNode[]): CourseTree['resolve'] {
  const parts = new Map<string, string>()
  for (const child of children) firstParts(child, parts)
  return (href): Target => {
    const jump = /(?:jump_to_id|jump_to|block)\/(?:[^/?#]*[@/])?([\w.-]+)/.exec(href)?.[1]
    const id = jump === undefined ? undefined : parts.get(jump)
    if (id !== undefined) return { kind: 'part', id }
    const path = fileAt(files, href)
    if (path) return { kind: 'file', path }
    return outsideOf(href) ?? { kind: 'broken' }
  }
}

/** A link to a chapter or a sequence leads to the first that is in it. */
function firstParts(node: CourseNode, parts: Map<string, string>): string | null {
  if (node.kind !== 'folder') {
    if (node.kind === 'left') return null
    parts.set(node.id, node.id)
    return node.id
  }
  const inside = (node as CourseFolder).children.map((child) => firstParts(child, parts))
  const first = inside.find((id) => id !== null) ?? null
  if (first !== null) parts.set(node.id, first)
  return first
}
