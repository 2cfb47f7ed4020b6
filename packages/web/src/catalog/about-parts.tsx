import type { Item } from '@lantern/contract/catalog/items.ts'
import { useMessages } from '#kit/messages.tsx'
import { Personal } from '#kit/visit.tsx'
import { Aims, Facts } from './detail-sections.tsx'
import { detailTabAnchor, hasMaterials } from './detail-tabs.ts'
import { Materials } from './materials.tsx'
import { Prerequisites } from './prerequisites.tsx'

/** What a lesson's line of facts unfolds to. */
export function AboutParts({ item }: { item: Item }) {
  const t = useMessages()
  return (
    <>
      {item.properties.objective && (
        <section>
          <h2>{t('catalog.you_will_learn')}</h2>
          <Aims text={item.properties.objective} language={item.language} />
        </section>
      )}
      <Personal isOwn={item.learnedPrerequisites.length > 0}>
        <Prerequisites item={item} />
      </Personal>
      <section>
        <h2>{t('catalog.tab_detail')}</h2>
        <Facts item={item} />
      </section>
      {hasMaterials(item) && (
        <section id={detailTabAnchor('materials')}>
          <h2>{t('catalog.tab_materials')}</h2>
          <Materials item={item} />
        </section>
      )}
    </>
  )
}
