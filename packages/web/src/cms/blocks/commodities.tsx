import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { PackageIcon } from '#ui/icons.tsx'
import { CardGrid } from '../card-grid.tsx'
import { CoverLink } from '../card-link.tsx'
import { cellSizes, spanOf } from '../grid.ts'
import type { HeadingLevel } from '../heading-levels.ts'
import { type BlockProps, useHeadingLevel } from '../page-context.ts'
import { Picture } from '../picture.tsx'
import styles from './commodities.module.css'

type CommodityFields = BlockOf<'commodities'>['fields']['items'][number]

/** Things to buy elsewhere. One without a name is not rendered. */
export function CommoditiesBlock({ block: { id, fields } }: BlockProps<'commodities'>) {
  const level = useHeadingLevel(id)
  const span = spanOf(fields.columns)
  return (
    <CardGrid
      span={span}
      entries={fields.items.filter(({ name }) => name.trim() !== '')}
      card={(entry) => <Commodity commodity={entry} level={level} sizes={cellSizes(span)} />}
    />
  )
}

type CommodityProps = { commodity: CommodityFields; level: HeadingLevel; sizes: string }

function Commodity({ commodity: { image, name, price, link }, level, sizes }: CommodityProps) {
  return (
    <article className={styles.card}>
      <span className={styles.picture}>
        {image.value === '' ? <PackageIcon /> : <Picture image={image} sizes={sizes} decorative />}
      </span>
      <div className={styles.words}>
        <CoverLink level={level} href={link} className={styles.name}>
          {name}
        </CoverLink>
        {price && <p className={styles.price}>{price}</p>}
      </div>
    </article>
  )
}
