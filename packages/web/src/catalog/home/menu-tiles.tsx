import type { ReactNode } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { ArrowRightIcon, RouteIcon, SproutIcon, TicketPercentIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { DiscountCountdown } from '../discount-countdown.tsx'
import styles from './menu-tiles.module.css'

type MenuTilesProps = { freeCount: number; discountEndDate: string | null }

/** Three ways in: free tutorials, the learning path, limited-time discounts. */
export function MenuTiles({ freeCount, discountEndDate }: MenuTilesProps) {
  const t = useMessages()
  const format = useFormat()
  return (
    <nav className={styles.tiles} aria-label={t('catalog.quick_ways')}>
      <Tile
        to="/free"
        icon={<SproutIcon />}
        title={t('catalog.tile_free')}
        note={t('catalog.tile_free_note', { count: format.number(freeCount) })}
      />
      <Tile
        to="/unity-learning-path"
        icon={<RouteIcon />}
        title={t('catalog.tile_path')}
        note={t('catalog.tile_path_note')}
      />
      <Tile
        to="/discount"
        icon={<TicketPercentIcon />}
        title={t('catalog.tile_discount')}
        note={discountEndDate ? <DiscountCountdown endDate={discountEndDate} /> : t('catalog.tile_discount_note')}
      />
    </nav>
  )
}

function Tile({ to, icon, title, note }: { to: string; icon: ReactNode; title: string; note: ReactNode }) {
  return (
    <PageLink className={styles.tile} to={to}>
      <span className={styles.icon}>{icon}</span>
      <span>
        <strong>{title}</strong>
        <span className="small muted num">{note}</span>
      </span>
      <ArrowRightIcon className={styles.go} />
    </PageLink>
  )
}
