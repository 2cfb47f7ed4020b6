import { sql } from 'kysely'
import type { Connection } from '../packages/server/src/kit/sql.ts'

interface Titles {
  language: string
  titles: string[]
}

/** Words without which a query would ask for everything. */
const plain =
  /^(?:defold|manual|tutorial|the|and|for|with|der|los|las|del|una|para|com|como|les|des|in|of|to|en|de|no|на|для|как)$/i

/** One in so many queries has two letters swapped, as people type. */
const slipEvery = 25

/**
 * So many queries of which no two are the same, as people would type them: one to three words, or pieces of Chinese,
 * taken from titles of lessons and steps of one language. The same ones in every run.
 */
export async function searchWords(db: Connection['db'], count: number): Promise<string[]> {
  const { rows } = await sql<Titles>`
    select language, array_agg(distinct title order by title) as titles from (
      select language, title from items where status = 'published' and type = 'tutorial' and id not like 'ltu\\_copy%'
      union all select i.language, s.title from sections s join items i on i.id = s.item_id where i.id not like 'ltu\\_copy%'
    ) known (language, title) where title <> '' group by language order by language`.execute(db)
  const languages = rows.map((row) => ({ ...row, pieces: row.titles.map(piecesOf).filter((all) => all.length > 0) }))
  const random = seeded(20261121)
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const words = new Set<string>()
  for (let tries = 0; words.size < count && tries < count * 20; tries++) {
    const pieces = pick(languages)?.pieces ?? []
    const first = pick(pieces) ?? []
    const second = pick(pieces) ?? []
    const at = Math.floor(random() * first.length)
    const length = 1 + Math.floor(random() * 2)
    const query = [...first.slice(at, at + length), ...(random() < 0.6 ? [pick(second)] : [])].join(' ')
    words.add(tries % slipEvery === 0 ? swapped(query) : query)
  }
  return [...words]
}

/** Words of a title; of Chinese, which has no spaces, pieces of two to four characters. */
function piecesOf(title: string): string[] {
  return (title.match(/\p{Script=Han}{2,4}|[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 1 && !plain.test(word),
  )
}

/** The longest word with two letters in the wrong order. */
function swapped(query: string): string {
  const longest = query.split(' ').sort((a, b) => b.length - a.length)[0] ?? ''
  const at = Math.floor(longest.length / 2)
  const slip = `${longest.slice(0, at - 1)}${longest[at] ?? ''}${longest[at - 1] ?? ''}${longest.slice(at + 1)}`
  return query.replace(longest, slip)
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
