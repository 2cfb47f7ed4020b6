import type { Breadcrumb, Item } from '@lantern/contract/catalog/items.ts'
import { isForSearchEngines } from '@lantern/contract/indexing.ts'
import { inLocale, itemCanonical } from '@lantern/contract/page-languages.ts'
import { useLocation } from 'react-router'
import { askedIn } from '#kit/asked-locale.tsx'
import { useMessages } from '#kit/messages.tsx'
import { type Session, useSite } from '#kit/session.tsx'
import { HeadForPrograms, inScript, thingsOfPage } from './head-for-programs.tsx'
import type { Thing } from './structured-data.ts'

export type PageHeadProps = {
  title?: string
  description?: string
  /** The item whose own page this is. */
  item?: Item
  breadcrumb?: Breadcrumb
  /** The picture of shared links, where the page has one of its own. */
  picture?: string
  /** The page of a list that is shown, where that makes it another page; from 0. */
  listPage?: number
  /** Kept from search engines at every address. */
  hidden?: boolean
  /** What the page says to programs besides, made on the server alone. */
  things?: (site: Session['site']) => Thing[]
}

/**
 * Title and description of the document, and on public pages what search engines and shared links want to know; React
 * lifts them into the head. All but the canonical address is written by the server only: nobody asks a page for it later.
 */
export function PageHead(props: PageHeadProps) {
  const { title, description, item, listPage = 0, hidden, things } = props
  const t = useMessages()
  const { site } = useSite()
  const path = usePath(listPage)
  const asked = askedIn(useLocation())
  const isFound = useIsFound(item) && !hidden
  const name = title ? `${title} · ${site.name}` : site.name
  const about = [...(description || t('shell.tagline'))].slice(0, 160).join('')
  const canonical = item
    ? itemCanonical(item, [item, ...item.translations], asked)
    : asked
      ? inLocale(path, asked)
      : path
  const forPrograms = { ...props, t, site, about, path, canonical }
  return (
    <>
      <title>{name}</title>
      <meta name="description" content={about} />
      {isFound ? <link rel="canonical" href={site.origin + canonical} /> : <meta name="robots" content="noindex" />}
      {import.meta.env.SSR && isFound && <HeadForPrograms {...forPrograms} />}
      {(item || things) && (
        <script
          type="application/ld+json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR && isFound ? inScript(thingsOfPage(forPrograms)) : '',
          }}
        />
      )}
    </>
  )
}

/** Where a page is that is no item's. A slash too many is the same page. */
function usePath(listPage: number): string {
  const own = useLocation().pathname.replace(/(?<=.)\/+$/, '')
  return listPage > 0 ? `${own}?page=${listPage}` : own
}

function useIsFound(item: Item | undefined): boolean {
  const { pathname, search } = useLocation()
  const isPublic = !item || (item.published && !item.hidden && item.learnOptionType === 'other')
  return isPublic && isForSearchEngines(pathname, new URLSearchParams(search))
}
