import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { type AskOptions, askOutside } from './ask-outside.ts'
import { homeLink, outsideUrls } from './link-report.ts'
import { linksOfForms } from './links-of-forms.ts'

const job = 'authoring.check_links'
const addressesJob = 'authoring.check_addresses'
/** A result stays good this long. */
const freshHours = 24
const mostAtOnce = 4
const mostOfOneDraft = 500
const pauseMs = 500

/** Links of drafts to other sites are looked at when an author asks, by the worker. */
export function checkLinksInBackground(services: Services): void {
  services.jobs.define(
    job,
    async ([data], closing) => {
      await checkOutside(services, String(data?.itemId ?? ''), { closing })
    },
    { isLong: true, isKeyed: true },
  )
  services.jobs.define(
    addressesJob,
    async ([data], closing) => {
      const urls = Array.isArray(data?.urls) ? data.urls.filter((url) => typeof url === 'string') : []
      await checkAddresses(services, await staleOf(services, urls), { closing })
    },
    { isLong: true },
  )
}

/** The same for addresses of any other content. Recent results are not asked for again. */
export async function askForAddressCheck(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  urls: readonly string[],
): Promise<void> {
  const stale = await staleOf(services, urls.slice(0, mostOfOneDraft))
  if (stale.length > 0) await services.jobs.send(services.db, addressesJob, { urls: stale })
}

/** Pressing twice is asking once. */
export async function askForLinkCheck(services: Pick<Services, 'db' | 'jobs'>, itemId: string): Promise<void> {
  await inTransaction(services.db, (trx) => services.jobs.send(trx, job, { itemId }, { key: itemId }))
}

export interface CheckOptions extends AskOptions {
  closing?: AbortSignal
  pauseMs?: number
}

/** Several sites at a time, but each site one question after the other and with a pause between. */
export async function checkOutside(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  itemId: string,
  options: CheckOptions = {},
): Promise<void> {
  await checkAddresses(services, await staleUrls(services, itemId), options)
}

async function checkAddresses(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  urls: readonly string[],
  options: CheckOptions,
): Promise<void> {
  const sites = new Map<string, string[]>()
  for (const url of urls.filter((known) => URL.canParse(known))) {
    const { host } = new URL(url)
    sites.set(host, [...(sites.get(host) ?? []), url])
  }
  const waiting = [...sites.values()]
  const workers = Array.from({ length: mostAtOnce }, async () => {
    for (let site = waiting.shift(); site; site = waiting.shift()) await checkSite(services, site, options)
  })
  await Promise.all(workers)
}

async function checkSite(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  urls: readonly string[],
  { closing, pauseMs: between = pauseMs, ...ask }: CheckOptions,
): Promise<void> {
  const userAgent = `LanternLinkCheck/1.0 (+${services.config.publicUrl})`
  for (const [index, url] of urls.entries()) {
    if (closing?.aborted) return
    if (index > 0 && between > 0) await pause(between)
    const { state, reason, status, movedTo } = await askOutside(url, { userAgent, ...ask })
    const found = { state, reason, status, moved_to: movedTo, checked_at: services.clock.now() }
    await services.db
      .insertInto('outside_links')
      .values({ url, ...found })
      .onConflict((conflict) => conflict.column('url').doUpdateSet(found))
      .execute()
  }
}

async function staleUrls(services: Pick<Services, 'db' | 'clock' | 'config'>, itemId: string): Promise<string[]> {
  const { db, config } = services
  const draft = await db.selectFrom('drafts').select('forms').where('item_id', '=', itemId).executeTakeFirst()
  if (!draft) return []
  const links = linksOfForms(draft.forms as object).links.map((link) => homeLink(link, config.publicUrl))
  return staleOf(services, outsideUrls(links).slice(0, mostOfOneDraft))
}

async function staleOf({ db, clock }: Pick<Services, 'db' | 'clock'>, urls: readonly string[]): Promise<string[]> {
  if (urls.length === 0) return []
  const fresh = new Date(clock.now().getTime() - freshHours * 3_600_000)
  const known = await db
    .selectFrom('outside_links')
    .select('url')
    .where('url', 'in', urls)
    .where('checked_at', '>', fresh)
    .execute()
  const skip = new Set(known.map(({ url }) => url))
  return urls.filter((url) => !skip.has(url))
}
