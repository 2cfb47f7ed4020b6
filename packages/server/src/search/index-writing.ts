import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { syllablesOf } from './analysis/pinyin.ts'
import { rests } from './analysis/spelling.ts'
import { type Weighed, type Words, weigh } from './weigh.ts'

/** An item as the index knows it: its words, and what it is filtered and ordered by. */
export interface SearchDocument extends Words {
  itemId: string
  fields: DocumentFields
}

/** The columns of search_documents besides its own. */
export interface DocumentFields {
  type: string
  language: string
  translation_group: string
  listed: boolean
  /** Whose search it is in, as items.found_by; empty while it is not published. */
  found_by: string
  organisation_id: string | null
  status: string
  hidden: boolean
  skill_level: string | null
  duration: number
  premium: boolean
  with_pay: boolean
  price_fen: number
  label_ids: string[]
  industry_ids: string[]
  min_version: number
  max_version: number
  with_video: boolean
  single: boolean
  owner_ids: string[]
  instruction: number | null
  min_age: number | null
  max_age: number | null
  start_minute: number | null
  sort_title: string
  published_at: Date | null
  popularity: number
}

/** Raised when the analysis of text changes, so that a reindex writes every document anew. */
const analysisVersion = 3

interface Prepared {
  document: SearchDocument
  digest: Buffer
  weighed: Weighed
}

/**
 * Writes documents into the index; one that has not changed since is left alone. Safe to repeat, and right beside other
 * writers: they take turns, readers do not wait.
 */
export async function indexDocuments(db: Db | Trx, documents: readonly SearchDocument[]): Promise<{ written: number }> {
  if (documents.length === 0) return { written: 0 }
  const known = await knownDigests(db, documents)
  const changed: Prepared[] = []
  for (const document of documents) {
    const digest = digestOf(document)
    if (known.get(document.itemId)?.equals(digest)) continue
    changed.push({ document, digest, weighed: weigh(document) })
  }
  if (changed.length > 0) await inTransaction(db, (trx) => write(trx, changed))
  return { written: changed.length }
}

export async function removeDocuments(db: Db | Trx, itemIds: readonly string[]): Promise<{ removed: number }> {
  if (itemIds.length === 0) return { removed: 0 }
  return inTransaction(db, async (trx) => {
    await takeTurn(trx)
    const { rows } = await sql<{ doc: number }>`
      select doc from search_documents where item_id = any(${itemIds}::text[])`.execute(trx)
    const docs = rows.map(({ doc }) => doc)
    if (docs.length > 0) {
      await raiseVersion(trx)
      await takeOut(trx, docs)
      await sql`delete from search_documents where doc = any(${docs}::int[])`.execute(trx)
    }
    return { removed: docs.length }
  })
}

/** Takes out what belongs to no document any more, as after an item was deleted with no word of it. */
export async function sweepIndex(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    await takeTurn(trx)
    const swept = await sql`
      delete from search_postings p where not exists (select from search_documents d where d.doc = p.doc)`.execute(trx)
    const counted = await sql`
      update search_terms t set df = coalesce(c.df, 0)
      from search_terms u left join (select term_id, count(*)::int df from search_postings group by term_id) c
        on c.term_id = u.id
      where t.id = u.id and t.df <> coalesce(c.df, 0)`.execute(trx)
    if (swept.numAffectedRows || counted.numAffectedRows) await raiseVersion(trx)
    await readTerms(trx)
  })
}

async function write(trx: Trx, prepared: Prepared[]): Promise<void> {
  await takeTurn(trx)
  await raiseVersion(trx)
  const docs = await putDocuments(trx, prepared)
  await takeOut(trx, [...docs.values()])
  const termIds = await idsOfTerms(trx, prepared)
  await readTerms(trx)
  await putPostings(trx, prepared, docs, termIds)
  await putPassages(trx, prepared, docs)
  await putSpellings(trx, prepared)
}

/** One writer at a time: counts stay right and nobody waits for a lock in another order. */
async function takeTurn(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('search index'))`.execute(trx)
}

/** Before the first change: processes leave what they hold of the version before. */
async function raiseVersion(trx: Trx): Promise<void> {
  await sql`update search_version set version = version + 1`.execute(trx)
}

async function knownDigests(db: Db | Trx, documents: readonly SearchDocument[]): Promise<Map<string, Buffer>> {
  const ids = documents.map(({ itemId }) => itemId)
  const { rows } = await sql<{ item_id: string; digest: Buffer }>`
    select item_id, digest from search_documents where item_id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(({ item_id, digest }) => [item_id, digest]))
}

function digestOf(document: SearchDocument): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([analysisVersion, document]))
    .digest()
}

async function putDocuments(trx: Trx, prepared: Prepared[]): Promise<Map<string, number>> {
  const rows = prepared.map(({ document, digest }) => ({ item_id: document.itemId, digest, ...document.fields }))
  const written = await trx
    .insertInto('search_documents')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('item_id').doUpdateSet((eb) => {
        const { item_id: _, ...columns } = rows[0] ?? { item_id: '' }
        return Object.fromEntries(
          Object.keys(columns).map((name) => [name, eb.ref(`excluded.${name}` as 'excluded.type')]),
        )
      }),
    )
    .returning(['doc', 'item_id'])
    .execute()
  return new Map(written.map(({ item_id, doc }) => [item_id, doc]))
}

/** Removes earlier postings of these documents; each posting is found by its whole key. */
async function takeOut(trx: Trx, docs: number[]): Promise<void> {
  await sql`
    with old as (
      select f.doc, x.term_id, x.impact from search_forward f, unnest(f.term_ids, f.impacts) x (term_id, impact)
      where f.doc = any(${docs}::int[])
    ), gone as (
      delete from search_postings p using old o where p.term_id = o.term_id and p.impact = o.impact and p.doc = o.doc
    )
    update search_terms t set df = t.df - c.n
    from (select term_id, count(*)::int n from old group by term_id) c where t.id = c.term_id`.execute(trx)
  await sql`delete from search_forward where doc = any(${docs}::int[])`.execute(trx)
  await sql`delete from search_passages where doc = any(${docs}::int[])`.execute(trx)
}

async function idsOfTerms(trx: Trx, prepared: Prepared[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { weighed } of prepared)
    for (const term of weighed.terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
  const terms = [...counts.keys()]
  await sql`
    insert into search_terms (term) select x.term from unnest(${terms}::text[]) x (term)
    where not exists (select from search_terms t where t.term = x.term)`.execute(trx)
  const { rows } = await sql<{ id: number; term: string }>`
    update search_terms t set df = t.df + x.n from unnest(${terms}::text[], ${[...counts.values()]}::int[]) x (term, n)
    where t.term = x.term returning t.id, t.term`.execute(trx)
  return new Map(rows.map(({ term, id }) => [term, id]))
}

/** So many terms are read at a time. */
const readAtOnce = 10_000

/** Writes beside terms that are new, or all after an upgrade, how they are read. */
async function readTerms(trx: Trx): Promise<void> {
  for (let read = readAtOnce; read === readAtOnce; ) {
    const { rows } = await sql<{ id: number; term: string }>`
      select id, term from search_terms where sound is null limit ${readAtOnce}`.execute(trx)
    const sounds = rows.map(({ term }) => (/^\p{Script=Han}{2,8}$/u.test(term) ? syllablesOf(term).join('') : ''))
    await sql`
      update search_terms t set sound = x.sound
      from unnest(${rows.map(({ id }) => id)}::int[], ${sounds}::text[]) x (id, sound) where t.id = x.id`.execute(trx)
    read = rows.length
  }
}

async function putPostings(
  trx: Trx,
  prepared: Prepared[],
  docs: Map<string, number>,
  termIds: Map<string, number>,
): Promise<void> {
  for (let from = 0; from < prepared.length; from += 50) {
    const some = prepared.slice(from, from + 50)
    const columns = { term: [] as number[], impact: [] as number[], doc: [] as number[] }
    const placesOf = { doc: [] as number[], places: [] as string[] }
    for (const { document, weighed } of some) {
      const doc = docs.get(document.itemId) ?? 0
      const terms = [...weighed.terms].map(([term, found]) => ({ id: termIds.get(term) ?? 0, ...found }))
      terms.sort((a, b) => a.id - b.id)
      for (const { id, impact } of terms) {
        columns.term.push(id)
        columns.impact.push(impact)
        columns.doc.push(doc)
      }
      placesOf.doc.push(doc)
      placesOf.places.push(packed(terms))
    }
    await sql`
      insert into search_postings (term_id, impact, doc)
      select term_id, impact, doc from unnest(${columns.term}::int[], ${columns.impact}::int2[], ${columns.doc}::int[])
        x (term_id, impact, doc)
      order by term_id, impact desc`.execute(trx)
    await sql`
      insert into search_forward (doc, term_ids, impacts, places)
      select p.doc, f.term_ids, f.impacts, decode(p.places, 'hex')
      from unnest(${placesOf.doc}::int[], ${placesOf.places}::text[]) p (doc, places)
        join (
          select doc, array_agg(term_id order by n) as term_ids, array_agg(impact order by n) as impacts
          from unnest(${columns.doc}::int[], ${columns.term}::int[], ${columns.impact}::int2[])
            with ordinality x (doc, term_id, impact, n)
          group by doc
        ) f on f.doc = p.doc`.execute(trx)
  }
}

/** For each term in turn how many places it has, and each of them, a byte each; in hexadecimal digits. */
function packed(terms: readonly { places: number[] }[]): string {
  return Buffer.from(terms.flatMap(({ places }) => [places.length, ...places])).toString('hex')
}

async function putPassages(trx: Trx, prepared: Prepared[], docs: Map<string, number>): Promise<void> {
  const rows = prepared.flatMap(({ document, weighed }) =>
    weighed.passages.map(({ part, body }, place) => ({
      doc: docs.get(document.itemId) ?? 0,
      place,
      part_id: part.id,
      part_type: part.type,
      number: part.number,
      anchor: part.anchor,
      title: part.title,
      body,
    })),
  )
  for (let from = 0; from < rows.length; from += 2000) {
    await trx
      .insertInto('search_passages')
      .values(rows.slice(from, from + 2000))
      .execute()
  }
}

/** A suggestion is the same for everybody, so it is made of words that everybody finds. */
async function putSpellings(trx: Trx, prepared: Prepared[]): Promise<void> {
  const listed = prepared.filter(({ document }) => document.fields.listed)
  const words = [...new Set(listed.flatMap(({ weighed }) => weighed.spellable))]
  const { rows } = await sql<{ word: string }>`
    select x.word from unnest(${words}::text[]) x (word)
    where not exists (select from search_spellings s where s.rest = x.word and s.word = x.word)`.execute(trx)
  const pairs = rows.flatMap(({ word }) => rests(word).map((rest) => ({ rest, word })))
  await sql`
    insert into search_spellings (rest, word)
    select * from unnest(${pairs.map(({ rest }) => rest)}::text[], ${pairs.map(({ word }) => word)}::text[])
    on conflict do nothing`.execute(trx)
}
