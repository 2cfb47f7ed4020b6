import type { Item } from '@lantern/contract/catalog/items.ts'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import styles from './about-fold.module.css'
import { detailTabAnchor } from './detail-tabs.ts'
import { SubtitleLine } from './subtitle-line.tsx'

/** Folded away: its script comes later. */
const AboutParts = later(async () => (await import('./about-parts.tsx')).AboutParts)

/** Facts of a lesson in one line, which unfolds to what one will be able to do, for which engine, and the materials. */
export function AboutFold({ item }: { item: Item }) {
  const t = useMessages()
  const materials = item.materials.length + item.documents.length + item.packageIds.length
  return (
    <div className={styles.about} id={detailTabAnchor('overview')}>
      <SubtitleLine item={item} withLanguage={item.translations.length > 0}>
        {item.sections.length > 0 && <span>{t('catalog.step_count', { count: item.sections.length })}</span>}
        <Versions range={item.unityVersionRange} />
        {materials > 0 && <span>{t('catalog.material_count', { count: materials })}</span>}
      </SubtitleLine>
      <details className={styles.fold}>
        <summary className={styles.more}>
          {item.properties.objective ? t('catalog.about_more') : t('catalog.about_facts')}
          <ChevronDownIcon className="icon-s" />
        </summary>
        <div className={styles.parts}>
          <AboutParts item={item} />
        </div>
      </details>
    </div>
  )
}

function Versions({ range }: { range: Item['unityVersionRange'] }) {
  const t = useMessages()
  const { minVersionId: from, maxVersionId: to, withAll } = range
  if (withAll) return null
  if (from !== null && to !== null) return <span>{t('catalog.version_between', { from, to })}</span>
  if (from !== null) return <span>{t('catalog.from_version', { version: from })}</span>
  return to !== null && <span>{t('catalog.to_version', { version: to })}</span>
}
