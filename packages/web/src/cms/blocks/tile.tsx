import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { classNames } from '#ui/class-names.ts'
import { ArrowRightIcon } from '#ui/icons.tsx'
import { Ground, groundOf } from '../background.tsx'
import { CoverLink } from '../card-link.tsx'
import type { HeadingLevel } from '../heading-levels.ts'
import { Picture } from '../picture.tsx'
import styles from './tile.module.css'

export type TileLayout = BlockOf<'tiles'>['fields']['layout']
type TileFields = BlockOf<'tiles'>['fields']['items'][number]

type TileProps = { tile: TileFields; layout: TileLayout; level: HeadingLevel; sizes: string; className?: string }

/** Words on their ground. The whole tile is the link. */
export function Tile(props: TileProps) {
  return props.layout === 'bar' || props.layout === 'frame' ? <TileBeside {...props} /> : <TileOver {...props} />
}

/** Square and rectangle: the words lie on the picture. */
function TileOver({ tile: { background, title, description, link }, layout, level, sizes, className }: TileProps) {
  const ground = groundOf(background)
  return (
    <Ground
      as="article"
      background={background}
      shade="bottom"
      sizes={sizes}
      className={classNames(styles.tile, styles.over, styles[layout], ground === 'none' && styles.plain, className)}
    >
      <div className={styles.words}>
        <CoverLink level={level} href={link} className={styles.title}>
          {title}
        </CoverLink>
        {description && <p className={styles.description}>{description}</p>}
      </div>
    </Ground>
  )
}

/** Bar and frame: the words stand beside the picture, or below it in its frame. */
function TileBeside({ tile: { background, title, description, link }, layout, level, sizes, className }: TileProps) {
  const hasPicture = groundOf(background) === 'picture' && background.type === 'picture'
  return (
    <article className={classNames(styles.tile, styles[layout], styles.plain, className)}>
      {hasPicture ? (
        <span className={styles.picture}>
          <Picture image={background.value} sizes={layout === 'bar' ? '96px' : sizes} decorative />
        </span>
      ) : (
        groundOf(background) !== 'none' && (
          <Ground as="div" background={background} className={styles.swatch}>
            {null}
          </Ground>
        )
      )}
      <div className={styles.words}>
        <CoverLink level={level} href={link} className={styles.title}>
          {title}
        </CoverLink>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {layout === 'bar' && link !== '' && <ArrowRightIcon className={styles.go} />}
    </article>
  )
}
