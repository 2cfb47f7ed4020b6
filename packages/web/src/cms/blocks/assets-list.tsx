import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { CardGrid } from '../card-grid.tsx'
import { cellSizes, spanOf } from '../grid.ts'
import { chosenPackages } from '../package-choice.ts'
import { ToEditor } from '../page-blocks.tsx'
import { type BlockProps, deeper, useHeadingLevel } from '../page-context.ts'
import { usePackages } from '../use-packages.ts'
import styles from './assets-list.module.css'
import { PackageCard } from './package-card.tsx'

/** The packages of the page, as its filters and sortings in the address choose and order them. */
export function AssetsListBlock({ block: { id, fields } }: BlockProps<'assets-list'>) {
  const t = useMessages()
  const level = useHeadingLevel(id)
  const { packages, filters, choice, addressOf } = usePackages()
  const chosen = chosenPackages({ packages, filters }, choice)
  const shown = chosen.slice(0, (choice.page + 1) * fields.pageSize)
  const span = spanOf(fields.columns)
  if (packages.length === 0) return <ToEditor>{t('cms.block_empty')}</ToEditor>
  const { name } = fields
  const Name = `h${level}` as const
  const hasName = name.trim() !== ''
  return (
    <section aria-labelledby={hasName ? `assets-${id}` : undefined}>
      {hasName && (
        <div className="section-head">
          <Name id={`assets-${id}`}>{name}</Name>
        </div>
      )}
      <CardGrid
        span={span}
        entries={shown}
        card={(entry) => (
          <PackageCard product={entry} level={hasName ? deeper(level) : level} sizes={cellSizes(span)} />
        )}
      />
      <div className={styles.end}>
        <p className="num" role="status">
          {chosen.length === 0
            ? t('cms.assets_none')
            : t('cms.assets_shown', { shown: shown.length, total: chosen.length })}
        </p>
        {shown.length < chosen.length && (
          <LinkButton size="l" to={addressOf({ page: choice.page + 1 })} preventScrollReset replace>
            {t('cms.cards_more')}
          </LinkButton>
        )}
        {chosen.length === 0 && (
          <LinkButton to={addressOf({ keys: [] })} preventScrollReset>
            {t('cms.filters_all')}
          </LinkButton>
        )}
      </div>
    </section>
  )
}
