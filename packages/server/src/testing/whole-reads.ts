import { existsSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type NotedStatement, notesOf } from './statements.ts'

/** Tables with a row for a language, a page of the site, a key, a rule or an offer of the staff: they do not grow with people. */
const small =
  /^(badge_keys|bundles|cms_.*|event_cursors|lti_keys|moderation_words|oneroster_sources|organisations|outbox_end|payment_statements|plans|promotions|ranking_items|search_version|site_secrets|tags|unity_versions|xapi_settings)$/

/** Who may read what grows from end to end, by source file. */
const allowed: { place: RegExp; why: string }[] = [
  {
    place: /personal-data\.ts$|^quiz\/merge-attempts\.ts$|^identity\/account\/emptied-account\.ts$/,
    why: "once in a person's life: what is theirs is written out, erased or merged",
  },
  { place: /demo|^community\/save-discussion\.ts$/, why: 'before anybody visits' },
  { place: /^kit\/(backup|delete-in-batches|stream)\.ts$|rankings\.ts$/, why: 'nightly, or asked for by an operator' },
  { place: /^search\/index-writing\.ts$/, why: 'nightly' },
  { place: /^search\/ranking\.ts$/, why: 'a search without words looks at every lesson, and is kept for a while' },
  { place: /^commerce\/(statements\/|staff\/refund-queue\.ts$)/, why: 'once a day, and when finance looks' },
  { place: /^media\/video\/start-video\.ts$/, why: 'the index over unfinished videos serves once the state is known' },
]

/** A hundred thousand rows and more. */
const pretendedBytes = 100 * 2 ** 20

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Disabled?: boolean
  Plans?: PlanNode[]
}

/**
 * Statements that no index serves, of those that the tests made the site send: they read a table from end to end, and cost
 * more with each person and each lesson. Such a plan is one that PostgreSQL takes though it may not. Each is told as
 * `place: table: statement`.
 */
export async function wholeReads(databaseUrl: string, folder: string): Promise<string[]> {
  const statements = statementsIn(notesOf(folder))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await pretendLarge(client)
    await client.query('set enable_seqscan = off')
    const told = []
    for (const { text, place } of statements) {
      for (const table of await tablesReadWhole(client, text))
        if (!small.test(table) && !allowed.some((one) => one.place.test(place)))
          told.push(`${place}: ${table}: ${text.trim().replace(/\s+/g, ' ')}`)
    }
    return told
  } finally {
    await client.end()
  }
}

/**
 * Makes the file of each table long, with empty pages. The planner takes the size of a table from its file, and plans for an
 * empty table show no missing index. The database cannot be used for anything else afterwards.
 */
async function pretendLarge(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('data_directory') as folder, pg_relation_filepath(oid) as file
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  for (const { folder, file } of rows) truncateSync(join(folder, file), pretendedBytes)
}

function statementsIn(folder: string): NotedStatement[] {
  if (!existsSync(folder)) return []
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  return lines.map((line) => JSON.parse(line) as NotedStatement)
}

async function tablesReadWhole(client: pg.Client, text: string): Promise<Set<string>> {
  const tables = new Set<string>()
  const look = (node: PlanNode) => {
    if (node['Node Type'] === 'Seq Scan' && node.Disabled) tables.add(node['Relation Name'] ?? '')
    for (const part of node.Plans ?? []) look(part)
  }
  look((await planOf(client, text)) ?? { 'Node Type': '' })
  return tables
}

/** Null: it has no plan, as `lock table` has none. */
async function planOf(client: pg.Client, text: string): Promise<PlanNode | null> {
  if (!/^\s*(--[^\n]*\s+)*(with|select|insert|update|delete)\b/i.test(text)) return null
  try {
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
    return rows[0]['QUERY PLAN'][0].Plan
  } catch (error) {
    // of a table that a test made
    if ((error as { code?: string }).code === '42P01') return null
    throw error
  }
}
