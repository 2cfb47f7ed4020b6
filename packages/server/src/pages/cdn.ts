import type { Things } from '#kit/changed-things.ts'
import type { Config } from '#kit/config.ts'
import type { SharedCaching } from '#kit/page-cache.ts'
import type { Services } from '#kit/services.ts'
import { dependsOnIndex, streamedChanges, thingsChangedBy } from './page-dependencies.ts'

// Guests' pages in a cache in front of the site (docs/decisions/037-pages-in-a-cdn.md).

/** What can drop the pages that carry one of these keys. */
interface Cdn {
  purge(keys: readonly string[]): Promise<void>
}

/** Key of pages with more sources than a header can name: every change purges them. */
const ofEverything = 'everything'

/** A CDN takes so many bytes of keys with a page, and so many keys in one purge. */
const mostKeyBytes = 16_000
const mostKeysAtOnce = 256

/** For pages of which a purge tells, and for those of which only the time tells. */
const purgedSeconds = 60
const unpurgedSeconds = 10

/** What shared caches are told of a guest's page. Without a CDN that knows the site's cookies, any cookie may matter. */
export function sharedCaching({ cdn }: Pick<Config, 'cdn'>, dependsOn: Things): SharedCaching {
  if (!cdn) return { seconds: unpurgedSeconds, variesByCookie: true }
  const keys = keysOf(dependsOn)
  return { seconds: dependsOnIndex(dependsOn) ? unpurgedSeconds : purgedSeconds, variesByCookie: false, keys }
}

function keysOf(dependsOn: Things): string {
  if (dependsOn === 'everything') return ofEverything
  const keys = [...dependsOn].map(keyOf).join(' ')
  return keys.length > mostKeyBytes ? ofEverything : keys
}

/** Keys are separated by spaces. */
function keyOf(thing: string): string {
  return encodeURI(thing)
}

/** Purges from the CDN exactly the pages made of changed things; a purge that fails is tried again. */
export function purgeChangedPages({ config, stream }: Pick<Services, 'config' | 'stream'>): void {
  const cdn = cdnOf(config)
  // without a CDN the cursor moves on all the same: one that stands would keep the events of years
  stream.subscribe('pages.cdn', streamedChanges, async (batch) => {
    const things = batch.flatMap(({ name, payload }) => thingsChangedBy(name, payload as object))
    const keys = [...new Set([...things.map(keyOf), ofEverything])]
    for (let from = 0; from < keys.length; from += mostKeysAtOnce)
      await cdn.purge(keys.slice(from, from + mostKeysAtOnce))
  })
}

function cdnOf({ cdn }: Pick<Config, 'cdn'>): Cdn {
  return cdn ? purgedByHttp(cdn) : { purge: async () => {} }
}

/** Both take the keys in a header: Fastly by its API, Varnish by a method that its configuration answers. */
function purgedByHttp({ kind, purgeUrl, token }: NonNullable<Config['cdn']>): Cdn {
  const own =
    kind === 'fastly'
      ? { method: 'POST', name: 'fastly-key', value: token }
      : { method: 'PURGE', name: 'authorization', value: `Bearer ${token}` }
  return {
    async purge(keys) {
      const { ok, status } = await fetch(purgeUrl, {
        method: own.method,
        headers: { [own.name]: own.value, 'surrogate-key': keys.join(' ') },
        // an answer that leads elsewhere would be given the token
        redirect: 'error',
        signal: AbortSignal.timeout(5_000),
      })
      if (!ok) throw new Error(`The CDN answered ${status} to a purge of ${keys.length} keys`)
    },
  }
}
