import { posix } from 'node:path'
import type { CourseFormat } from '@lantern/contract/authoring/course-imports.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import { childOf, childrenOf, findAll, textOf, type XmlElement } from '#kit/xml-tree.ts'
import { asQti2, readQtiItem } from '../exchange/read-qti.ts'
import { readQti1 } from '../exchange/read-qti1.ts'
import type { SourceRow } from '../exchange/source-rows.ts'
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
import { ownIds } from './own-cartridge.ts'
import { addressTitle, filePart, linkHtml } from './page-parts.ts'
import { CourseRefusal, type SourceFiles } from './source-files.ts'
import { xmlOf } from './xml-of.ts'

export const cartridgeManifest = 'imsmanifest.xml'

interface Resource {
  id: string
  type: string
  /** Path of what is opened; empty where there is none. */
  href: string
  files: string[]
  dependencies: string[]
  element: XmlElement
}

/** Common Cartridge 1.0 to 1.3, Thin Common Cartridge, packages of QTI, and what Canvas adds to them. */
export function readCartridge(files: SourceFiles): CourseTree {
  const manifest = xmlOf(files, cartridgeManifest)
  if (!manifest) throw new CourseRefusal('broken_file', cartridgeManifest)
  const schema = textOf(findAll(manifest, 'schema')[0]).trim()
  if (/SCORM/i.test(schema) || findAll(manifest, 'resource').some(isScorm)) throw new CourseRefusal('scorm')
  const resources = resourcesOf(manifest, files)
  const reader = partReader(files, resources)
  const listed = new Set<string>()
  const organization = findAll(manifest, 'organization')[0]
  const items = childrenOf(organization, 'item')
  // one item without a name holds all: it is the course
  const [root] = items
  const isRoot = items.length === 1 && root && !childOf(root, 'title') && !root.attributes.identifierref
  const children = (isRoot ? childrenOf(root, 'item') : items).map((item) => nodeOf(item))

  function nodeOf(item: XmlElement): CourseNode {
    const title = textOf(childOf(item, 'title')).trim()
    const { identifier: id = '', identifierref = '', isvisible } = item.attributes
    const inner = childrenOf(item, 'item').map((child) => nodeOf(child))
    const resource = resources.get(identifierref)
    if (identifierref === '') {
      const about = inner.find((child): child is PagePart => child.kind === 'page' && child.id.endsWith(ownIds.about))
      const children = inner.filter((child) => child !== about)
      if (about) return { kind: 'folder', id, title, children, about }
      return inner.length > 0
        ? { kind: 'folder', id, title: id === ownIds.noChapter ? '' : title, children }
        : leftOut({ id, title }, 'folder', 'folder_empty')
    }
    listed.add(identifierref)
    const isHidden = /^false$/i.test(isvisible ?? '')
    const part = resource
      ? reader.part(resource, { id: identifierref, title })
      : leftOut({ id: identifierref, title }, 'other', 'file_missing', identifierref)
    if (isHidden && part.kind !== 'left') part.notes.push({ code: 'hidden' })
    return inner.length > 0 ? { kind: 'folder', id, title, children: [part, ...inner] } : part
  }

  const lom = findAll(manifest, 'general')[0]
  const title = textOf(childOf(lom, 'title')).trim() || textOf(findAll(manifest, 'title')[0]).trim()
  const identifier = manifest.attributes.identifier ?? ''
  return {
    format: formatOf(schema),
    // many programs call every manifest of theirs the same
    identity: identifier.length >= 24 && /\d/.test(identifier) ? identifier : `${identifier} ${title}`,
    title,
    language: textOf(childOf(lom, 'language')).trim() || (manifest.attributes.lang ?? ''),
    html: escapeHtml(textOf(childOf(lom, 'description')).trim()),
    children,
    unlisted: unlistedOf(resources, listed, reader),
    resolve: linksOf(files, resources),
  }
}

function isScorm({ attributes }: XmlElement): boolean {
  return attributes.scormtype !== undefined || attributes.scormType !== undefined
}

function formatOf(schema: string): CourseFormat {
  return /thin/i.test(schema) ? 'thin_cc' : 'cc'
}

function resourcesOf(manifest: XmlElement, files: SourceFiles): Map<string, Resource> {
  const base = childOf(manifest, 'resources')?.attributes.base ?? ''
  const resources = new Map<string, Resource>()
  for (const element of findAll(manifest, 'resource')) {
    const { identifier: id = '', type = '', href = '', base: own = '' } = element.attributes
    const pathOf = (name: string) => {
      const path = posix.normalize(posix.join(base, own, name.replaceAll('\\', '/')))
      return files.find(path) ?? files.find(decodedPath(path)) ?? path
    }
    const listed = childrenOf(element, 'file').map(({ attributes }) => pathOf(attributes.href ?? ''))
    resources.set(id, {
      id,
      type: type.trim(),
      href: href === '' ? '' : pathOf(href),
      files: listed,
      dependencies: childrenOf(element, 'dependency').map(({ attributes }) => attributes.identifierref ?? ''),
      element,
    })
  }
  return resources
}

interface PartReader {
  part(resource: Resource, named: { id: string; title: string }): CoursePart
}

function partReader(files: SourceFiles, resources: ReadonlyMap<string, Resource>): PartReader {
  return {
    part(resource, named) {
      const { type, href } = resource
      const main = href || (resource.files[0] ?? '')
      if (/^imswl_/i.test(type)) return linkPart(files, resource, main, named)
      if (/^imsdt_/i.test(type)) return textPart(files, resource, main, named, discussion)
      if (/^assignment_/i.test(type)) return textPart(files, resource, main, named, assignment)
      if (/^imsbasiclti_/i.test(type)) return toolPart(files, resource, main, named)
      if (/^imsqti_/i.test(type)) return quizPart(files, resources, resource, named)
      if (isPage(main)) return pagePart(files, resource, main, named)
      if (/^(webcontent|associatedcontent)/i.test(type) && main !== '') return filePart(files, main, named)
      return leftOut(named, 'other', main === '' ? 'file_missing' : 'kind_unknown', type)
    },
  }
}

function isPage(path: string): boolean {
  return /\.(x?html?)$/i.test(path)
}

function pagePart(files: SourceFiles, { files: listed }: Resource, path: string, named: Named): CoursePart {
  const html = files.text(path)
  if (html === null) {
    const code = files.has(path) ? 'file_unreadable' : 'file_missing'
    return leftOut(named, 'page', code, path)
  }
  const isAssignment = listed.some((file) => /(^|\/)assignment_settings\.xml$/i.test(file))
  const notes: PartNote[] = isAssignment ? [{ code: 'assignment_as_step' }] : []
  const what = isAssignment ? 'assignment' : 'page'
  const title = named.title || titleOf(html) || posix.basename(path)
  return { kind: 'page', what, id: named.id, title, html, place: path, files: [], notes }
}

interface Named {
  id: string
  title: string
}

function titleOf(html: string): string {
  return /<title[^>]*>([^<]{1,300})<\/title>/i.exec(html)?.[1]?.replace(/\s+/g, ' ').trim() ?? ''
}

/** The description of a resource: a file of its own or, in a thin cartridge, in the manifest. */
function described(files: SourceFiles, { element }: Resource, path: string, name: string): XmlElement | null {
  const root = path === '' ? null : xmlOf(files, path)
  if (root?.name === name) return root
  return findAll(element, name)[0] ?? (root && (findAll(root, name)[0] ?? null))
}

function linkPart(files: SourceFiles, resource: Resource, path: string, named: Named): CoursePart {
  const link = described(files, resource, path, 'webLink')
  const href = childOf(link ?? undefined, 'url')?.attributes.href?.trim() ?? ''
  if (!link || href === '') return leftOut(named, 'link', files.has(path) ? 'file_unreadable' : 'file_missing', path)
  const title = named.title || textOf(childOf(link, 'title')).trim() || addressTitle(href)
  const html = linkHtml(href, title)
  return { kind: 'page', what: 'link', id: named.id, title, html, place: path, files: [], notes: [] }
}

const discussion = { element: 'topic', what: 'discussion', note: 'discussion_as_step' } as const
const assignment = { element: 'assignment', what: 'assignment', note: 'assignment_as_step' } as const

/** A discussion or an assignment: here it is a step that says what it says. */
function textPart(
  files: SourceFiles,
  resource: Resource,
  path: string,
  named: Named,
  { element, what, note }: typeof discussion | typeof assignment,
): CoursePart {
  const found = described(files, resource, path, element)
  if (!found) return leftOut(named, what, files.has(path) ? 'file_unreadable' : 'file_missing', path)
  return {
    kind: 'page',
    what,
    id: named.id,
    title: named.title || textOf(childOf(found, 'title')).trim(),
    html: textHtml(childOf(found, 'text')),
    place: path,
    files: attachedTo(found, files, path),
    notes: [{ code: note }],
  }
}

function toolPart(files: SourceFiles, resource: Resource, path: string, named: Named): CoursePart {
  const link = described(files, resource, path, 'cartridge_basiclti_link')
  const address = link
    ? textOf(findAll(link, 'secure_launch_url')[0]).trim() || textOf(findAll(link, 'launch_url')[0]).trim()
    : ''
  const title = named.title || (link ? textOf(childOf(link, 'title')).trim() : '')
  return leftOut({ ...named, title }, 'tool', 'tool', address)
}

function textHtml(text: XmlElement | undefined): string {
  const words = textOf(text).trim()
  return /html/i.test(text?.attributes.texttype ?? 'text/html') ? words : escapeHtml(words).replaceAll('\n', '<br>')
}

function attachedTo(element: XmlElement, files: SourceFiles, path: string): string[] {
  return findAll(element, 'attachment').flatMap(({ attributes }) => {
    const found = fileAt(files, attributes.href ?? '', path)
    return found ? [found] : []
  })
}

function quizPart(
  files: SourceFiles,
  resources: ReadonlyMap<string, Resource>,
  resource: Resource,
  named: Named,
): CoursePart {
  const isBank = /question-bank/i.test(resource.type)
  const what = isBank ? 'bank' : 'quiz'
  const around = [resource, ...resource.dependencies.flatMap((id) => resources.get(id) ?? [])]
  const all = [...new Set([resource.href, ...around.flatMap(({ files: listed }) => listed)].filter(Boolean))]
  // what Canvas writes for itself says more than what it writes for others
  const own = `non_cc_assessments/${resource.id}.xml.qti`
  const path = [own, ...all].find((one) => files.has(one) && /\.(xml|qti)$/i.test(one) && isQuestions(files, one))
  const missing = all.find((one) => /\.(xml|qti)$/i.test(one)) ?? resource.id
  if (!path) return leftOut(named, what, files.has(missing) ? 'file_unreadable' : 'file_missing', missing)
  const root = xmlOf(files, path)
  if (!root) return leftOut(named, what, 'file_unreadable', path)
  const meta = metaOf(files, all)
  const fields = new Map(
    findAll(root, 'qtimetadatafield').map((field) => [
      textOf(childOf(field, 'fieldlabel')).trim(),
      textOf(childOf(field, 'fieldentry')).trim(),
    ]),
  )
  const assessment = findAll(root, 'assessment', 'objectbank', 'assessmentTest')[0] ?? root
  const rubric = childOf(assessment, 'rubric')
  const minutes = Number(textOf(findAll(meta ?? root, 'time_limit')[0])) || Number(fields.get('qmd_timelimit'))
  const title = named.title || fields.get('bank_title') || assessment.attributes.title || ''
  const notes: PartNote[] = isBank ? [{ code: 'bank_apart' }] : []
  if (findAll(root, 'selection_ordering').some((one) => findAll(one, 'sourcebank_ref').length > 0)) {
    notes.push({ code: 'bank_draw' })
  }
  return {
    kind: 'quiz',
    what,
    id: named.id,
    title,
    html: textOf(meta ? childOf(meta, 'description') : rubric && findAll(rubric, 'mattext')[0]).trim(),
    place: path,
    rows: questionsIn(files, root, path),
    timeLimitMinutes: minutes >= 1 && minutes <= 1440 ? Math.round(minutes) : null,
    passPercent: null,
    notes,
  }
}

function questionsIn(files: SourceFiles, root: XmlElement, path: string): SourceRow[] {
  const picture = (src: string) => {
    const found = fileAt(files, src, path)
    return found && files.size(found) <= mostPictureBytes ? files.bytes(found) : null
  }
  if (root.name === 'questestinterop') return readQti1(root, { file: path, picture })
  const qti = asQti2(root)
  if (qti.name === 'assessmentItem') return [readQtiItem(qti, { file: path, picture })]
  return findAll(qti, 'assessmentItemRef').flatMap(({ attributes }) => {
    const found = fileAt(files, attributes.href ?? '', path)
    const item = found ? xmlOf(files, found) : null
    return found && item ? questionsIn(files, item, found) : []
  })
}

const mostPictureBytes = 20 * 1024 * 1024

function isQuestions(files: SourceFiles, path: string): boolean {
  const text = files.text(path)?.slice(0, 4000) ?? ''
  return /<(?:\w+:)?(questestinterop|assessmentItem|assessmentTest|qti-assessment)/.test(text)
}

/** What Canvas says of a quiz beside its questions. */
function metaOf(files: SourceFiles, paths: readonly string[]): XmlElement | null {
  const path = paths.find((one) => /(^|\/)assessment_meta\.xml$/i.test(one) && files.has(one))
  return path ? xmlOf(files, path) : null
}

/** Pages, topics and quizzes that no item names: a wiki has most of its pages so. Files are what pages show. */
function unlistedOf(
  resources: ReadonlyMap<string, Resource>,
  listed: ReadonlySet<string>,
  reader: PartReader,
): CourseNode[] {
  const needed = new Set([...resources.values()].flatMap(({ dependencies }) => dependencies))
  return [...resources.values()].flatMap((resource): CourseNode[] => {
    const { id, type, href, files } = resource
    if (listed.has(id) || needed.has(id)) return []
    const main = href || (files[0] ?? '')
    const isOwn = /^(imswl_|imsdt_|assignment_|imsqti_|imsbasiclti_)/i.test(type)
    const isSettings = /(^|\/)course_settings\//.test(main)
    if (isSettings || !(isOwn || (/^(webcontent|associatedcontent)/i.test(type) && isPage(main)))) return []
    const part = reader.part(resource, { id, title: '' })
    if (part.kind !== 'left' && part.kind !== 'quiz') part.notes.push({ code: 'unlisted' })
    return [part]
  })
}

/** `$IMS-CC-FILEBASE$`, the words of Canvas for its own pages, and paths that count from the page or from the top. */
function linksOf(files: SourceFiles, resources: ReadonlyMap<string, Resource>): CourseTree['resolve'] {
  const byPath = new Map<string, string>()
  for (const { id, href, files: listed } of resources.values()) {
    const main = href || (listed[0] ?? '')
    if (main !== '') byPath.set(main, id)
    for (const file of listed) if (/\.(xml|html?)$/i.test(file) && !byPath.has(file)) byPath.set(file, id)
  }
  return (href, place): Target => {
    const address = decodedPath(href.trim()).replace(/^\$WIKI_REFERENCE\$/, '$CANVAS_COURSE_REFERENCE$')
    const [, kind = '', name = ''] = /^\$CANVAS_(?:COURSE|OBJECT)_REFERENCE\$\/(\w+)\/([^?#/]+)/.exec(address) ?? []
    if (kind !== '') return canvasTarget(files, resources, byPath, kind, name)
    const outside = outsideOf(href)
    if (outside) return outside
    const path = fileAt(files, href, place)
    if (!path) return { kind: 'broken' }
    const id = byPath.get(path)
    return id !== undefined && (isPage(path) || /\.xml$/i.test(path)) ? { kind: 'part', id } : { kind: 'file', path }
  }
}

function canvasTarget(
  files: SourceFiles,
  resources: ReadonlyMap<string, Resource>,
  byPath: ReadonlyMap<string, string>,
  kind: string,
  name: string,
): Target {
  if (resources.has(name)) return { kind: 'part', id: name }
  if (kind === 'pages' || kind === 'wiki') {
    const path = files.find(`wiki_content/${name}.html`)
    const id = path ? byPath.get(path) : undefined
    if (id !== undefined) return { kind: 'part', id }
  }
  return { kind: 'broken' }
}

/** The file that an address means, as the programs that write cartridges spell it. */
function fileAt(files: SourceFiles, href: string, place: string): string | null {
  const [plain = ''] = href.trim().split(/[?#]/, 1)
  if (plain === '') return null
  const based = /^(?:\$|%24)[A-Z-]*FILEBASE(?:\$|%24)\/?(.*)$/i.exec(plain)?.[1]
  for (const name of new Set([based ?? plain, decodedPath(based ?? plain)])) {
    const folder = posix.dirname(place)
    const candidates =
      based === undefined && !name.startsWith('/')
        ? [posix.join(folder, name), name, posix.join('web_resources', name)]
        : [posix.join('web_resources', name), posix.normalize(name.replace(/^\/+/, '')), posix.join(folder, name)]
    for (const candidate of candidates) {
      const found = files.find(candidate.replace(/^(\.\.\/)+/, ''))
      if (found) return found
    }
  }
  return null
}
