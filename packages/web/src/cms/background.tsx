import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { isDarkColour } from '@lantern/contract/cms/contrast.ts'
import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './background.module.css'
import { BackgroundVideo } from './background-video.tsx'
import { chosenColour } from './colour.ts'
import { Picture } from './picture.tsx'

export type Background = BlockOf<'jumbotron'>['fields']['background']

type GroundProps = {
  background: Background
  /** The element: a section of the page by default. */
  as?: 'section' | 'div' | 'article' | 'figure'
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes?: string
  first?: boolean
  /** Where the words stand, so that the picture is darkened there: all of it, or from one side. */
  shade?: 'all' | 'start' | 'bottom'
  className?: string
  style?: CSSProperties
  children: ReactNode
  'aria-labelledby'?: string
  'aria-label'?: string
}

/**
 * What an editor put behind the words of a block. Over a picture, a film or a dark colour everything inside takes the dark
 * set of colours, over a light colour the light one, independent of the visitor's theme.
 */
export function Ground({
  background,
  as: Element = 'section',
  sizes = '(max-width: 1248px) 100vw, 1200px',
  first,
  shade = 'all',
  className,
  style,
  children,
  ...rest
}: GroundProps) {
  const ground = groundOf(background)
  const { type, value, color } = background
  return (
    <Element
      {...rest}
      className={classNames(ground !== 'none' && styles.ground, styles[ground], className)}
      style={{ ...style, ...(ground !== 'none' && color ? { backgroundColor: color } : undefined) }}
    >
      {ground === 'picture' &&
        (type === 'video' ? (
          <BackgroundVideo source={value.value} className={classNames(styles.behind, styles[shade])} />
        ) : (
          <span className={classNames(styles.behind, styles[shade])} data-behind="">
            <Picture image={value} sizes={sizes} first={first} decorative={value.alt === ''} />
          </span>
        ))}
      {children}
    </Element>
  )
}

/** How it is written on. */
export function groundOf({ type, value, color }: Background): 'none' | 'picture' | 'university' | 'dark' | 'light' {
  if (type === 'university') return 'university'
  if (value.value !== '') return 'picture'
  if (color === '') return 'none'
  return isDarkColour(color) ? 'dark' : 'light'
}

/** Words in a colour that an editor chose, light enough or dark enough for the set of colours they stand in. */
export function Coloured({
  color,
  as: Element = 'span',
  className,
  children,
}: {
  color: string
  as?: 'span' | 'div' | 'p'
  className?: string
  children: ReactNode
}) {
  return (
    <Element className={classNames(color && styles.coloured, className)} style={chosenColour(color)}>
      {children}
    </Element>
  )
}
