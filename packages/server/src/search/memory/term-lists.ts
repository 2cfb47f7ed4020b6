import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'

/** A term of the index with the documents in which it is worth most. */
export interface TermList {
  id: number
  /** In how many documents it stands, those included that the list leaves out. */
  df: number
  /** Places of documents in the document table and impacts in turn, between `from` and `to`, the best first. */
  pairs: Int32Array
  from: number
  to: number
}

/**
 * Of a frequent term only so many documents are read, the best first. A query costs the same for any number of
 * lessons; nobody reads further than the thousandth result.
 */
const perTerm = 1000

const chunkLength = 1 << 16

/** Postings read for one term. */
interface ListRow {
  term: string
  version: number
  id: number | null
  df: number
  postings: Buffer | null
}

/** Postings as they come from the database: a document in four bytes and an impact in two. */
const postingBytes = 6

/** The lists of the terms that were asked for lately, as far as they find room; those that stand nowhere included. */
export class TermLists {
  readonly #known = new Map<string, TermList | null>()
  readonly #mostPairs: number
  readonly #mostTerms: number
  #chunk = new Int32Array(0)
  #used = 0
  #pairs = 0

  constructor({ mostPostings, mostTerms }: { mostPostings: number; mostTerms: number }) {
    this.#mostPairs = mostPostings
    this.#mostTerms = mostTerms
  }

  /** Undefined: not known yet. Null: the term stands nowhere. */
  get(term: string): TermList | null | undefined {
    return this.#known.get(term)
  }

  put(term: string, id: number, df: number, postings: readonly number[]): TermList {
    const length = postings.length
    if (this.#pairs + length / 2 > this.#mostPairs || this.#known.size >= this.#mostTerms) this.#clear()
    if (this.#used + length > this.#chunk.length) {
      this.#chunk = new Int32Array(Math.max(chunkLength, length))
      this.#used = 0
    }
    this.#chunk.set(postings, this.#used)
    const list = { id, df, pairs: this.#chunk, from: this.#used, to: this.#used + length }
    this.#used += length
    this.#pairs += length / 2
    this.#known.set(term, list)
    return list
  }

  putMissing(term: string): void {
    if (this.#known.size >= this.#mostTerms) this.#clear()
    this.#known.set(term, null)
  }

  /** Lists in use stay with their readers. */
  #clear(): void {
    this.#known.clear()
    this.#chunk = new Int32Array(0)
    this.#used = 0
    this.#pairs = 0
  }
}

/** The best postings of each of these terms, and the version of the index they were read from. */
export async function readLists(db: Db, terms: readonly string[]): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select x.term, v.version, t.id, coalesce(t.df, 0) as df, l.postings
    from unnest(${terms}::text[]) x (term)
      cross join search_version v
      left join search_terms t on t.term = x.term and t.df > 0
      left join lateral (
        select string_agg(int4send(doc) || int2send(impact), '') as postings
        from (
          select doc, impact from search_postings where term_id = t.id order by impact desc, doc limit ${perTerm}
        ) best
      ) l on true`.execute(db)
  return rows
}

/** Documents and impacts in turn. */
export function unpacked(postings: Buffer): number[] {
  const out: number[] = []
  for (let at = 0; at + postingBytes <= postings.length; at += postingBytes) {
    out.push(postings.readInt32BE(at), postings.readInt16BE(at + 4))
  }
  return out
}
