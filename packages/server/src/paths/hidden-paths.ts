import type { Db } from '#kit/sql.ts'

const pattern = /^\/learning-path\/([^/]+)$/

/** Of the given addresses of the site those of learning paths that are not there, or not published any more. */
export async function hiddenPaths(db: Db, addresses: readonly string[]): Promise<Set<string>> {
  const slugs = new Map<string, string>()
  for (const address of addresses) {
    const slug = slugOf(address)
    if (slug) slugs.set(address, slug)
  }
  if (slugs.size === 0) return new Set()
  const rows = await db
    .selectFrom('paths')
    .select('slug')
    .where('slug', 'in', [...slugs.values()])
    .where('published', '=', true)
    .execute()
  const shown = new Set(rows.map(({ slug }) => slug))
  return new Set([...slugs].flatMap(([address, slug]) => (shown.has(slug) ? [] : [address])))
}

function slugOf(address: string): string | null {
  const site = 'https://site.invalid'
  if (!URL.canParse(address, site)) return null
  const [, slug] = pattern.exec(new URL(address, site).pathname) ?? []
  if (!slug) return null
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
