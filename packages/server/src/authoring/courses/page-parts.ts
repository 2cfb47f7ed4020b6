import { posix } from 'node:path'
import { embedOf } from '@lantern/contract/media/embeds.ts'
import { likelyKind } from '@lantern/contract/media/upload-rules.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import { type CoursePart, leftOut } from './course-tree.ts'
import type { SourceFiles } from './source-files.ts'

/** A film of another site where lessons may show it, otherwise a link. */
export function linkHtml(href: string, title: string): string {
  const link = `<a href="${escapeHtml(href)}">${escapeHtml(title || href)}</a>`
  return embedOf(href) ? `<p class="embed">${link}</p>` : `<p>${link}</p>`
}

export function addressTitle(href: string): string {
  return URL.canParse(href) ? new URL(href).hostname : href.slice(0, 200)
}

/** A file that stands in the outline: shown where it is a picture or a film, otherwise to be downloaded. */
export function filePart(files: SourceFiles, path: string, named: { id: string; title: string }): CoursePart {
  if (!files.has(path)) return leftOut(named, 'file', 'file_missing', path)
  const title = named.title || posix.basename(path)
  const kind = likelyKind(path)
  const src = escapeHtml(`/${path.split('/').map(encodeURIComponent).join('/')}`)
  const html =
    kind === 'image'
      ? `<p><img src="${src}" alt="${escapeHtml(title)}"></p>`
      : kind === 'video'
        ? `<video src="${src}"></video>`
        : `<p><a href="${src}">${escapeHtml(title)}</a></p>`
  const what = kind === 'video' ? 'video' : 'file'
  return { kind: 'page', what, id: named.id, title, html, place: '', files: [], notes: [] }
}
