import { posix } from 'node:path'
import type { CartridgeNote } from '@lantern/contract/authoring/cartridges.ts'
import { embedOf } from '@lantern/contract/media/embeds.ts'
import type { Element, ElementContent, Root } from 'hast'
import { toString as wordsIn } from 'hast-util-to-string'
import { element, parseHtml, stringifyHtml } from '#media/index.ts'
import type { CartridgeMedia } from './cartridge-media.ts'

interface Portable {
  media: CartridgeMedia
  /** How a file of the cartridge is named from here. */
  addressOf(path: string): string
  /** The page of the cartridge that an address of this site means; null: none. */
  pageOf(href: string): string | null
  /** This site's own address, without a slash at its end. */
  site: string
  note(code: CartridgeNote): void
}

/** Our HTML for another system: media by their files, films and frames as HTML has them, links that lead out of here. */
export function portableHtml(html: string, around: Portable): string {
  const tree = parseHtml(html)
  rewrite(tree, around)
  return stringifyHtml(tree)
}

/** An address of a file as seen from a page of the same cartridge. */
export function relativeTo(page: string): (path: string) => string {
  return (path) =>
    encodeURI(posix.relative(posix.dirname(page), path))
      .replaceAll('#', '%23')
      .replaceAll('?', '%3F')
}

function rewrite(node: Root | Element, around: Portable): void {
  node.children = (node.children as ElementContent[]).flatMap((child) =>
    child.type === 'element' ? rewritten(child, around) : [child],
  )
}

function rewritten(node: Element, around: Portable): ElementContent[] {
  const { tagName, properties } = node
  const classes = Array.isArray(properties.className) ? properties.className : []
  // another system shows one size of a picture
  if (tagName === 'source') return []
  if (tagName === 'img') return picture(node, around)
  if (tagName === 'figure' && typeof properties.dataVideo === 'string') {
    return film(node, properties.dataVideo, around)
  }
  if (classes.includes('embed')) return frame(node, around)
  rewrite(node, around)
  if (tagName === 'picture') return node.children
  if (tagName === 'a') link(node, around)
  return [node]
}

function picture(image: Element, { media, addressOf, note }: Portable): ElementContent[] {
  const { src, alt, width, height, className } = image.properties
  const id = /^\/media\/images\/(img_[\w-]{1,80})\//.exec(String(src))?.[1]
  const path = id && media.pathOf(id)
  if (path) return [element('img', { src: addressOf(path), alt, width, height, className }, [])]
  note('media_missing')
  return typeof alt === 'string' && alt !== '' ? [{ type: 'text', value: alt }] : []
}

function film(figure: Element, id: string, { media, addressOf, note }: Portable): ElementContent[] {
  const path = media.pathOf(id)
  if (!path) note('media_missing')
  const tracks = media
    .captionsOf(id)
    .map(({ language, path: file, isDefault }) =>
      element('track', { kind: 'captions', srcLang: language, src: addressOf(file), default: isDefault }, []),
    )
  const shown = path ? [element('video', { controls: true, src: addressOf(path) }, tracks)] : []
  return [...shown, ...captionOf(figure)]
}

function captionOf(figure: Element): ElementContent[] {
  const caption = figure.children.find((child) => child.type === 'element' && child.tagName === 'figcaption')
  return caption ? [element('p', {}, [{ type: 'text', value: wordsIn(caption) }])] : []
}

/** The player of another site; where only this site allows it, the way to its page. */
function frame(node: Element, { note }: Portable): ElementContent[] {
  const href = addressIn(node)
  const offered = embedOf(href)
  if (!offered) {
    note('embed_as_link')
    return [element('p', {}, [element('a', { href }, [{ type: 'text', value: href }])]), ...captionOf(node)]
  }
  const attributes = { src: offered.player, width: '640', height: '360', allowFullScreen: true }
  return [element('iframe', attributes, []), ...captionOf(node)]
}

function addressIn(node: Element): string {
  if (node.tagName === 'a') return String(node.properties.href ?? '')
  for (const child of node.children) {
    const found = child.type === 'element' ? addressIn(child) : ''
    if (found !== '') return found
  }
  return ''
}

function link(anchor: Element, { media, addressOf, pageOf, site, note }: Portable): void {
  const href = String(anchor.properties.href ?? '')
  const fileId = /^\/media\/attachments\/(at_[\w-]{1,80})\//.exec(href)?.[1]
  const path = fileId ? media.pathOf(fileId) : pageOf(href)
  delete anchor.properties.target
  if (path) anchor.properties.href = addressOf(path)
  else if (fileId) note('media_missing')
  else if (href.startsWith('/') && !href.startsWith('//')) {
    note('link_here')
    anchor.properties.href = `${site}${href}`
  }
}
