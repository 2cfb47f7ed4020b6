import type { PackedItem } from '../packages/package-shape.ts'

/** An item without media that turned out to be none: their words stay where they stood. */
export function withoutMedia(item: PackedItem, refs: ReadonlySet<string>): PackedItem {
  return refs.size === 0 ? item : { ...item, forms: without(item.forms, refs) as PackedItem['forms'] }
}

function without(value: unknown, refs: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return withoutPictures(value, refs)
  if (Array.isArray(value)) return value.filter((inner) => !isFileOf(inner, refs)).map((inner) => without(inner, refs))
  if (typeof value !== 'object' || value === null) return value
  const node = value as { type?: unknown; attrs?: Record<string, unknown> }
  const shown = node.attrs?.imageId ?? node.attrs?.videoId
  if (isGone(shown, refs)) {
    const words = String(node.attrs?.alt || node.attrs?.caption || '').trim()
    if (node.type === 'inlineImage') return { type: 'text', text: words || ' ' }
    return { type: 'paragraph', ...(words && { content: [{ type: 'text', text: words }] }) }
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, without(inner, refs)]))
}

/** A line of materials, or the mark of a link. */
function isFileOf(value: unknown, refs: ReadonlySet<string>): boolean {
  const { attachmentId, attrs } = Object(value) as { attachmentId?: unknown; attrs?: { href?: unknown } }
  const linked = /\/media\/attachments\/(media:[0-9a-f]{40})\//.exec(String(attrs?.href ?? ''))?.[1]
  return isGone(attachmentId, refs) || isGone(linked, refs)
}

function isGone(token: unknown, refs: ReadonlySet<string>): boolean {
  return typeof token === 'string' && token.startsWith('media:') && refs.has(token.slice('media:'.length))
}

/** In markup that is kept as it came. */
function withoutPictures(text: string, refs: ReadonlySet<string>): string {
  if (!text.includes('/media:')) return text
  return text.replace(/<img\b[^<>]*?\/media:([0-9a-f]{40})\/[^<>]*>/g, (tag, ref: string) => (refs.has(ref) ? '' : tag))
}
