import { sharePicture, sitePicture } from '@lantern/contract/indexing.ts'
import { localeNamed, offeredLocales } from '@lantern/contract/locales.ts'
import { inLocale, itemAlternates, pageAlternates } from '@lantern/contract/page-languages.ts'
import { type Translate, useLocale } from '#kit/messages.tsx'
import type { Session } from '#kit/session.tsx'
import type { PageHeadProps } from './page-head.tsx'
import { itemData, type Thing } from './structured-data.ts'

// What a page says to programs alone. It is written by the server, so that no browser is given the script of it.

type ForPrograms = PageHeadProps & {
  t: Translate
  site: Session['site']
  about: string
  /** Address of a page that is no item's. */
  path: string
  canonical: string
}

export function HeadForPrograms({ t, site, title, about, item, picture, path, canonical }: ForPrograms) {
  const locale = useLocale()
  const alternates = item ? itemAlternates([item, ...item.translations]) : pageAlternates(path)
  return (
    <>
      {alternates.map(({ tag, href }) => (
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
      <meta property="og:url" content={site.origin + canonical} />
      <meta property="og:locale" content={(item && localeNamed(item.language)) ?? locale} />
      {offeredLocales
        .filter((other) => other !== locale && !item)
        .map((other) => (
          <meta key={other} property="og:locale:alternate" content={other} />
        ))}
      <meta property="og:image" content={onSite(picture ?? (item ? sharePicture(item) : sitePicture(locale)), site)} />
      {!picture && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
      <meta property="og:image:alt" content={title ?? site.name} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Everything the page is about, in the words of schema.org. */
export function thingsOfPage({ t, site, item, breadcrumb = [], picture, canonical, things }: ForPrograms): Thing[] {
  const own = item
    ? itemData({
        ...{ item, breadcrumb, site, path: canonical },
        home: t('catalog.home'),
        picture: onSite(picture ?? sharePicture(item), site),
      })
    : []
  return [...own, ...(things?.(site) ?? [])]
}

/** Data, in which no tag can begin. */
export function inScript(things: Thing[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c')
}

/** The whole address of what may lie on this site. */
export function onSite(address: string, { origin }: Session['site']): string {
  return address.startsWith('/') ? origin + address : address
}
