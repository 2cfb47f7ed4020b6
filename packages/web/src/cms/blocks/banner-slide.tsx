import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { classNames } from '#ui/class-names.ts'
import { Actions } from '../action.tsx'
import { Ground, groundOf } from '../background.tsx'
import { CoverLink } from '../card-link.tsx'
import { DescriptionText } from '../description.tsx'
import type { HeadingLevel } from '../heading-levels.ts'
import styles from './banner-slide.module.css'
import hero from './hero.module.css'

type BannerSlideProps = {
  banner: BlockOf<'banner'>['fields']['items'][number]
  level: HeadingLevel
  first: boolean
  /** The carousel around it is the section. */
  inside?: boolean
}

/** A banner has the look of a hero. With a link all of it is the link; its actions lie above. */
export function BannerSlide({ banner, level, first, inside }: BannerSlideProps) {
  const { background, title, subtitle, description, actions, link } = banner
  const ground = groundOf(background)
  return (
    <Ground
      background={background}
      as={inside ? 'div' : 'section'}
      aria-label={inside ? undefined : title}
      first={first}
      shade="start"
      className={classNames(
        hero.hero,
        styles.banner,
        ground === 'none' && hero.plain,
        ground === 'picture' ? hero.pictured : inside && styles.below,
      )}
    >
      <div className={classNames(hero.inside, styles.inside)}>
        {subtitle && <p className={hero.subtitle}>{subtitle}</p>}
        <CoverLink level={level} href={link} className={hero.headline}>
          {title}
        </CoverLink>
        <DescriptionText description={description} className={classNames(hero.text, styles.text)} />
        <Actions actions={actions} size="l" className={classNames(hero.actions, styles.actions)} />
      </div>
    </Ground>
  )
}
