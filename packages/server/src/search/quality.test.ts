import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { emptyCriteria } from '@lantern/contract/search/criteria.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { type TestSite, testSite } from '#testing/site.ts'
import { indexDocuments } from './index-writing.ts'
import { type Judged, judge, readJudged } from './judging.ts'
import { documentOf, type Lesson, readDemoLessons, readLessons } from './lessons-for-judging.ts'
import { search } from './searching.ts'

// The judged queries were written from what the lessons are about. Weights were tuned on one half; the other half was
// kept aside and only ever measured.

const root = resolve(import.meta.dirname, '../../../..')
const lessonFolder = resolve(root, process.env.LANTERN_LESSONS ?? '../shared/content/defold')
const lessonSite = await testSite()
const demoSite = await testSite()
const judgedFile = (name: string) => join(import.meta.dirname, 'judged-queries', `${name}.tsv`)

async function load(site: TestSite, lessons: Lesson[]): Promise<Map<string, string>> {
  const keys = new Map<string, string>()
  const documents = []
  for (const lesson of lessons) {
    const { id } = await buildTutorial(site.db, {
      title: lesson.title,
      summary: lesson.summary,
      language: lesson.language,
      steps: 0,
    })
    keys.set(id, lesson.key)
    documents.push(documentOf(lesson, id))
  }
  for (let from = 0; from < documents.length; from += 100)
    await indexDocuments(site.db, documents.slice(from, from + 100))
  return keys
}

async function ask(site: TestSite, keys: Map<string, string>, { query, language }: Judged): Promise<string[]> {
  const criteria = { ...emptyCriteria(), query }
  const locale = language === 'en' ? 'en_US' : 'zh_CN'
  const answer = await search(
    site.services,
    { kind: 'guest' },
    locale,
    { criteria, page: 0, pageSize: 8 },
    async () => ({}),
  )
  return answer.results.map(({ id }) => keys.get(id) ?? id)
}

test.runIf(existsSync(lessonFolder))(
  'judged queries over a thousand lessons in seven languages find what they should',
  async () => {
    const keys = await load(lessonSite, readLessons(lessonFolder))
    const queries = [...readJudged(judgedFile('lessons-tuning')), ...readJudged(judgedFile('lessons-held-out'))]
    expect(queries.length).toBeGreaterThanOrEqual(120)
    const lessons = new Set(keys.values())
    expect(queries.flatMap(({ relevant }) => relevant.filter((key) => !lessons.has(key)))).toEqual([])
    const tuned = await judge(readJudged(judgedFile('lessons-tuning')), (judged) => ask(lessonSite, keys, judged))
    const heldOut = await judge(readJudged(judgedFile('lessons-held-out')), (judged) => ask(lessonSite, keys, judged))
    const missed = [...tuned.verdicts, ...heldOut.verdicts]
      .filter(({ rank }) => rank === null)
      .map(({ query }) => query)
    expect({ missed, tuned: tuned.mrr >= 0.96, heldOut: heldOut.mrr >= 0.95 }).toEqual({
      missed: [],
      tuned: true,
      heldOut: true,
    })
    expect(Math.min(tuned.recall, heldOut.recall)).toBeGreaterThan(0.9)
  },
  180_000,
)

test('judged queries over the demo lessons find what they should', async () => {
  const keys = await load(demoSite, readDemoLessons(resolve(root, 'content/tutorials')))
  const { mrr, recall } = await judge(readJudged(judgedFile('demo')), (judged) => ask(demoSite, keys, judged))
  expect(mrr).toBeGreaterThan(0.95)
  expect(recall).toBeGreaterThan(0.95)
})
