import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'

const batch = 20_000

/**
 * Which terms stand in the index at all, so that the many made up for a query that stand nowhere cost nothing. Only their
 * hashes are kept, in twice the room they take: half a megabyte for the words of a thousand lessons in seven languages.
 * Terms are never taken out of the index, so a term read once stays valid.
 */
export class Vocabulary {
  #hashes = new Uint32Array(1 << 14)
  #count = 0
  #lastId = 0
  /** The version of the index up to which every term is known. */
  #version = -1
  #reading: Promise<void> | null = null

  /** False: the term stood nowhere at this version. True: it may stand somewhere. */
  mayHold(term: string, version: number): boolean {
    return this.#version < version || this.#at(hashOf(term)) >= 0
  }

  /** Reads what came up to this version. Nobody has to wait for it: until then every term may stand somewhere. */
  async catchUp(db: Db, version: number): Promise<void> {
    if (this.#version >= version) return
    this.#reading ??= this.#read(db, version)
      // nothing is lost: terms are looked up in the database until the next try
      .catch(() => undefined)
      .finally(() => {
        this.#reading = null
      })
    await this.#reading
  }

  async #read(db: Db, version: number): Promise<void> {
    for (;;) {
      const { rows } = await sql<{ id: number; term: string }>`
        select id, term from search_terms where id > ${this.#lastId} order by id limit ${batch}`.execute(db)
      for (const { term } of rows) this.#add(hashOf(term))
      this.#lastId = rows.at(-1)?.id ?? this.#lastId
      if (rows.length < batch) break
    }
    this.#version = version
  }

  #add(hash: number): void {
    const at = this.#at(hash)
    if (at >= 0) return
    this.#hashes[-at - 1] = hash
    if (++this.#count * 2 <= this.#hashes.length) return
    const before = this.#hashes
    this.#hashes = new Uint32Array(before.length * 2)
    for (const known of before) if (known !== 0) this.#hashes[-this.#at(known) - 1] = known
  }

  /** Where the hash is, or where it would be: minus that place, minus one. */
  #at(hash: number): number {
    const mask = this.#hashes.length - 1
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const found = this.#hashes[at]
      if (found === hash) return at
      if (found === 0) return -at - 1
    }
  }
}

/** FNV-1a, never 0. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  return hash >>> 0 || 1
}
