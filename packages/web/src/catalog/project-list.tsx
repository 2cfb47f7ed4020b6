import type { ItemCard as Item } from '@lantern/contract/catalog/items.ts'
import { withProjectCovers } from '@lantern/contract/catalog/project-covers.ts'
import type { LinkContext } from '@lantern/contract/links.ts'
import { useMessages } from '#kit/messages.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink } from '#ui/link.tsx'
import { useCardAddress } from './card-address.ts'
import { itemCover } from './item-picture.ts'
import styles from './project-list.module.css'
import rowLink from './row-link.module.css'

type ProjectListProps = { projects: readonly Item[]; withCover?: boolean; link?: LinkContext }

/** The projects of a course; with covers, the first two show theirs. */
export function ProjectList({ projects, withCover = false, link }: ProjectListProps) {
  const t = useMessages()
  const addressOf = useCardAddress()
  if (projects.length === 0) return null
  return (
    <section aria-labelledby="projects-title" className={styles.projects}>
      <h3 id="projects-title">{t('catalog.projects_inside')}</h3>
      <ul className={styles.list}>
        {withProjectCovers(projects, withCover).map(({ project, hasCover }) => (
          <li key={project.id} className={styles.project}>
            {hasCover && <Thumb image={itemCover(project)} />}
            <PageLink className={rowLink.link} to={addressOf(project, link)} lang={project.language}>
              {project.title}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
