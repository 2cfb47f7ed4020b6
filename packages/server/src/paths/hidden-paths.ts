import type { Db } from '#kit/sql.ts'

/** Slugs are of ASCII letters, figures and hyphens: an address has them as they are. */
const pattern = /^\/learning-path\/([^/?#]+)(?=[?#]|$)/

/** Of the given addresses of the site those of learning paths that are not there, or not published any more. */
export async function hiddenPaths(db: Db, addresses: readonly string[]): Promise<Set<string>> {
  const slugs = new Map<string, string>()
  for (const address of addresses) {
    const slug = pattern.exec(address)?.[1]
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
