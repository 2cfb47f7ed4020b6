import type { Db } from '#kit/sql.ts'

/** Slugs and ids are of ASCII letters, figures, hyphens and underscores: an address has them as they are. */
const pattern = /^\/learning-path\/([^/?#]+)(?=[?#]|$)/

/** Of the given addresses of the site those of learning paths that are not there, or not published any more, with which of both. */
export async function hiddenPaths(
  db: Db,
  addresses: readonly string[],
): Promise<Map<string, 'item_missing' | 'item_hidden'>> {
  const names = new Map<string, string>()
  for (const address of addresses) {
    const name = pattern.exec(address)?.[1]
    if (name) names.set(address, name)
  }
  if (names.size === 0) return new Map()
  const wanted = [...names.values()]
  const rows = await db
    .selectFrom('paths')
    .select(['id', 'slug', 'published'])
    .where((eb) => eb.or([eb('slug', 'in', wanted), eb('id', 'in', wanted)]))
    .execute()
  const published = new Map(rows.flatMap((row) => [row.id, row.slug].map((name) => [name, row.published] as const)))
  return new Map(
    [...names]
      .filter(([, name]) => !published.get(name))
      .map(([address, name]) => [address, published.has(name) ? 'item_hidden' : 'item_missing']),
  )
}
