import { embedOf } from '@lantern/contract/media/embeds.ts'
import { richLimits } from '@lantern/contract/media/rich-schema.ts'
import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { looksLikeMarkdown } from './markdown-likeness.ts'
import { codeOf } from './pasted-code.ts'
import { cleanPastedHtml, fileOf, isColouredCode } from './pasted-html.ts'
import { markPasted, pastedPlacePlugin } from './pasted-place.ts'

/** What a paste has to tell the author. */
export type PasteNotice =
  | { kind: 'too_large'; characters: number }
  | { kind: 'pictures_lost'; count: number }
  | { kind: 'no_pictures_here' }
  | { kind: 'markdown'; text: string }

export interface PasteHandlers {
  notice: (notice: PasteNotice) => void
  /** Takes pictures at this place; false where there is no media store. */
  addPictures: (files: File[], position: number) => boolean
}

/** Pasting and dropping: cleaned, within limits, and nothing is lost without a word. */
export function pasteExtension(handlers: () => PasteHandlers) {
  return Extension.create({
    name: 'cleanPaste',
    addProseMirrorPlugins: () => [pastePlugin(handlers), pastedPlacePlugin()],
  })
}

function pastePlugin(handlers: () => PasteHandlers): Plugin {
  let carried: string[] = []
  return new Plugin({
    props: {
      handlePaste(view, event) {
        const data = event.clipboardData
        if (!data) return false
        const html = data.getData('text/html')
        const text = data.getData('text/plain')
        if (isTooLarge(view, text, html)) {
          handlers().notice({ kind: 'too_large', characters: Math.max(text.length, 1) })
          return true
        }
        const files = imagesOf(data)
        // Word and Excel send a picture of the text along with the text
        if (files.length > 0 && text.trim() === '') return takePictures(files, view.state.selection.from, handlers())
        const embed = html === '' && view.state.selection.empty && isOnlyEmbed(view, text)
        if (embed) return true
        if (pasteCode(view, data)) return true
        if (text !== '' && (html === '' || isColouredCode(html)) && !inCode(view) && looksLikeMarkdown(text)) {
          pasteText(view, text, handlers())
          return true
        }
        return false
      },
      handleDrop(view, event) {
        const files = event.dataTransfer ? imagesOf(event.dataTransfer) : []
        if (files.length === 0) return false
        event.preventDefault()
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.from
        return takePictures(files, at, handlers())
      },
      transformPastedHTML(html, view) {
        if (/data-pm-slice/.test(html)) return html
        if (isColouredCode(html) && inCode(view)) return html
        const cleaned = cleanPastedHtml(html)
        carried = cleaned.carried
        if (cleaned.lostPictures > 0) handlers().notice({ kind: 'pictures_lost', count: cleaned.lostPictures })
        return cleaned.html
      },
    },
    view: () => ({
      update(view) {
        if (carried.length === 0) return
        const files = carried.map((data, index) => fileOf(data, `image-${index + 1}`))
        carried = []
        takePictures(files, view.state.selection.to, handlers())
      },
    }),
  })
}

/** Some megabytes of markup say little: only what is read counts. */
const markupPerText = 20

function isTooLarge({ state }: EditorView, text: string, html: string): boolean {
  const room = richLimits.text - state.doc.content.size
  return text.length > room || html.length > richLimits.text * markupPerText
}

function imagesOf(data: DataTransfer): File[] {
  return [...data.files].filter(({ type }) => type.startsWith('image/'))
}

function takePictures(files: File[], at: number, handlers: PasteHandlers): boolean {
  if (!handlers.addPictures(files, at)) handlers.notice({ kind: 'no_pictures_here' })
  return true
}

function inCode({ state }: EditorView): boolean {
  return state.selection.$from.parent.type.spec.code === true
}

/** A single address of an offered site on an empty line becomes its player. */
function isOnlyEmbed(view: EditorView, text: string): boolean {
  const { $from } = view.state.selection
  const found = /^\s*https?:\/\/\S+\s*$/.test(text) ? embedOf(text.trim()) : null
  const type = view.state.schema.nodes.embed
  const isEmptyLine = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
  if (!found || !type || !isEmptyLine || $from.depth > 1) return false
  const embed = type.create({ url: found.page })
  view.dispatch(view.state.tr.replaceWith($from.before(), $from.after(), embed).scrollIntoView())
  return true
}

/** Pastes lines of code as a code block. False, and nothing is pasted, where no code block may stand. */
function pasteCode({ state, dispatch }: EditorView, data: DataTransfer): boolean {
  const { $from } = state.selection
  const type = state.schema.nodes.codeBlock
  const code = codeOf(data)
  const around = $from.depth > 0 ? $from.node(-1) : null
  const fits = type && around?.canReplaceWith($from.index(-1), $from.indexAfter(-1), type)
  if (!code || !fits || $from.parent.type === type) return false
  const block = type.create({ language: code.language }, state.schema.text(code.text))
  dispatch(state.tr.replaceSelectionWith(block, false).setMeta('paste', true).scrollIntoView())
  return true
}

/** As it is; that it may have been meant as Markdown is offered, not decided. */
function pasteText(view: EditorView, text: string, handlers: PasteHandlers): void {
  const from = view.state.selection.from
  view.pasteText(text)
  view.dispatch(markPasted(view.state.tr, { from, to: view.state.selection.to }))
  handlers.notice({ kind: 'markdown', text })
}
