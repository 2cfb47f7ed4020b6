import type { CmsImage } from '@lantern/contract/cms/fields.ts'
import { type ImageFormat, type ImageWidth, imageUrl } from '@lantern/contract/media/image-url.ts'
import { Image, type ImageSource } from '#ui/image.tsx'
import styles from './picture.module.css'

type PictureProps = {
  image: CmsImage
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string
  /** What is waited for when the page opens. */
  first?: boolean
  /** The words beside it say what it shows. */
  decorative?: boolean
  className?: string
}

/** A picture that an editor chose; its place is kept before it comes. */
export function Picture({ image, sizes, first, decorative, className }: PictureProps) {
  const origin = outsideOrigin(image.value)
  const picture = (
    <Image
      image={pictureOf(image)}
      alt={decorative ? '' : image.alt}
      sizes={sizes}
      first={first}
      className={className}
    />
  )
  if (origin === undefined) return picture
  return (
    <span className={styles.outside} data-outside={origin}>
      {picture}
    </span>
  )
}

/** Origin of a picture or film of another site, for the page's content policy. */
export function outsideOrigin(address: string): string | undefined {
  return address.startsWith('https://') && URL.canParse(address) ? new URL(address).origin : undefined
}

/** The ratio of what is not known yet. */
const unknownSize = { width: 1600, height: 900 }

/** Sizes of it where the media library makes them, else the picture as it is. */
function pictureOf({ value, width, height }: CmsImage): ImageSource {
  const size = width > 0 && height > 0 ? { width, height } : unknownSize
  const id = /^\/media\/images\/([^/]+)\/(?:\d+|orig)\.(?:avif|webp|png|jpe?g)$/.exec(value)?.[1]
  if (!id) return { src: value, ...size }
  return {
    src: value,
    ...size,
    variant: (wanted, format) => imageUrl(id, wanted as ImageWidth, format as ImageFormat),
  }
}
