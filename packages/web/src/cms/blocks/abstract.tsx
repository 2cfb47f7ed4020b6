import { classNames } from '#ui/class-names.ts'
import { CoverLink } from '../card-link.tsx'
import { DescriptionText } from '../description.tsx'
import { type BlockProps, useHeadingLevel } from '../page-context.ts'
import { Picture } from '../picture.tsx'
import styles from './abstract.module.css'

/** What something is about: a title, a few sentences, a picture, and the way to the whole of it. */
export function AbstractBlock({ block: { id, fields } }: BlockProps<'abstract'>) {
  const level = useHeadingLevel(id)
  const { title, description, image, link } = fields
  if (title.trim() === '') return null
  return (
    <div className={styles.room}>
      <article className={classNames(styles.abstract, image.value !== '' && styles.pictured)}>
        {image.value !== '' && (
          <span className={styles.picture}>
            <Picture image={image} sizes="(min-width: 768px) 390px, 100vw" />
          </span>
        )}
        <div className={styles.words}>
          <CoverLink level={level} href={link} className={styles.title}>
            {title}
          </CoverLink>
          <DescriptionText description={description} className={styles.description} />
        </div>
      </article>
    </div>
  )
}
