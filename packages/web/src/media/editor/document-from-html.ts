import type { RichDocument } from '@lantern/contract/media/rich-document.ts'

/** Text that was kept as HTML, for the editor. Its schema comes when it is needed. */
export async function documentFromHtml(html: string): Promise<RichDocument> {
  const { readHtml } = await import('./read-html.ts')
  return readHtml(html)
}
