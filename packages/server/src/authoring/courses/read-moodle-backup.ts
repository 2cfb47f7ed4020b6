import { childOf, childrenOf, findAll, type XmlElement } from '#kit/xml-tree.ts'
import {
  type CourseNode,
  type CoursePart,
  type CourseTree,
  decodedPath,
  leftOut,
  outsideOf,
  type PagePart,
  type PartNote,
  type Target,
} from './course-tree.ts'
import { type FilesByPlace, type MoodleQuestions, moodleQuestions, plain } from './moodle-questions.ts'
import { filePart, linkHtml } from './page-parts.ts'
import { CourseRefusal, type SourceFiles } from './source-files.ts'
import { xmlOf } from './xml-of.ts'

export const moodleManifest = 'moodle_backup.xml'

interface Activity {
  moduleId: string
  kind: string
  title: string
  directory: string
  /** What its files are filed under. */
  context: string
  /** Of the module itself: name, introduction and what is its own. */
  content: XmlElement | null
  isHidden: boolean
}

/** A backup of Moodle 2.0 to 5: sections of activities, questions in a bank and files under their hashes. */
export function readMoodleBackup(files: SourceFiles): CourseTree {
  const backup = xmlOf(files, moodleManifest)
  const information = backup && childOf(backup, 'information')
  if (!information) throw new CourseRefusal('broken_file', moodleManifest)
  const said = (name: string) => plain(childOf(information, name))
  const course = xmlOf(files, 'course/course.xml')
  const byPlace = filesByPlace(files)
  const bank = moodleQuestions(files, byPlace)
  const activities = new Map(
    findAll(information, 'activity').map((one) => {
      const activity = activityOf(files, one)
      return [activity.moduleId, activity] as const
    }),
  )
  const parts = new Map([...activities].map(([id, activity]) => [id, nodesOf(files, activity, byPlace, bank)]))
  const left = new Set(activities.keys())
  const children = findAll(information, 'section').flatMap((one): CourseNode[] => {
    const id = plain(childOf(one, 'sectionid'))
    const section = xmlOf(files, `${plain(childOf(one, 'directory'))}/section.xml`)
    const number = plain(childOf(section ?? undefined, 'number'))
    const named = [plain(childOf(section ?? undefined, 'name')), plain(childOf(one, 'title')), number]
    const title = named.find((text) => text !== '') ?? ''
    const summary = plain(childOf(section ?? undefined, 'summary'))
    const order = plain(childOf(section ?? undefined, 'sequence'))
      .split(',')
      .filter((module) => parts.has(module))
    const listed = [...activities.values()]
      .filter(({ moduleId }) => !order.includes(moduleId) && sectionOf(information, moduleId) === id)
      .map(({ moduleId }) => moduleId)
    const inside = [...order, ...listed].flatMap((module) => {
      left.delete(module)
      return parts.get(module) ?? []
    })
    const place = `${section?.attributes.id ?? id} section`
    const about =
      summary.replace(/<[^>]*>|&nbsp;|\s/g, '') === '' && !summary.includes('<img')
        ? []
        : [page(`section ${id}`, title, summary, place)]
    const all = [...about, ...inside]
    return all.length > 0 ? [{ kind: 'folder', id: `section ${id}`, title, children: all }] : []
  })
  return {
    format: 'mbz',
    identity: [said('original_site_identifier_hash') || said('original_wwwroot'), said('original_course_id')].join(' '),
    title: said('original_course_fullname') || plain(childOf(course ?? undefined, 'fullname')) || said('name'),
    language: plain(childOf(course ?? undefined, 'lang')),
    html: plain(childOf(course ?? undefined, 'summary')),
    children: [...children, ...[...left].flatMap((module) => parts.get(module) ?? [])],
    unlisted: bank.unused(),
    resolve: linksOf(byPlace, parts),
  }
}

function sectionOf(information: XmlElement, moduleId: string): string {
  const one = findAll(information, 'activity').find((activity) => plain(childOf(activity, 'moduleid')) === moduleId)
  return plain(childOf(one, 'sectionid'))
}

function activityOf(files: SourceFiles, listed: XmlElement): Activity {
  const kind = plain(childOf(listed, 'modulename'))
  const directory = plain(childOf(listed, 'directory'))
  const root = xmlOf(files, `${directory}/${kind}.xml`)
  const module = xmlOf(files, `${directory}/module.xml`)
  return {
    moduleId: plain(childOf(listed, 'moduleid')),
    kind,
    title: plain(childOf(listed, 'title')),
    directory,
    context: root?.attributes.contextid ?? '',
    content: root ? (childOf(root, kind) ?? null) : null,
    isHidden: plain(childOf(module ?? undefined, 'visible')) === '0',
  }
}

function page(id: string, title: string, html: string, place: string, what: PagePart['what'] = 'page'): PagePart {
  return { kind: 'page', what, id, title, html, place, files: [], notes: [] }
}

/** Files by the context that they belong to. Each gets its own name for the hash that it lies under. */
function filesByPlace(files: SourceFiles): FilesByPlace {
  const places = new Map<string, { path: string; area: string }[]>()
  const list = xmlOf(files, 'files.xml')
  for (const file of list ? childrenOf(list, 'file') : []) {
    const hash = plain(childOf(file, 'contenthash'))
    const name = plain(childOf(file, 'filename'))
    const stored = `files/${hash.slice(0, 2)}/${hash}`
    if (name === '.' || name === '' || !files.has(stored)) continue
    const context = plain(childOf(file, 'contextid'))
    const folder = plain(childOf(file, 'filepath'))
    const area = [childOf(file, 'component'), childOf(file, 'filearea'), childOf(file, 'itemid')].map(plain).join(' ')
    const path = `${context}/${area.replaceAll(' ', '/')}${folder}${name}`
    files.alias(path, stored)
    places.set(context, [...(places.get(context) ?? []), { path, area }])
  }
  return places
}

function nodesOf(files: SourceFiles, activity: Activity, byPlace: FilesByPlace, bank: MoodleQuestions): CourseNode[] {
  const { moduleId: id, kind, content, context, isHidden } = activity
  const title = plain(childOf(content ?? undefined, 'name')) || activity.title
  if (!content)
    return [leftOut({ id, title }, kinds[kind] ?? 'other', 'file_missing', `${activity.directory}/${kind}.xml`)]
  const nodes = partsOf(files, { ...activity, content, title }, byPlace, bank)
  const said: PartNote[] = isHidden ? [{ code: 'hidden' }] : []
  for (const node of nodes) if (node.kind === 'page' || node.kind === 'quiz') node.notes.push(...said)
  return nodes.map((node) => (node.kind === 'page' && node.place === '' ? { ...node, place: context } : node))
}

const kinds: Record<string, CoursePart['what']> = {
  assign: 'assignment',
  forum: 'discussion',
  url: 'link',
  resource: 'file',
  folder: 'file',
  quiz: 'quiz',
  lti: 'tool',
  page: 'page',
  label: 'page',
  book: 'page',
}

function partsOf(
  files: SourceFiles,
  { moduleId: id, kind, content, context, title }: Activity & { content: XmlElement },
  byPlace: FilesByPlace,
  bank: MoodleQuestions,
): CourseNode[] {
  const said = (name: string) => plain(childOf(content, name))
  const intro = said('intro')
  switch (kind) {
    case 'page':
      return [page(id, title, intro + said('content'), context)]
    case 'label':
      return [page(id, labelTitle(title, intro), intro, context)]
    case 'book': {
      const chapters = findAll(content, 'chapter').toSorted((one, other) => numberOf(one) - numberOf(other))
      const pages = chapters.map((chapter) =>
        page(
          `${id} ${chapter.attributes.id ?? ''}`,
          plain(childOf(chapter, 'title')),
          plain(childOf(chapter, 'content')),
          context,
        ),
      )
      return pages.length > 0
        ? [{ kind: 'folder', id, title, children: pages }]
        : [leftOut({ id, title }, 'page', 'folder_empty')]
    }
    case 'url':
      return [page(id, title, intro + linkHtml(said('externalurl'), title), context, 'link')]
    case 'resource': {
      const [file] = (byPlace.get(context) ?? []).filter(({ area }) => area.startsWith('mod_resource content'))
      if (!file) return [leftOut({ id, title }, 'file', 'file_missing', title)]
      const part = filePart(files, file.path, { id, title })
      return [part.kind === 'page' ? { ...part, html: intro + part.html, place: context } : part]
    }
    case 'folder': {
      const inside = (byPlace.get(context) ?? []).filter(({ area }) => area.startsWith('mod_folder content'))
      return [{ ...page(id, title, intro, context, 'file'), files: inside.map(({ path }) => path) }]
    }
    case 'assign':
      return [{ ...page(id, title, intro, context, 'assignment'), notes: [{ code: 'assignment_as_step' }] }]
    case 'forum':
      return [{ ...page(id, title, intro, context, 'discussion'), notes: [{ code: 'discussion_as_step' }] }]
    case 'quiz':
      return [bank.quiz({ id, title, html: intro, place: context, content })]
    case 'lti':
      return [leftOut({ id, title }, 'tool', 'tool', said('toolurl'))]
    default:
      return [leftOut({ id, title }, 'other', 'kind_unknown', kind)]
  }
}

function numberOf(chapter: XmlElement): number {
  return Number(plain(childOf(chapter, 'pagenum')))
}

/** A label has its first words for a name; what is only a picture has none. */
function labelTitle(title: string, html: string): string {
  const words = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|\s+/g, ' ')
    .trim()
  return title || words.slice(0, 80)
}

/** `@@PLUGINFILE@@/name` of the same context, and the words that stand for addresses of other activities. */
function linksOf(byPlace: FilesByPlace, parts: ReadonlyMap<string, CourseNode[]>): CourseTree['resolve'] {
  const isPart = (id: string) => parts.get(id)?.some(({ kind }) => kind !== 'left') ?? false
  return (href, place): Target => {
    const own = /^@@PLUGINFILE@@\/(.+?)(?:[?#].*)?$/.exec(href.trim())?.[1]
    if (own !== undefined) {
      const name = decodedPath(own).replace(/^\d+\//, '')
      const found = (byPlace.get(place) ?? []).find(
        ({ path }) => path.endsWith(`/${decodedPath(own)}`) || path.endsWith(`/${name}`),
      )
      return found ? { kind: 'file', path: found.path } : { kind: 'broken' }
    }
    const view = /^\$@([A-Z0-9]+)VIEWBYID\*(\d+)@\$/.exec(href.trim())
    if (view)
      return view[1] !== 'COURSE' && isPart(view[2] ?? '') ? firstOf(parts.get(view[2] ?? '')) : { kind: 'broken' }
    if (href.startsWith('$@')) return { kind: 'broken' }
    const path = /^\/(.+)$/.exec(decodedPath(href))?.[1]
    const file = path && [...byPlace.values()].flat().find((one) => one.path === path)
    if (file) return { kind: 'file', path: file.path }
    return outsideOf(href) ?? { kind: 'broken' }
  }
}

function firstOf(nodes: readonly CourseNode[] = []): Target {
  for (const node of nodes) {
    if (node.kind === 'folder') return firstOf(node.children)
    if (node.kind !== 'left') return { kind: 'part', id: node.id }
  }
  return { kind: 'broken' }
}
