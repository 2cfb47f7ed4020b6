import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { classNames } from '#ui/class-names.ts'
import { Actions } from '../action.tsx'
import { Ground, groundOf } from '../background.tsx'
import { DescriptionText } from '../description.tsx'
import type { HeadingLevel } from '../heading-levels.ts'
import { keyed } from '../keyed.ts'
import { MediaPart, showsAnything } from '../media.tsx'
import { type BlockProps, useHeadingLevel, useIsFirstPicture } from '../page-context.ts'
import styles from './hero.module.css'
import { HeroCarousel } from './hero-carousel.tsx'

type Slide = BlockOf<'hero'>['fields']['items'][number]

/** One slide stands alone; several follow each other. */
export function HeroBlock({ block: { id, fields } }: BlockProps<'hero'>) {
  const level = useHeadingLevel(id)
  const isFirst = useIsFirstPicture(id)
  const slides = fields.items.filter(({ headline }) => headline.trim() !== '')
  const [only] = slides
  if (!only) return null
  if (slides.length === 1) return <HeroSlide slide={only} level={level} first={isFirst} titleId={`hero-${id}`} />
  return (
    <HeroCarousel
      slides={keyed(slides).map(({ key, entry }, at) => ({
        key,
        title: entry.headline,
        content: (
          <HeroSlide slide={entry} level={at > 0 && level === 1 ? 2 : level} first={isFirst && at === 0} inside />
        ),
      }))}
    />
  )
}

type HeroSlideProps = {
  slide: Slide
  level: HeadingLevel
  first: boolean
  titleId?: string
  /** The carousel around it is the section. */
  inside?: boolean
}

function HeroSlide({ slide, level, first, titleId, inside }: HeroSlideProps) {
  const Title = `h${level}` as const
  const { headline, subtitle, background, description, actions, media } = slide
  const ground = groundOf(background)
  const hasMedia = showsAnything(media)
  return (
    <Ground
      background={background}
      as={inside ? 'div' : 'section'}
      aria-labelledby={titleId}
      first={first}
      shade="start"
      className={classNames(
        styles.hero,
        ground === 'none' && styles.plain,
        ground === 'picture' && styles.pictured,
        hasMedia && styles.withMedia,
      )}
    >
      <div className={styles.inside}>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        <Title id={titleId} className={styles.headline}>
          {headline}
        </Title>
        <DescriptionText description={description} className={styles.text} />
        <Actions actions={actions} size="l" className={styles.actions} />
      </div>
      {hasMedia && (
        <MediaPart
          className={styles.media}
          media={media}
          title={headline}
          sizes="(min-width: 1100px) 520px, 100vw"
          first={first && ground !== 'picture'}
        />
      )}
    </Ground>
  )
}
