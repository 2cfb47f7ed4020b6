import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './image.module.css'

/** The address of a picture in a width and a format, as the media server offers it. */
export type ImageVariant = (width: number, format: 'avif' | 'webp') => string

export type ImageSource = {
  src: string
  /** Left out where only the original exists; drawings (SVG) never need it. */
  variant?: ImageVariant
  width: number
  height: number
}

type ImageProps = {
  image: ImageSource
  /** Empty when the picture says nothing that the text beside it does not. */
  alt: string
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes?: string
  /** The first picture of a page: loaded at once, before anything but the style sheet. */
  first?: boolean
  /** Seen without scrolling: loaded at once. */
  early?: boolean
  className?: string
}

const imageWidths = [200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000] as const

/** A picture in modern formats and fitting widths; its place is kept before it comes. */
export function Image({ image, alt, sizes = '100vw', first, early, className }: ImageProps) {
  const img = (
    <img
      className={className}
      src={image.src}
      alt={alt}
      width={image.width}
      height={image.height}
      loading={first || early ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
    />
  )
  const { variant } = image
  if (!variant || isDrawing(image.src)) return img
  return (
    <picture>
      {(['avif', 'webp'] as const).map((format) => (
        <source key={format} type={`image/${format}`} sizes={sizes} srcSet={srcSet(variant, format, image.width)} />
      ))}
      {img}
    </picture>
  )
}

type ThumbProps = {
  image: ImageSource | null
  alt?: string
  size?: 'card' | 'medium' | 'sticker' | 'default'
  sizes?: string
  first?: boolean
  early?: boolean
  className?: string
  /** Lies on the picture: a bar, a time. */
  children?: ReactNode
}

/** The ratio box of cards and lists: the ground shows until the picture comes. */
export function Thumb({ image, alt = '', size = 'card', sizes, first, early, className, children }: ThumbProps) {
  return (
    <span className={classNames(styles.thumb, styles[size], className)}>
      {image && <Image image={image} alt={alt} sizes={sizes ?? thumbSizes[size]} first={first} early={early} />}
      {children}
    </span>
  )
}

const thumbSizes = {
  card: '(max-width: 639px) 132px, 285px',
  medium: '(max-width: 639px) 100vw, 390px',
  sticker: '89px',
  default: '100px',
}

// No wider than the original, save the first step above it: making a picture larger gains nothing.
function srcSet(variant: ImageVariant, format: 'avif' | 'webp', width: number): string {
  return imageWidths
    .filter((step) => step - 200 < width)
    .map((step) => `${variant(step, format)} ${step}w`)
    .join(', ')
}

function isDrawing(src: string): boolean {
  return /\.svg($|[?#])/i.test(src)
}
