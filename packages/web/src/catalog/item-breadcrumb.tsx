import type { Breadcrumb as Crumbs } from '@lantern/contract/catalog/items.ts'
import { contentLink } from '@lantern/contract/links.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import styles from './item-breadcrumb.module.css'
import { useItemWords } from './item-words.ts'
import { useReadVersion } from './read-version.ts'

/** Home, then type and title of each parent and of the item; each parent keeps the ones above it in its link. */
export function ItemBreadcrumb({ breadcrumb }: { breadcrumb: Crumbs }) {
  const t = useMessages()
  const locale = useLocale()
  const words = useItemWords()
  const uv = useReadVersion()
  const courseId = breadcrumb.find(({ type }) => type === 'course')?.id
  const last = breadcrumb.length - 1
  const crumbs = breadcrumb.map((level, index) => ({
    label: (
      <>
        <span className={styles.type}>{words.type(level.type)}</span> <span lang={level.language}>{level.title}</span>
      </>
    ),
    to:
      index === last
        ? undefined
        : contentLink(level, { locale, uv, courseId: level.id === courseId ? null : courseId }),
  }))
  return <Breadcrumb label={t('catalog.place')} crumbs={[{ label: t('catalog.home'), to: '/' }, ...crumbs]} />
}
