import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { CardGrid } from '../card-grid.tsx'
import { CmsLink } from '../cms-link.tsx'
import { cellSizes, spanOf } from '../grid.ts'
import type { BlockProps } from '../page-context.ts'
import { Picture } from '../picture.tsx'
import styles from './partner-cards.module.css'

type PartnerFields = BlockOf<'partner-cards'>['fields']['items'][number]

/** Logos that lead to whose they are. */
export function PartnerCardsBlock({ block: { fields } }: BlockProps<'partner-cards'>) {
  const span = spanOf(fields.columns)
  return (
    <CardGrid
      span={span}
      entries={fields.items.filter(({ image }) => image.value !== '')}
      card={(partner) => <Partner partner={partner} sizes={cellSizes(span)} />}
    />
  )
}

function Partner({ partner: { image, url }, sizes }: { partner: PartnerFields; sizes: string }) {
  const logo = <Picture image={{ ...image, alt: image.alt || hostOf(url) }} sizes={sizes} />
  if (url === '') return <span className={styles.card}>{logo}</span>
  return (
    <CmsLink href={url} className={styles.card}>
      {logo}
    </CmsLink>
  )
}

/** What a logo without a description is called. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url
}
