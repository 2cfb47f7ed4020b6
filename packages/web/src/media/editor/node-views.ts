import { embedOf } from '@lantern/contract/media/embeds.ts'
import { imageUrl } from '@lantern/contract/media/image-url.ts'
import type { CalloutTone } from '@lantern/contract/media/rich-text.ts'
import type { NodeViewRenderer } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { Translate } from '#kit/messages.tsx'
import { codeBlockView } from './code-view.ts'
import styles from './content.module.css'
import { drawnFormula } from './draw-formula.ts'
import { keptMarkup } from './kept-markup.ts'
import { toneKeys } from './words.ts'

/** What the editor shows of a thing that the document only names. */
export interface ShownMedia {
  /** Title and poster of a video; null while it is not known. */
  video?: (videoId: string) => { title: string; posterUrl: string | null } | null
  /** How a video stands now: asked for when it is drawn. */
  film?: (videoId: string) => Promise<ShownFilm | null>
}

export interface ShownFilm {
  title: string
  posterUrl: string | null
  state: 'processing' | 'ready' | 'failed'
}

/**
 * Plain DOM: a lesson may hold hundreds of these, and each must cost nothing while one types elsewhere. What can be
 * changed about a node is changed in the bar above the text.
 */
export function nodeViews(t: Translate, shown: ShownMedia): Record<string, NodeViewRenderer> {
  return {
    codeBlock: codeBlockView(t),
    callout: ({ node }) => calloutView(node, t),
    image: leaf('figure', styles.figure, (node, dom) => drawImage(node, dom, t)),
    inlineImage: leaf('span', styles.inline, (node, dom) => {
      dom.append(picture(String(node.attrs.imageId), String(node.attrs.alt), `image-${node.attrs.place}`))
    }),
    video: leaf('figure', styles.figure, (node, dom) => drawVideo(node, dom, t, shown)),
    embed: leaf('figure', styles.figure, (node, dom) => drawEmbed(node, dom, t)),
    math: leaf('span', styles.formula, (node, dom) => drawFormula(node, dom, t)),
    mathBlock: leaf('div', styles.formulaBlock, (node, dom) => drawFormula(node, dom, t)),
    html: leaf('div', styles.kept, (node, dom) => dom.append(keptMarkup(String(node.attrs.markup)))),
    inlineHtml: leaf('span', styles.inline, (node, dom) => dom.append(keptMarkup(String(node.attrs.markup)))),
  }
}

/** A node without content of its own, drawn anew when it changes. */
function leaf(
  tag: string,
  className: string | undefined,
  draw: (node: Node, dom: HTMLElement) => void,
): NodeViewRenderer {
  return ({ node }) => {
    const dom = document.createElement(tag)
    if (className) dom.className = className
    draw(node, dom)
    let now = node
    return {
      dom,
      update(next) {
        if (next.type !== now.type) return false
        if (!next.sameMarkup(now)) {
          dom.replaceChildren()
          draw(next, dom)
        }
        now = next
        return true
      },
      ignoreMutation: () => true,
    }
  }
}

function calloutView(node: Node, t: Translate) {
  const dom = document.createElement('aside')
  const name = document.createElement('strong')
  const contentDOM = document.createElement('div')
  dom.className = 'callout'
  name.className = 'callout-name'
  name.contentEditable = 'false'
  contentDOM.className = styles.calloutBody ?? ''
  const draw = (shown: Node) => {
    const tone = shown.attrs.tone as CalloutTone
    const text = String(shown.attrs.name) || t(toneKeys[tone])
    dom.dataset.tone = tone
    dom.setAttribute('aria-label', text)
    name.textContent = text
  }
  draw(node)
  dom.append(name, contentDOM)
  return {
    dom,
    contentDOM,
    update(next: Node) {
      if (next.type.name !== 'callout') return false
      draw(next)
      return true
    },
    ignoreMutation: (mutation: { target: globalThis.Node }) => !contentDOM.contains(mutation.target),
  }
}

function drawImage({ attrs }: Node, dom: HTMLElement, t: Translate): void {
  dom.dataset.width = String(attrs.width)
  const alt = String(attrs.alt)
  dom.append(picture(String(attrs.imageId), alt, ''), ...caption(String(attrs.caption)))
  if (alt === '') {
    const note = document.createElement('p')
    note.className = styles.note ?? ''
    note.textContent = t('editor.image_without_words')
    dom.append(note)
  }
}

function drawVideo({ attrs }: Node, dom: HTMLElement, t: Translate, shown: ShownMedia): void {
  const videoId = String(attrs.videoId)
  const box = document.createElement('div')
  box.className = styles.player ?? ''
  fillPlayer(box, shown.video?.(videoId) ?? null, t)
  dom.append(box, ...caption(String(attrs.caption)))
  // a box that was drawn anew meanwhile is not in the text any more, and nobody sees what it says
  void shown.film?.(videoId).then((film) => film && fillPlayer(box, film, t))
}

function fillPlayer(
  box: HTMLElement,
  film: (Omit<ShownFilm, 'state'> & Partial<ShownFilm>) | null,
  t: Translate,
): void {
  const title = document.createElement('span')
  title.textContent = `▶ ${film?.title || t('editor.video')}`
  box.replaceChildren(...(film?.posterUrl ? [imageAt(film.posterUrl, '')] : []), title)
  const { state } = film ?? {}
  if (state !== 'processing' && state !== 'failed') return
  const note = document.createElement('span')
  note.className = styles.note ?? ''
  note.textContent = t(state === 'failed' ? 'media.video_failed' : 'media.video_processing')
  box.append(note)
}

/** As it was written, and set as soon as what sets it is there. What cannot be set stays as it was written. */
function drawFormula({ attrs, type }: Node, dom: HTMLElement, t: Translate): void {
  const latex = String(attrs.latex).trim()
  dom.dataset.latex = latex
  delete dom.dataset.drawn
  dom.append(latex || t('editor.formula_empty'))
  if (latex === '') return
  void drawnFormula(latex, type.name === 'mathBlock').then((drawn) => {
    // written on meanwhile
    if (!drawn || dom.dataset.latex !== latex) return
    dom.replaceChildren(drawn)
    dom.dataset.drawn = ''
  })
}

function drawEmbed({ attrs }: Node, dom: HTMLElement, t: Translate): void {
  const url = String(attrs.url)
  const box = document.createElement('div')
  box.className = styles.player ?? ''
  const title = document.createElement('span')
  title.textContent = `▶ ${url.replace(/^https?:\/\/(www\.)?/, '')}`
  box.append(title)
  if (!embedOf(url)) {
    const note = document.createElement('span')
    note.className = styles.note ?? ''
    note.textContent = t('editor.embed_shown_as_link')
    box.append(note)
  }
  dom.append(box, ...caption(String(attrs.caption)))
}

function picture(imageId: string, alt: string, className: string): HTMLImageElement {
  const image = imageAt(imageUrl(imageId, 800, 'webp'), alt)
  if (className) image.className = className
  return image
}

function imageAt(src: string, alt: string): HTMLImageElement {
  const image = document.createElement('img')
  image.src = src
  image.alt = alt
  image.loading = 'lazy'
  image.draggable = false
  return image
}

function caption(text: string): HTMLElement[] {
  if (text === '') return []
  const element = document.createElement('figcaption')
  element.textContent = text
  return [element]
}
