import type { Breadcrumb, Item } from '@lantern/contract/catalog/items.ts'
import { isForSearchEngines, sharePicture, sitePicture } from '@lantern/contract/indexing.ts'
import { inLocale, itemCanonical } from '@lantern/contract/page-languages.ts'
import { useLocation } from 'react-router'
import { askedIn } from '#kit/asked-locale.tsx'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { type Session, useSite } from '#kit/session.tsx'
import { HeadForPrograms, inScript, onSite, thingsOfPage } from './head-for-programs.tsx'
import { isPublicItem } from './sharing/share-picture.ts'
import { useWeixinShare } from './sharing/use-weixin-share.ts'
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
  const { title, description, item, picture, listPage = 0, hidden, things } = props
  const t = useMessages()
  const locale = useLocale()
  const { site } = useSite()
  const path = usePath(listPage)
  const here = useLocation()
  const asked = askedIn(here)
  const isFound = useIsFound(item) && !hidden
  const name = title ? `${title} · ${site.name}` : site.name
  const about = [...(description || t('shell.tagline'))].slice(0, 160).join('')
  const canonical = item
    ? itemCanonical(item, [item, ...item.translations], asked)
    : asked
      ? inLocale(path, asked)
      : path
  const shared = picture ?? (item ? sharePicture(item) : sitePicture(locale))
  useWeixinShare({
    title: title ?? site.name,
    desc: about,
    link: site.origin + (isFound ? canonical : here.pathname + here.search),
    imgUrl: onSite(shared, site),
  })
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
  return (!item || isPublicItem(item)) && isForSearchEngines(pathname, new URLSearchParams(search))
}
