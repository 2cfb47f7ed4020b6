import { anchorOf } from '@lantern/contract/anchors.ts'
import type { CheckedLink } from '@lantern/contract/authoring/links.ts'
import type { RichNode } from '@lantern/contract/media/rich-schema.ts'
import { eachElement, parseHtml } from '#media/index.ts'

/** Something in the forms of a draft that leads somewhere. */
export type FoundLink = Pick<CheckedLink, 'url' | 'text' | 'kind' | 'part' | 'sectionId' | 'place'>

export interface LinksOfForms {
  links: FoundLink[]
  /** Anchors of the draft's own headings. */
  anchors: Set<string>
}

interface Where {
  part: string
  sectionId: string | null
  place: string
}

/** Everything in some forms that leads anywhere: links of texts, pictures, videos, embeds, materials, labs. */
export function linksOfForms(forms: object): LinksOfForms {
  const found: LinksOfForms = { links: [], anchors: new Set() }
  for (const [part, form] of Object.entries(forms)) visit(form, { part, sectionId: null, place: '' }, found)
  return found
}

function visit(value: unknown, where: Where, found: LinksOfForms): void {
  if (Array.isArray(value)) {
    for (const entry of value) visit(entry, where, found)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const fields = value as Record<string, unknown>
  if (fields.type === 'doc' && Array.isArray(fields.content)) {
    for (const node of fields.content as RichNode[]) visitNode(node, where, found)
    return
  }
  const { id, title, labUrl, url, name } = fields
  if (typeof title === 'string') found.anchors.add(anchorOf(title))
  const inside: Where =
    typeof id === 'string'
      ? { part: where.part, sectionId: id, place: typeof title === 'string' ? title : where.place }
      : where
  if (typeof labUrl === 'string' && labUrl !== '') add(found, inside, labUrl, labUrl)
  if (fields.type === 'link' && typeof url === 'string') add(found, inside, url, String(name ?? url))
  for (const child of Object.values(fields)) visit(child, inside, found)
}

function visitNode(node: RichNode, where: Where, found: LinksOfForms): void {
  const said = (name: string) => String(node.attrs?.[name] ?? '')
  switch (node.type) {
    case 'heading':
      if (said('anchor')) found.anchors.add(said('anchor'))
      found.anchors.add(anchorOf(textOf(node)))
      break
    case 'image':
    case 'inlineImage':
      found.links.push({ ...where, url: said('imageId'), text: said('alt'), kind: 'picture' })
      break
    case 'video':
      found.links.push({ ...where, url: said('videoId'), text: said('caption'), kind: 'video' })
      break
    case 'embed':
      found.links.push({ ...where, url: said('url'), text: said('caption'), kind: 'embed' })
      break
    case 'html':
    case 'inlineHtml':
      eachElement(parseHtml(said('markup')), ({ tagName, properties }) => {
        const isFootnote = 'dataFootnoteRef' in properties || 'dataFootnoteBackref' in properties
        if (tagName === 'a' && typeof properties.href === 'string' && !isFootnote) {
          add(found, where, properties.href.replace(/^#h-/, '#'), '')
        }
      })
      break
    default:
  }
  addTextLinks(node, where, found)
  for (const child of node.content ?? []) visitNode(child, where, found)
}

/** One link may be cut into several texts by other marks. */
function addTextLinks({ content = [] }: RichNode, where: Where, found: LinksOfForms): void {
  const addresses = content.map(({ marks }) => marks?.find(({ type }) => type === 'link')?.attrs?.href ?? null)
  for (let from = 0; from < content.length; ) {
    const href = addresses[from]
    let to = from + 1
    while (to < content.length && addresses[to] === href) to++
    if (typeof href === 'string') add(found, where, href, content.slice(from, to).map(textOf).join(''))
    from = to
  }
}

function add(found: LinksOfForms, where: Where, url: string, text: string): void {
  const kind = url.startsWith('#') ? 'anchor' : /^https?:\/\//i.test(url) ? 'outside' : 'site'
  // mail and phone are no pages
  if (/^(?:mailto|tel):/i.test(url)) return
  found.links.push({ ...where, url, text: text.slice(0, 200), kind })
}

function textOf(node: RichNode): string {
  return node.text ?? (node.content ?? []).map(textOf).join('')
}
