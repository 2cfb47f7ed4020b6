import { createHash } from 'node:crypto'
import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import { itemChanged, itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import {
  contentLanguage,
  defaultLocale,
  isOfferedLocale,
  localeNamed,
  type OfferedLocale,
} from '@lantern/contract/locales.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { madeOnce } from '#kit/made-once.ts'
import type { Services } from '#kit/services.ts'
import { serveImage } from '#media/index.ts'
import { crawledTypes } from '../crawlers/crawled-types.ts'
import { type CardRow, cardColumns, type PeopleRow, peopleColumns } from '../item-row.ts'
import { shownTo } from '../visibility.ts'
import type { ShareText } from './draw.ts'

// Raised when the same words make another picture than before.
const drawing = '1'

/**
 * The picture beside a shared link, made when it is first asked for and kept until the item changes. What a guest does
 * not find has none.
 */
export async function sharePicture(services: Services, id: string, file: string): Promise<Buffer> {
  const [, name = ''] = /^([\w-]{1,40})\.png$/.exec(file) ?? []
  if (id === 'site') return isOfferedLocale(name) ? kept(services, 'site', siteText(services, name), null) : missing()
  const { rows } = await sql<CardRow & PeopleRow>`
    select ${cardColumns}, ${peopleColumns} from items i join users a on a.id = i.author_id
    where i.id = ${id} and i.type = any(${[...crawledTypes]}::text[]) and ${shownTo({ kind: 'guest' })}`.execute(
    services.db,
  )
  const item = rows[0]
  if (!item || name === '') return missing()
  return kept(services, item.id, itemText(services, item), item.thumbnail_url)
}

/** An item has another picture now, or none: the cached one goes. */
export function forgetSharePictures(services: Services): void {
  services.stream.subscribe('catalog.share_pictures', [itemPublished, itemChanged, itemRemoved], async (batch) => {
    for (const { payload } of batch) {
      for await (const key of services.storage.keys(keyStart(payload.itemId))) await services.storage.delete(key)
    }
  })
}

// To draw takes a third of a second of a core.
const drawn = madeOnce()

async function kept(services: Services, owner: string, text: ShareText, thumbnail: string | null): Promise<Buffer> {
  const hash = createHash('sha256')
    .update(JSON.stringify([drawing, text, thumbnail]))
    .digest('hex')
    .slice(0, 32)
  const key = `${keyStart(owner)}${hash}.png`
  return drawn(services.storage, {
    key,
    contentType: 'image/png',
    async make() {
      // fonts and what draws them are loaded with the first picture
      const { drawShare } = await import('./draw.ts')
      return drawShare(text, await bytesOf(services, thumbnail))
    },
  })
}

/** A picture of the site's own; one that lies elsewhere is not fetched. */
async function bytesOf(services: Services, url: string | null): Promise<Buffer | null> {
  const [, id, file] = /^\/media\/images\/([^/]+)\/([^/]+)$/.exec(url ?? '') ?? []
  if (!id || !file) return null
  try {
    return (await serveImage(services, id, file)).bytes
  } catch (err) {
    services.log.warn({ err, url }, 'a thumbnail could not be read for its share picture')
    return null
  }
}

function itemText({ text, config }: Services, item: CardRow & PeopleRow): ShareText {
  const locale = localeNamed(item.language) ?? defaultLocale
  const minutes = minutesOf({
    withManual: item.manual_duration !== null,
    manualDuration: item.manual_duration,
    duration: item.duration,
  })
  return {
    language: item.language,
    kicker: text(locale, typeKeys[item.type as keyof typeof typeKeys]),
    title: item.title,
    facts: [
      ...(item.skill_level ? [text(locale, `catalog.level_${item.skill_level}`)] : []),
      ...(minutes > 0 ? [durationText(text, locale, minutes)] : []),
      ...(item.author.official ? [item.author.fullName] : []),
    ],
    siteName: config.siteName,
  }
}

function siteText({ text, config }: Services, locale: OfferedLocale): ShareText {
  return {
    language: contentLanguage(locale),
    kicker: '',
    title: text(locale, 'shell.tagline'),
    facts: [new URL(config.publicUrl).host],
    siteName: config.siteName,
  }
}

const typeKeys = {
  tutorial: 'catalog.type_tutorial',
  project: 'catalog.type_project',
  course: 'catalog.type_course',
  quiz: 'catalog.type_quiz',
  liveSession: 'catalog.type_live_session',
} as const

function durationText(text: Services['text'], locale: OfferedLocale, total: number): string {
  const hours = Math.floor(total / 60)
  const minutes = Math.round(total % 60)
  if (hours === 0) return text(locale, 'kit.minutes', { minutes })
  return minutes === 0 ? text(locale, 'kit.hours', { hours }) : text(locale, 'kit.hours_minutes', { hours, minutes })
}

function keyStart(owner: string): string {
  return `share/${owner}/`
}

function missing(): never {
  throw refuse('not_found')
}
