import type { ListedWord, WordTrial } from '@lantern/contract/community/listed-terms.ts'
import type { WordAct } from '@lantern/contract/community/report-rules.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { shownName } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { type WordMatch, wordMatcher } from './match-terms.ts'

interface Word {
  word: string
  act: WordAct
}

export async function listWords({ db }: Pick<Services, 'db'>): Promise<{ words: ListedWord[] }> {
  const { rows } = await sql<{ word: string; act: WordAct; is_live: boolean; name: string | null }>`
    select w.word, w.act, w.is_live, ${shownName} as name
    from moderation_words w left join users u on u.id = w.added_by order by w.is_live, w.act, w.word`.execute(db)
  return { words: rows.map(({ word, act, is_live, name }) => ({ word, act, isLive: is_live, addedBy: name })) }
}

/** Adds a word that does not count yet, or changes its act, and tries it on the newest messages. */
export async function addWord(
  { db, clock }: Services,
  viewer: SignedIn,
  given: Word,
): Promise<{ word: ListedWord; trial: WordTrial }> {
  const [word, act] = [given.word.trim().toLowerCase(), given.act]
  const probe = act === 'pass' ? 'hold' : act
  if (Array.from(word).length < 2 || wordMatcher([{ word, act: probe }])(word).length === 0) {
    throw refuse('bad_request', { details: [{ field: 'word', message: 'community.word_too_short' }] })
  }
  const trial = await tryWord(db, { word, act })
  await sql`
    insert into moderation_words (word, act, added_by, added_at) values (${word}, ${act}, ${viewer.id}, ${clock.now()})
    on conflict (word) do update set act = excluded.act, added_by = excluded.added_by, added_at = excluded.added_at,
      is_live = moderation_words.is_live and moderation_words.act = excluded.act`.execute(db)
  const listed = (await listWords({ db })).words.find((one) => one.word === word)
  if (!listed) throw refuse('conflict')
  return { word: listed, trial }
}

export async function activateWord({ db }: Services, { word }: { word: string }): Promise<{ words: ListedWord[] }> {
  const { rows } = await sql`
    update moderation_words set is_live = true where word = ${word} returning word`.execute(db)
  if (rows.length === 0) throw refuse('not_found')
  return listWords({ db })
}

export async function removeWord({ db }: Services, { word }: { word: string }): Promise<{ words: ListedWord[] }> {
  await sql`delete from moderation_words where word = ${word}`.execute(db)
  return listWords({ db })
}

const mostTried = 5000
const mostSamples = 10

/** Which of the newest messages a word would meet. An exempt word is looked for as it is written. */
async function tryWord(db: Db, { word, act }: Word): Promise<WordTrial> {
  const { rows } = await sql<{ content: string }>`
    select content from messages where deleted_at is null order by id desc limit ${mostTried}`.execute(db)
  const live = (await liveWords(db)).filter((one) => one.act === 'pass')
  const find = wordMatcher(act === 'pass' ? [{ word, act: 'hold' }] : [...live, { word, act }])
  const met = rows.flatMap(({ content }) => {
    const [match] = find(content)
    return match ? [sampleOf(content, match)] : []
  })
  return { compared: rows.length, met: met.length, samples: [...new Set(met)].slice(0, mostSamples) }
}

function sampleOf(content: string, { start, end }: WordMatch): string {
  return content.slice(Math.max(0, start - 20), end + 20).replace(/\s+/g, ' ')
}

async function liveWords(db: Db | Trx): Promise<Word[]> {
  const { rows } = await sql<Word>`
    select word, act from moderation_words where is_live order by word`.execute(db)
  return rows
}

let compiled: { key: string; find: ReturnType<typeof wordMatcher> } | undefined

/** What the words in force say of a text: the text with stars for masked words, and the word that holds it. */
export async function reviewText(db: Db | Trx, text: string): Promise<{ text: string; heldBy: string | null }> {
  const words = await liveWords(db)
  const key = JSON.stringify(words)
  if (compiled?.key !== key) compiled = { key, find: wordMatcher(words) }
  const matches = compiled.find(text)
  const masked = matches
    .filter(({ act }) => act === 'mask')
    .reduce((out, { start, end }) => out.slice(0, start) + '*'.repeat(end - start) + out.slice(end), text)
  return { text: masked, heldBy: matches.find(({ act }) => act === 'hold')?.word ?? null }
}
