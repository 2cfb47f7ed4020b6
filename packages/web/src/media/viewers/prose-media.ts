import { type EmbedProvider, embedOf } from '@lantern/contract/media/embeds.ts'
import type { PopupMedia } from './media-popup.tsx'

export interface FoundPicture {
  media: Extract<PopupMedia, { kind: 'img' }>
  /** Where its button goes. */
  holder: HTMLElement
  element: HTMLImageElement
}

export interface FoundEmbed {
  id: string
  player: string
  provider: EmbedProvider | null
  page: string
  holder: HTMLElement
}

export interface FoundMedia {
  pictures: readonly FoundPicture[]
  embeds: readonly FoundEmbed[]
}

/** Smaller pictures are drawn at their size already. */
const smallestZoomed = 120

/**
 * What the rich text inside an element shows that can be more than text: the server wrote it as plain markup, which
 * stands without script. Finding twice finds the same places.
 */
export function findMedia(root: HTMLElement): FoundMedia {
  const pictures = [...root.querySelectorAll<HTMLImageElement>('.prose picture > img')].flatMap((image, at) => {
    const width = Number(image.getAttribute('width')) || image.naturalWidth
    const picture = image.parentElement
    if (!picture || width < smallestZoomed || image.className !== '') return []
    // these are pressed for something else
    if (image.closest('a, summary, button, figure[data-video]')) return []
    const caption = image.closest('figure')?.querySelector('figcaption')?.textContent ?? undefined
    const media = {
      id: `picture-${at}`,
      kind: 'img',
      src: image.getAttribute('src') ?? '',
      alt: image.alt,
      width,
      height: Number(image.getAttribute('height')) || image.naturalHeight,
      ...(image.srcset && { srcSet: image.srcset }),
      ...(caption && { caption }),
    } as const
    return [{ media, holder: holderIn(picture), element: image }]
  })
  const embeds = [...root.querySelectorAll<HTMLElement>('.prose figure[data-embed]')].map((figure, at) => {
    const player = figure.dataset.embed ?? ''
    const offered = embedOf(player)
    return {
      id: `embed-${at}`,
      player,
      provider: offered?.provider ?? null,
      page: offered?.page ?? player,
      holder: holderIn(figure),
    }
  })
  return { pictures, embeds }
}

/** Whether nothing has changed since: the same places in the same order. */
export function isSame(before: FoundMedia, now: FoundMedia): boolean {
  return sameOrder(before.pictures, now.pictures) && sameOrder(before.embeds, now.embeds)
}

function sameOrder(before: readonly { holder: HTMLElement }[], now: readonly { holder: HTMLElement }[]): boolean {
  return before.length === now.length && before.every(({ holder }, at) => holder === now[at]?.holder)
}

/** A place of our own inside of what the server wrote. */
function holderIn(element: HTMLElement): HTMLElement {
  const there = element.querySelector<HTMLElement>(':scope > [data-viewer]')
  if (there) return there
  const holder = document.createElement('span')
  holder.dataset.viewer = ''
  element.prepend(holder)
  return holder
}
