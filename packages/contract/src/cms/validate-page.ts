import { neededSize } from '../media/picture-size.ts'
import { headingAnchor, questionAnchors } from './anchors.ts'
import { blockKinds } from './block-kinds.ts'
import type { Block } from './blocks.ts'
import { contrastBetween, pageGrounds, readableContrast, readableContrastOfLarge, shownOn } from './contrast.ts'
import { everyBlock } from './every-block.ts'
import type { PageFault } from './faults.ts'
import type { CmsImage } from './fields.ts'
import type { ReadPage } from './page-content.ts'
import { eachFieldOf, type FieldPlace } from './walk-fields.ts'

export interface ValidatedIn {
  now: Date
  /** Where the site itself is: no frame of a page shows that. */
  ownHosts: readonly string[]
}

/** What is wrong with a page that can be seen by looking at it alone. Its rich text is HTML by now. */
export function validatePage(page: ReadPage, { now, ownHosts }: ValidatedIn): PageFault[] {
  const faults: PageFault[] = []
  const wide = new Set(
    everyBlock(page.blocks)
      .filter(spansThePage)
      .map(({ id }) => id),
  )
  eachFieldOf(page, (place, blockId) => {
    const note = (kind: PageFault['kind'], value = '') => faults.push({ kind, blockId, field: place.path, value })
    const { rule, value } = place
    if (rule.is === 'image' && blockId !== '') validateImage(place, wide.has(blockId), note)
    if (rule.is === 'time' && value !== '' && Date.parse(String(value)) <= now.getTime()) {
      note('past_countdown', String(value))
    }
    if (rule.is === 'address' && isAt(ownHosts, String(value))) note('frame_itself', String(value))
    if (rule.is === 'rich' && /<img(?![^>]*\salt="[^"]+")/.test(String(value))) note('missing_alt')
    if (isSource(place)) validateSource(place, ownHosts, note)
    if (leadsNowhere(place)) note('nothing_shown')
  })
  for (const block of page.blocks) validateColours(block, thePage, faults)
  if (page.blocks.length === 0) faults.push({ kind: 'nothing_shown', blockId: '', field: '', value: '' })
  for (const { id, kind, children } of everyBlock(page.blocks)) {
    const isFrame = ['container', 'panel', 'layout', 'alignment', 'tooltip'].includes(kind)
    const isEmpty = (isFrame && children.length === 0) || (kind === 'assets-list' && page.packages.length === 0)
    if (isEmpty) faults.push({ kind: 'nothing_shown', blockId: id, field: '', value: '' })
  }
  return faults
}

/** Its background is as wide as the page. */
function spansThePage({ kind }: Block): boolean {
  return kind === 'container' || blockKinds[kind].group === 'top'
}

type Note = (kind: PageFault['kind'], value?: string) => void

/** What lies behind text says nothing of its own, and what stands beside its own title is named by that. */
function validateImage({ path, value, beside }: FieldPlace, isWide: boolean, note: Note): void {
  const image = value as CmsImage
  const { value: address, alt } = image
  const isBackground = /(^|\.)background\.value$/.test(path)
  const needed = isBackground && isWide && neededSize('background', image, /\.svg$/i.test(address))
  if (needed) note('small_picture', `${needed.width} × ${needed.height}`)
  if (address === '' || alt.trim() !== '' || isBackground) return
  const name = beside.title ?? beside.name
  if (typeof name !== 'string' || name.trim() === '') note('missing_alt')
}

/** What is played or shown in a frame, beside the type that says how it is meant. */
function isSource({ path, rule, beside }: FieldPlace): boolean {
  return rule.is === 'text' && /(^|\.)source$/.test(path) && 'cover' in beside
}

function validateSource({ value, beside }: FieldPlace, ownHosts: readonly string[], note: Note): void {
  const [source, type] = [String(value).trim(), beside.type]
  if (type === 'image' || source === '') return
  if (type === 'youtube' && !/^[\w-]{11}$/.test(source)) note('bad_video', source)
  if (type === 'iframe' && !/^https:\/\/[^\s"'<>]+$/.test(source)) note('bad_address', source)
  if (type === 'iframe' && isAt(ownHosts, source)) note('frame_itself', source)
  if (type === 'video' && !/^(https:\/\/|\/(?!\/)|vd_)[^\s"'<>]+$/.test(source)) note('bad_video', source)
}

function isAt(hosts: readonly string[], address: string): boolean {
  return URL.canParse(address) && hosts.includes(new URL(address).host)
}

/** A button and an entry of a menu that lead nowhere are not shown, and neither are filters without the page they lead to. */
function leadsNowhere({ path, rule, value, beside }: FieldPlace): boolean {
  if (value !== '') return false
  if (path === 'tagKey') return Array.isArray(beside.modules) && beside.modules.length > 0
  if (rule.is !== 'link') return false
  const words = Array.isArray(beside.subs) && beside.subs.length === 0 ? beside.title : beside.label
  return typeof words === 'string' && words.trim() !== ''
}

/** What lies under text: the page itself, in both sets of colours, a colour that is known, or what nobody can say. */
type Ground = readonly string[] | null

const thePage: Ground = [pageGrounds.light, pageGrounds.dark]

/** Text in a colour of its own, as it is shown on what lies under it. What lies on a picture cannot be told. */
function validateColours(block: Block, around: Ground, faults: PageFault[]): void {
  const behind = groundOf(block.fields, around)
  if (block.kind !== 'rule') validateGroup(block, block.fields, behind, '', faults)
  for (const child of block.children) validateColours(child, behind, faults)
}

function validateGroup(block: Block, values: object, behind: Ground, path: string, faults: PageFault[]): void {
  for (const [name, value] of Object.entries(values)) {
    const at = `${path}${name}`
    if (name === 'color' && typeof value === 'string' && value !== '' && behind !== null) {
      const contrast = leastContrast(value, behind)
      const wanted = isLarge(block, values) ? readableContrastOfLarge : readableContrast
      if (contrast < wanted) {
        faults.push({
          kind: 'low_contrast',
          blockId: block.id,
          field: at,
          value: `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`,
        })
      }
    } else if (name !== 'background' && typeof value === 'object' && value !== null) {
      validateGroup(block, value, groundOf(value, behind), `${at}.`, faults)
    }
  }
}

/** On the ground that it stands out from least. */
function leastContrast(colour: string, grounds: readonly string[]): number {
  return Math.min(
    ...grounds.map((ground) => contrastBetween(shownOn(colour, ground), ground) ?? Number.POSITIVE_INFINITY),
  )
}

/** What lies under the text of a group. */
function groundOf(values: object, around: Ground): Ground {
  const { background } = values as { background?: { type: string; value: CmsImage; color: string } }
  if (!background) return around
  if (background.value.value !== '' || background.type === 'university') return null
  return background.color === '' ? around : [background.color]
}

function isLarge(block: Block, values: object): boolean {
  if (block.kind === 'heading') return ['h1', 'h2', 'h3'].includes(block.fields.level)
  return 'type' in values && values.type === 'xlarge'
}

export interface PageLink {
  blockId: string
  field: string
  href: string
}

/** Everything that the page leads to. */
export function linksOfPage(page: ReadPage): PageLink[] {
  const links: PageLink[] = []
  eachFieldOf(page, ({ path: field, rule, value }, blockId) => {
    if (rule.is === 'link' && value !== '') links.push({ blockId, field, href: String(value) })
    if (rule.is !== 'rich') return
    for (const [, href = ''] of String(value).matchAll(/<a [^>]*href="([^"]*)"/g)) {
      links.push({ blockId, field, href: href.replaceAll('&#x26;', '&').replaceAll('&amp;', '&') })
    }
  })
  return links
}

/** The anchors that links of the page can lead to. */
export function anchorsOfPage(page: ReadPage): Set<string> {
  const anchors = new Set(['top'])
  for (const block of everyBlock(page.blocks)) {
    if (block.kind === 'heading') anchors.add(headingAnchor(block.fields.id))
    if (block.kind === 'faq') for (const anchor of questionAnchors(block.fields.items)) anchors.add(anchor)
  }
  eachFieldOf(page, ({ rule, value }) => {
    if (rule.is !== 'rich') return
    for (const [, id = ''] of String(value).matchAll(/\sid="([^"]+)"/g)) anchors.add(id)
  })
  return anchors
}
