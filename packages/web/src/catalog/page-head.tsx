import type { Breadcrumb, Item } from '@lantern/contract/catalog/items.ts'
import { isForSearchEngines, sharePicture, sitePicture } from '@lantern/contract/indexing.ts'
import { localeNamed, offeredLocales } from '@lantern/contract/locales.ts'
import { inLocale, itemAlternates, itemCanonical, pageAlternates } from '@lantern/contract/page-languages.ts'
import { useLocation } from 'react-router'
import { askedIn } from '#kit/asked-locale.tsx'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { type Session, useSession } from '#kit/session.tsx'
import { itemData, type Thing } from './structured-data.ts'

type PageHeadProps = {
  title?: string
  description?: string
  /** The item whose own page this is. */
  item?: Item
  breadcrumb?: Breadcrumb
  /** The picture of shared links, where the page has one of its own. */
  picture?: string
  /** The page of a list that is shown, where that makes it another page; from 0. */
  listPage?: number
  /** Kept from search engines, whatever its address. */
  hidden?: boolean
  /** What the page says to programs besides, made on the server alone. */
  things?: (site: Session['site']) => Thing[]
}

/**
 * Title and description of the document, and on public pages what search engines and shared links want to know; React
 * lifts them into the head. All but the canonical address is written by the server only: nobody asks a page for it later.
 */
export function PageHead(props: PageHeadProps) {
  const { title, description, item, breadcrumb, picture: given, listPage = 0, hidden, things } = props
  const t = useMessages()
  const locale = useLocale()
  const { site } = useSession()
  const address = useAddress(item, listPage)
  const isFound = useIsFound(item) && !hidden
  const name = title ? `${title} · ${site.name}` : site.name
  const about = [...(description || t('shell.tagline'))].slice(0, 160).join('')
  const own = given ?? (item ? sharePicture(item) : sitePicture(locale))
  const picture = own.startsWith('/') ? site.origin + own : own
  return (
    <>
      <title>{name}</title>
      <meta name="description" content={about} />
      {isFound ? (
        <link rel="canonical" href={site.origin + address.canonical} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      {import.meta.env.SSR && isFound && (
        <>
          {address.alternates.map(({ tag, href }) => (
            <link key={tag} rel="alternate" hrefLang={tag} href={site.origin + href} />
          ))}
          <link
            rel="alternate"
            type="application/atom+xml"
            title={t('catalog.feed_title', { site: site.name })}
            href={inLocale('/feed.xml', locale)}
          />
          <link
            rel="alternate"
            type="application/feed+json"
            title={t('catalog.feed_title', { site: site.name })}
            href={inLocale('/feed.json', locale)}
          />
          <meta property="og:site_name" content={site.name} />
          <meta property="og:type" content={item ? 'article' : 'website'} />
          <meta property="og:title" content={title ?? site.name} />
          <meta property="og:description" content={about} />
          <meta property="og:url" content={site.origin + address.canonical} />
          <meta property="og:locale" content={(item && localeNamed(item.language)) ?? locale} />
          {offeredLocales
            .filter((other) => other !== locale && !item)
            .map((other) => (
              <meta key={other} property="og:locale:alternate" content={other} />
            ))}
          <meta property="og:image" content={picture} />
          {!given && (
            <>
              <meta property="og:image:width" content="1200" />
              <meta property="og:image:height" content="630" />
            </>
          )}
          <meta property="og:image:alt" content={title ?? site.name} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {(item || things) && (
        <script
          type="application/ld+json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR && isFound ? inScript(thingsOf()) : '',
          }}
        />
      )}
    </>
  )

  function thingsOf(): Thing[] {
    const own = item
      ? itemData({
          item,
          breadcrumb: breadcrumb ?? [],
          home: t('catalog.home'),
          site,
          picture,
          path: address.canonical,
        })
      : []
    return [...own, ...(things?.(site) ?? [])]
  }
}

/** The one address under which the page is to be known, and the same page for those who read another language. */
function useAddress(item: Item | undefined, listPage: number) {
  const location = useLocation()
  const asked = askedIn(location)
  if (item) {
    const all = [item, ...item.translations]
    return { canonical: itemCanonical(item, all, asked), alternates: itemAlternates(all) }
  }
  // a slash too many is the same page
  const own = location.pathname.replace(/(?<=.)\/+$/, '')
  const path = listPage > 0 ? `${own}?page=${listPage}` : own
  return { canonical: asked ? inLocale(path, asked) : path, alternates: pageAlternates(path) }
}

function useIsFound(item: Item | undefined): boolean {
  const { pathname, search } = useLocation()
  const isPublic = !item || (item.published && !item.hidden && item.learnOptionType === 'other')
  return isPublic && isForSearchEngines(pathname, new URLSearchParams(search))
}

/** Data, in which no tag can begin. */
function inScript(things: Thing[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c')
}
