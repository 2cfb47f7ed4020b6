import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { useMessages } from '#kit/messages.tsx'
import { Chip } from '#ui/chip.tsx'
import { groundOf } from '../background.tsx'
import { keyed } from '../keyed.ts'
import { type BlockProps, useHeadingLevel, useIsFirstPicture } from '../page-context.ts'
import styles from './banner.module.css'
import { BannerCarousel } from './banner-carousel.tsx'
import { BannerSlide } from './banner-slide.tsx'

type BannerFields = BlockOf<'banner'>['fields']

/** One banner stands alone; several follow each other. Below them the ways to the modules of a page. */
export function BannerBlock({ block: { id, fields } }: BlockProps<'banner'>) {
  const level = useHeadingLevel(id)
  const isFirst = useIsFirstPicture(id)
  const banners = fields.items.filter(({ title }) => title.trim() !== '')
  const [first] = banners
  const modules =
    fields.tagKey === '' ? [] : fields.modules.filter(({ module, label }) => module !== '' && label.trim() !== '')
  if (!first && modules.length === 0) return null
  const reachesEdges = first !== undefined && groundOf(first.background) !== 'none'
  return (
    <div className={styles.block} data-bleeds={reachesEdges ? '' : undefined}>
      {banners.length === 1 && first && <BannerSlide banner={first} level={level} first={isFirst} />}
      {banners.length > 1 && (
        <BannerCarousel
          slides={keyed(banners).map(({ key, entry }, at) => ({
            key,
            title: entry.title,
            content: (
              <BannerSlide
                banner={entry}
                level={at > 0 && level === 1 ? 2 : level}
                first={isFirst && at === 0}
                inside
              />
            ),
          }))}
        />
      )}
      {modules.length > 0 && <ModuleFilters tagKey={fields.tagKey} modules={modules} />}
    </div>
  )
}

/** Each leads to the page `tagKey`, where only what belongs to its module is left. */
function ModuleFilters({ tagKey, modules }: Pick<BannerFields, 'tagKey' | 'modules'>) {
  const t = useMessages()
  return (
    <nav aria-label={t('cms.banner_modules')}>
      <ul className={styles.modules}>
        {keyed(modules).map(({ key, entry }) => (
          <li key={key}>
            <Chip to={moduleAddress(tagKey, entry.module)}>{entry.label}</Chip>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Keywords are a JSON list of `type:value`; a colon inside of a value would end it. */
function moduleAddress(tagKey: string, module: string): string {
  const keywords = JSON.stringify([`mod:${module.replaceAll(':', ' ')}`])
  return `/${encodeURIComponent(tagKey)}/?k=${encodeURIComponent(keywords)}`
}
