import type { CmsImage } from '@lantern/contract/cms/fields.ts'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { PackageIcon } from '#ui/icons.tsx'
import { CoverLink } from '../card-link.tsx'
import type { HeadingLevel } from '../heading-levels.ts'
import { Picture } from '../picture.tsx'
import styles from './product-card.module.css'

type ProductCardProps = {
  name: string
  /** Empty for one that leads nowhere. */
  href: string
  level: HeadingLevel
  /** Without a value a drawing stands in its place. */
  image: CmsImage
  sizes: string
  /** In the corner of the picture. */
  marks?: ReactNode
  /** Above the name. */
  facts?: ReactNode
  /** Below the name. */
  children?: ReactNode
  className?: string
}

/** Something to be had in another shop. The whole card leads to it. */
export function ProductCard(props: ProductCardProps) {
  const { name, href, level, image, sizes, marks, facts, children, className } = props
  return (
    <article className={classNames(styles.card, className)}>
      <span className={styles.picture}>
        {image.value === '' ? <PackageIcon /> : <Picture image={image} sizes={sizes} decorative />}
      </span>
      {marks && <div className={styles.marks}>{marks}</div>}
      <div className={styles.words}>
        {facts && <p className={styles.facts}>{facts}</p>}
        <CoverLink level={level} href={href} className={styles.name}>
          {name}
        </CoverLink>
        {children}
      </div>
    </article>
  )
}
