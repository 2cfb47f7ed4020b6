import {
  imageUrl,
  offeredWidths,
  originalUrl,
  type Picture,
  srcset,
  widthFor,
} from '@lantern/contract/media/image-url.ts'
import type { Element } from 'hast'

/** A picture of rich text is never shown wider than this. */
const widestInText = 772

export type PicturePlace = 'block' | 'inline' | 'icon' | 'left' | 'right'

/** The markup of a picture in rich text: its place is kept before it comes, and it comes in the size that is needed. */
export function pictureElement(
  picture: Picture,
  alt: string,
  place: PicturePlace = 'block',
  widest: number = widestInText,
): Element {
  const shown = Math.min(picture.width, widest)
  const isFixed = picture.extension === 'svg' || offeredWidths(picture.width).length === 1
  const sizes = `(max-width: ${shown}px) 100vw, ${shown}px`
  const image = element('img', {
    src:
      picture.extension === 'svg'
        ? originalUrl(picture.id, 'svg')
        : imageUrl(picture.id, widthFor(picture, shown), 'webp'),
    ...(!isFixed && { srcSet: srcset(picture, 'webp'), sizes }),
    alt,
    width: picture.width,
    height: picture.height,
    loading: 'lazy',
    decoding: 'async',
    ...(place !== 'block' && { className: [`image-${place}`] }),
  })
  const source = element('source', { type: 'image/avif', srcSet: srcset(picture, 'avif'), sizes })
  return element('picture', {}, isFixed || picture.animated ? [image] : [source, image])
}

function element(tagName: string, properties: Element['properties'], children: Element[] = []): Element {
  return { type: 'element', tagName, properties, children }
}
