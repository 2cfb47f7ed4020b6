import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import type { Breadcrumb, Item, ItemCard } from '@lantern/contract/catalog/items.ts'
import { currentPrice } from '@lantern/contract/catalog/price.ts'
import { contentLink } from '@lantern/contract/links.ts'
import type { Session } from '#kit/session.tsx'

// What the pages are about, in the words of schema.org, for search engines. Only what a guest sees of an item: no text of
// steps, no answers, no address of a room.

export type Thing = Record<string, unknown> & { '@type': string }

type Site = Session['site']

interface ItemFacts {
  item: Item
  breadcrumb: Breadcrumb
  /** What the home page is called: the way to every item begins there. */
  home: string
  site: Site
  picture: string
  /** Its canonical address, from the root. */
  path: string
}

export function itemData({ item, breadcrumb, home, site, picture, path }: ItemFacts): Thing[] {
  const common = {
    name: item.title,
    description: item.summary || item.title,
    url: site.origin + path,
    image: picture,
    inLanguage: item.language,
    provider: organization(site),
  }
  return [thingOf(item, common, site), ...breadcrumbData(breadcrumb, home, site)]
}

function thingOf(item: Item, common: Record<string, unknown>, site: Site): Thing {
  if (item.type === 'liveSession') return { '@type': 'Event', ...eventFacts(item, common, site) }
  const learned = { ...common, ...learningFacts(item) }
  if (item.type === 'quiz') return { '@type': 'Quiz', ...learned, learningResourceType: 'quiz' }
  if (item.type === 'course') return { '@type': 'Course', ...learned, hasCourseInstance: courseInstance(item) }
  return { '@type': 'LearningResource', ...learned, learningResourceType: item.type }
}

function learningFacts(item: Item) {
  const author = item.userMap[item.authorId]
  const aims = item.properties.objective?.split('\n').filter(Boolean)
  const stats = item.statsMap[item.id]
  return {
    ...(author?.official && { author: { '@type': 'Person', name: author.fullName } }),
    ...(item.skillLevel && { educationalLevel: item.skillLevel }),
    ...(minutesOf(item) > 0 && { timeRequired: `PT${minutesOf(item)}M` }),
    ...(item.publishedTime && { datePublished: item.publishedTime }),
    dateModified: item.updatedTime,
    ...(aims && aims.length > 0 && { teaches: aims }),
    about: Object.values(item.topicMap).map(({ name }) => name),
    isAccessibleForFree: !item.premium && !item.withPay,
    ...offersOf(item),
    ...(stats &&
      stats.ratingCount > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: stats.averageRating,
          bestRating: 10,
          worstRating: 0,
          ratingCount: stats.ratingCount,
        },
      }),
  }
}

/** What nobody sells any more has no offer. */
function offersOf(item: Item) {
  if (item.premium) return { offers: { '@type': 'Offer', category: 'Subscription' } }
  if (item.saleEnded) return {}
  return { offers: { '@type': 'Offer', category: item.withPay ? 'Paid' : 'Free', ...priceFacts(item) } }
}

/** The price at the time of drawing; a discount says until when it is that. */
function priceFacts(item: Item) {
  const price = currentPrice(item, new Date())
  if (!item.withPay || price.kind === 'free') return { price: '0', priceCurrency: 'CNY' }
  const until = price.kind === 'discounted' && { priceValidUntil: price.endDate }
  return { price: (price.fen / 100).toFixed(2), priceCurrency: 'CNY', ...until }
}

function courseInstance(item: Item) {
  return { '@type': 'CourseInstance', courseMode: 'Online', courseWorkload: `PT${Math.max(1, minutesOf(item))}M` }
}

function eventFacts(item: Item, common: Record<string, unknown>, site: Site) {
  const { provider, ...about } = common
  const live = item.liveDetails
  return {
    ...about,
    startDate: live?.startTime ?? item.live?.startTime,
    endDate: live?.endTime ?? item.live?.endTime,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    // the page leads those into the room who may enter
    location: { '@type': 'VirtualLocation', url: common.url },
    organizer: organization(site),
    eventStatus: `https://schema.org/${live?.cancelled ? 'EventCancelled' : 'EventScheduled'}`,
    performer: live?.speakers.map(({ name }) => ({ '@type': 'Person', name })) ?? [],
    isAccessibleForFree: !item.premium && !item.withPay,
  }
}

function breadcrumbData(breadcrumb: Breadcrumb, home: string, site: Site): Thing[] {
  if (breadcrumb.length === 0) return []
  const levels = [
    { name: home, item: `${site.origin}/` },
    ...breadcrumb.map((level) => ({ name: level.title, item: site.origin + contentLink(level) })),
  ]
  return [
    {
      '@type': 'BreadcrumbList',
      itemListElement: levels.map((level, at) => ({ '@type': 'ListItem', position: at + 1, ...level })),
    },
  ]
}

/** A video that everybody may watch, as the page of its lesson was told of it. */
export interface OpenVideo {
  title: string
  picture: string | null
  seconds: number | null
  file: string
}

/** The videos of a lesson; who finds one is led to the lesson, where it is watched. */
export function videoData(videos: readonly OpenVideo[], item: Item, { origin }: Site): Thing[] {
  return videos.map(({ title, picture, seconds, file }) => ({
    '@type': 'VideoObject',
    name: title || item.title,
    description: item.summary || item.title,
    inLanguage: item.language,
    ...(picture && { thumbnailUrl: origin + picture }),
    uploadDate: item.publishedTime ?? item.updatedTime,
    ...(seconds && { duration: `PT${Math.round(seconds)}S` }),
    contentUrl: origin + file,
  }))
}

/** The cards of a list in their order. */
export function listData(items: readonly (ItemCard | undefined)[], site: Site): Thing[] {
  const shown = items.filter((item) => item !== undefined)
  if (shown.length === 0) return []
  return [
    {
      '@type': 'ItemList',
      itemListElement: shown.map((item, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name: item.title,
        url: site.origin + contentLink(item),
      })),
    },
  ]
}

/** The site itself, and how it is searched. */
export function siteData(site: Site): Thing[] {
  return [
    {
      '@type': 'WebSite',
      name: site.name,
      url: `${site.origin}/`,
      publisher: organization(site),
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${site.origin}/search?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

/** Questions with their answers, as sanitized HTML. */
export function questionData(items: readonly { title: string; descriptionHtml: string }[], site: Site): Thing[] {
  if (items.length === 0) return []
  return [
    {
      '@type': 'FAQPage',
      mainEntity: items.map(({ title, descriptionHtml }) => ({
        '@type': 'Question',
        name: title,
        acceptedAnswer: { '@type': 'Answer', text: withWholeAddresses(descriptionHtml, site) },
      })),
    },
  ]
}

/** It is shown somewhere else: every address says which site it is on. Sanitized HTML quotes all attributes so. */
function withWholeAddresses(html: string, { origin }: Site): string {
  return html.replace(/(<[^>]* (?:href|src)=")(?=\/(?!\/))/g, `$1${origin}`)
}

function organization({ name, origin }: Site) {
  return { '@type': 'Organization', name, url: `${origin}/` }
}
