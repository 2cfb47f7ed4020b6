import type { CartridgeNote, CartridgePreview } from '@lantern/contract/authoring/cartridges.ts'
import type { OutlineForms, QuizForms, SectionForm, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import type { RichText } from '@lantern/contract/media/rich-document.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import type { Services } from '#kit/services.ts'
import { htmlOf, plainTextOf, readRichText, richTextContext } from '#media/index.ts'
import { materialsMark, ownIds } from '../courses/own-cartridge.ts'
import { questionsOfForms } from '../exchange/draft-questions.ts'
import { writeQti1 } from '../exchange/write-qti1.ts'
import { escapeXml } from '../exchange/xml-tree.ts'
import type { GatheredItem } from '../packages/write-package.ts'
import { type CartridgeMedia, mediaFolder } from './cartridge-media.ts'
import { portableHtml, relativeTo } from './portable-html.ts'
import type { Cartridge, CartridgeResource, OutlineItem } from './write-manifest.ts'

/** A cartridge without its media: what its manifest says, and each file by its path. */
interface LaidOut extends Cartridge {
  texts: Map<string, string>
  notes: CartridgePreview['notes']
}

interface Around {
  services: Services
  items: ReadonlyMap<string, GatheredItem>
  media: CartridgeMedia
  texts: Map<string, string>
  resources: CartridgeResource[]
  notes: CartridgePreview['notes']
  /** Items that have their place in the outline: none has two. */
  placed: Set<string>
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The first item is the whole; the others are what it holds. */
export async function layOutCartridge(
  services: Services,
  items: readonly GatheredItem[],
  media: CartridgeMedia,
): Promise<LaidOut> {
  const [root] = items as [GatheredItem, ...GatheredItem[]]
  const known = new Map(items.map((item) => [item.id, item]))
  const around: Around = {
    services,
    items: known,
    media,
    texts: new Map(),
    resources: [],
    notes: [],
    placed: new Set([root.id]),
  }
  const { general } = root.forms as unknown as OutlineForms
  const outline =
    root.type === 'course' || root.type === 'project'
      ? await outlineOf(root, around)
      : [{ id: ownIds.noChapter, title: general.title, children: await contentOf(root, around) }]
  for (const { path } of media.files) {
    around.resources.push({ id: `f${around.resources.length + 1}`, type: 'webcontent', path })
  }
  for (const path of media.texts.keys()) {
    around.resources.push({ id: `f${around.resources.length + 1}`, type: 'webcontent', path })
  }
  return {
    id: `lantern_${nameOf(root.id)}`,
    title: general.title,
    language: general.language,
    // that of a lesson or a quiz stands in it
    description: 'contents' in root.forms ? plainTextOf(readRichText(general.description, 'general')) : '',
    outline,
    resources: around.resources,
    texts: new Map([...around.texts].map(([path, text]) => [path, path.endsWith('.xml') ? xmlHead + text : text])),
    notes: around.notes,
  }
}

/** What an id is called in XML. */
const nameOf = (id: string) => id.replace(/[^\w-]/g, '_')

async function outlineOf(item: GatheredItem, around: Around): Promise<OutlineItem[]> {
  const { contents, details, general } = item.forms as unknown as OutlineForms
  if (details.materials.length > 0) around.notes.push({ code: 'materials_left', title: general.title, part: '' })
  const inChapter = async (chapterId: string | null) => {
    const lines: OutlineItem[] = []
    for (const entry of contents.contents) {
      const content = entry.chapterId === chapterId ? around.items.get(entry.id) : undefined
      if (!content || around.placed.has(content.id)) continue
      around.placed.add(content.id)
      lines.push(...(await contentOf(content, around)))
    }
    return lines
  }
  const before = await inChapter(null)
  const chapters: OutlineItem[] = []
  for (const { id, title } of contents.chapters) {
    const children = await inChapter(id)
    if (children.length > 0) chapters.push({ id: `chapter_${nameOf(id)}`, title, children })
  }
  return [...(before.length > 0 ? [{ id: ownIds.noChapter, title: general.title, children: before }] : []), ...chapters]
}

async function contentOf(item: GatheredItem, around: Around): Promise<OutlineItem[]> {
  if (item.type === 'tutorial') return tutorialOf(item, around)
  if (item.type === 'quiz') return quizOf(item, around)
  if (item.type === 'liveSession') return left(item, around)
  const { general } = item.forms as unknown as OutlineForms
  around.notes.push({ code: 'project_as_folder', title: general.title, part: '' })
  const children = (await outlineOf(item, around)).flatMap(({ children: inner = [] }) => inner)
  return [{ id: `i_${nameOf(item.id)}`, title: general.title, children }]
}

function left({ forms }: GatheredItem, { notes }: Around): [] {
  notes.push({ code: 'nothing', title: (forms as unknown as OutlineForms).general.title, part: '' })
  return []
}

const pagePath = (itemId: string, sectionId: string) => `pages/${nameOf(itemId)}/${nameOf(sectionId)}.html`

/** A lesson is a folder, each of its steps a page. */
async function tutorialOf(item: GatheredItem, around: Around): Promise<OutlineItem[]> {
  const { general, steps, details } = item.forms as unknown as TutorialForms
  if (steps.sections.length === 0) return left(item, around)
  const language = general.language as ContentLanguage
  const documents = [general.description, ...steps.sections.map(({ body }) => body)].map((text: RichText) =>
    readRichText(text, 'steps'),
  )
  const context = await richTextContext(around.services.db, documents, { language })
  const [about = '', ...bodies] = documents.map((document) => htmlOf(document, context))
  const children: OutlineItem[] = []
  const put = (id: string, title: string, html: string) => {
    const path = pagePath(item.id, id)
    const page = portable(html, path, { item, part: title }, around)
    around.texts.set(path, pageOf(title, general.language, page))
    const resource = `p_${nameOf(item.id)}_${nameOf(id)}`
    around.resources.push({ id: resource, type: 'webcontent', path })
    children.push({ id: `i_${nameOf(item.id)}_${nameOf(id)}`, title, resource })
  }
  const files = filesApart(details.materials, bodies.join(' '), around)
  if (about !== '' || files !== '') put(ownIds.about, general.title, `${about}${materialsMark}${files}`)
  for (const [at, section] of steps.sections.entries()) {
    put(section.id, section.title, `${bodies[at] ?? ''}${extras(section, { item, part: section.title }, around)}`)
  }
  for (const [at, link] of details.materials.entries()) {
    if (link.type !== 'link') continue
    const id = `l_${nameOf(item.id)}_${at + 1}`
    const path = `links/${id}.xml`
    around.texts.set(path, webLink(link.name, link.url))
    around.resources.push({ id, type: 'imswl_xmlv1p3', path })
    children.push({ id: `i_${id}`, title: link.name || link.url, resource: id })
  }
  return [{ id: `i_${nameOf(item.id)}`, title: general.title, children }]
}

/** Files beside the lesson to which no step leads. */
function filesApart(materials: TutorialForms['details']['materials'], html: string, { media }: Around): string {
  const lines = materials.flatMap((file) => {
    if (file.type !== 'file' || html.includes(`/media/attachments/${file.attachmentId}/`)) return []
    const name = file.name || media.nameOf(file.attachmentId)
    const href = `/media/attachments/${file.attachmentId}/file`
    return [`<li><a href="${escapeHtml(href)}">${escapeHtml(name)}</a></li>`]
  })
  return lines.length > 0 ? `<ul>${lines.join('')}</ul>` : ''
}

interface Where {
  item: GatheredItem
  part: string
}

function extras({ type, labUrl }: SectionForm, where: Where, around: Around): string {
  if (type === 'submission') say('submission_as_page', where, around)
  if (type !== 'lab' || labUrl === '') return ''
  say('lab_as_link', where, around)
  return `<p><a href="${escapeHtml(labUrl)}">${escapeHtml(labUrl)}</a></p>`
}

/** Each thing once for each place. */
function say(code: CartridgeNote, { item, part }: Where, { notes }: Around): void {
  const { title } = (item.forms as unknown as OutlineForms).general
  if (notes.some((note) => note.code === code && note.title === title && note.part === part)) return
  notes.push({ code, title, part })
}

function portable(html: string, path: string, where: Where, around: Around): string {
  return portableHtml(html, {
    media: around.media,
    addressOf: relativeTo(path),
    pageOf: (href) => pageHere(href, around),
    site: around.services.config.publicUrl.replace(/\/$/, ''),
    note: (code) => say(code, where, around),
  })
}

/** A lesson that came along, at the step that is named, else at its first. */
function pageHere(href: string, { items, services }: Around): string | null {
  const url = URL.canParse(href, services.config.publicUrl) ? new URL(href, services.config.publicUrl) : null
  if (!url || url.origin !== new URL(services.config.publicUrl).origin) return null
  const named = /^(?:\/campus)?\/tutorial\/([^/]+)$/.exec(url.pathname)?.[1] ?? ''
  const item = [...items.values()].find(({ id, slug, type }) => type === 'tutorial' && [id, slug].includes(named))
  if (!item) return null
  const { sections } = (item.forms as unknown as TutorialForms).steps
  const wanted = url.searchParams.get(wireNames.section)
  const section = sections.find(({ id }) => id === wanted) ?? sections[0]
  return section ? pagePath(item.id, section.id) : null
}

function pageOf(title: string, language: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>
${body}
</body>
</html>
`
}

function webLink(title: string, href: string): string {
  const space = 'http://www.imsglobal.org/xsd/imsccv1p3/imswl_v1p3'
  return `<webLink xmlns="${space}"><title>${escapeXml(title || href)}</title><url href="${escapeXml(href)}"/></webLink>`
}

async function quizOf(item: GatheredItem, around: Around): Promise<OutlineItem[]> {
  const forms = item.forms as unknown as QuizForms
  const { general, details } = forms
  const { db } = around.services
  const questions = await questionsOfForms(db, forms)
  const about = readRichText(general.description, 'general')
  const context = await richTextContext(db, [about], { language: general.language as ContentLanguage })
  const path = `quizzes/${nameOf(item.id)}.xml`
  const { title } = general
  const xml = writeQti1({
    id: nameOf(item.id),
    title,
    description: htmlOf(about, context),
    timeLimitMinutes: details.quizSetting.timeLimitInMinutes ?? null,
    questions,
    html: (html) =>
      portableHtml(html, {
        media: around.media,
        // as other systems write what a test shows
        addressOf: (file) => `$IMS-CC-FILEBASE$/${relativeTo(`${mediaFolder}/x`)(file)}`,
        pageOf: () => null,
        site: around.services.config.publicUrl.replace(/\/$/, ''),
        note: (code) => say(code, { item, part: '' }, around),
      }),
    note: (code, question) => say(code, { item, part: excerptOf(question.body) }, around),
  })
  if (xml === null) return left(item, around)
  if (details.quizSetting.passNumber !== null) say('pass_number', { item, part: '' }, around)
  around.texts.set(path, xml)
  const resource = `q_${nameOf(item.id)}`
  around.resources.push({ id: resource, type: 'imsqti_xmlv1p2/imscc_xmlv1p3/assessment', path })
  return [{ id: `i_${nameOf(item.id)}`, title, resource }]
}

function excerptOf(html: string): string {
  const words = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...words].slice(0, 60).join('')
}
