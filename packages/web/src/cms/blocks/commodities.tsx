import { CardGrid } from '../card-grid.tsx'
import { cellSizes, spanOf } from '../grid.ts'
import { type BlockProps, useHeadingLevel } from '../page-context.ts'
import styles from './commodities.module.css'
import { ProductCard } from './product-card.tsx'

/** Things to buy elsewhere. One without a name is not rendered. */
export function CommoditiesBlock({ block: { id, fields } }: BlockProps<'commodities'>) {
  const level = useHeadingLevel(id)
  const span = spanOf(fields.columns)
  return (
    <CardGrid
      span={span}
      entries={fields.items.filter(({ name }) => name.trim() !== '')}
      card={({ name, link, image, price }) => (
        <ProductCard
          name={name}
          href={link}
          level={level}
          image={image}
          sizes={cellSizes(span)}
          className={styles.card}
        >
          {price && <p className={styles.price}>{price}</p>}
        </ProductCard>
      )}
    />
  )
}
