import type { NoteMoment } from '@lantern/contract/community/notes.ts'
import { findQuote, markPlace, readStepText, removeMarks } from './quote-anchor.ts'
import type { ShownNote } from './use-notes.ts'

// The text of a lesson is the server's markup, which React does not draw. Marks and the elements that notes are drawn into
// are put into it here.

export interface NotedStep {
  id: string
  /** Null: a step without text. */
  prose: HTMLElement | null
  /** For the button in the line of the tick. */
  act: HTMLElement
  /** For notes that stand at no place of the text. */
  tail: HTMLElement
}

export interface NotedLesson {
  steps: readonly NotedStep[]
  /** In the bar at the top: for the button that hides the notes. */
  toggle: HTMLElement | null
}

/** The places that the reading page keeps for notes. */
export function notedLesson(lesson: HTMLElement): NotedLesson {
  const steps = [...lesson.querySelectorAll<HTMLElement>('[data-step]')].flatMap((section) => {
    const act = section.querySelector<HTMLElement>('[data-note-act]')
    const tail = section.querySelector<HTMLElement>('[data-note-tail]')
    const prose = section.querySelector<HTMLElement>(':scope > .prose')
    return act && tail ? [{ id: section.dataset.step ?? '', prose, act, tail }] : []
  })
  return { steps, toggle: document.querySelector('[data-notes-toggle]') }
}

export interface PlacedNote {
  /** Below the block that the note is about. */
  holder: HTMLElement
  /** At the end of a highlight: for the button that keyboards reach. */
  end: HTMLElement | null
}

/** Marks the highlights anew. A note whose text or film is not there any more is left out. */
export function placeNotes(steps: readonly NotedStep[], notes: readonly ShownNote[]): Map<string, PlacedNote> {
  const placed = new Map<string, PlacedNote>()
  for (const { id, prose } of steps) {
    if (!prose) continue
    for (const end of prose.querySelectorAll('[data-note-part="end"]')) end.remove()
    removeMarks(prose)
    for (const note of notes) {
      if (note.sectionId !== id) continue
      const place = note.quote ? placeOfQuote(prose, note) : placeOfMoment(prose, note.moment)
      if (place) placed.set(note.pageId, place)
    }
    for (const holder of prose.querySelectorAll('[data-note-part="holder"]:empty')) {
      if (![...placed.values()].some((place) => place.holder === holder)) holder.remove()
    }
  }
  return placed
}

function placeOfQuote(prose: HTMLElement, { pageId, quote }: ShownNote): PlacedNote | null {
  const step = readStepText(prose)
  const place = quote && findQuote(step.text, quote)
  const last = place && markPlace(step, place, pageId).at(-1)
  if (!last) return null
  const end = part('span', 'end')
  last.after(end)
  return { holder: holderAfter(prose, last), end }
}

function placeOfMoment(prose: HTMLElement, moment: NoteMoment | null): PlacedNote | null {
  const figure = moment && filmOf(prose, moment)
  return figure ? { holder: holderAfter(prose, figure), end: null } : null
}

export function filmOf(prose: HTMLElement, { videoId }: NoteMoment): HTMLElement | null {
  return prose.querySelector<HTMLElement>(`figure[data-video="${CSS.escape(videoId)}"]`)
}

/** The film of the step that was played, where it stands now. */
export function momentIn({ prose }: NotedStep): NoteMoment | undefined {
  const films = [...(prose?.querySelectorAll<HTMLElement>('figure[data-video]') ?? [])]
  for (const film of films.reverse()) {
    const second = Math.floor(film.querySelector('video')?.currentTime ?? 0)
    if (second > 0) return { videoId: film.dataset.video ?? '', second }
  }
  return undefined
}

/** The element below the block of the text that holds `node`. */
export function holderAfter(prose: HTMLElement, node: Node): HTMLElement {
  let block: Node = node
  while (block.parentNode !== prose && block.parentNode) block = block.parentNode
  const next = block instanceof Element ? block.nextElementSibling : null
  if (next instanceof HTMLElement && next.dataset.notePart === 'holder') return next
  const holder = part('div', 'holder')
  if (block instanceof Element) block.after(holder)
  else prose.append(holder)
  return holder
}

function part(tag: 'div' | 'span', name: 'holder' | 'end'): HTMLElement {
  const made = document.createElement(tag)
  made.dataset.notePart = name
  return made
}
