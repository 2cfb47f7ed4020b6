import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRecord } from '@lantern/contract/learning/records.ts'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '#kit/migrate.ts'
import { migrationsDir } from '#kit/migration-steps.ts'
import { connect, type Db } from '#kit/sql.ts'
import { buildCourse, buildProject, buildQuiz, buildTutorial, buildVersions } from '#testing/builders.ts'
import { emptyDatabase } from '#testing/database.ts'
import { testSite } from '#testing/site.ts'

// A site of before 20261122T0820_versions-of-records.sql: its tables, and a learner's records of every kind in them.

const step = '20261122T0820_versions-of-records.sql'
const database = await emptyDatabase()
const before = mkdtempSync(join(tmpdir(), 'lantern-before-'))
for (const name of readdirSync(migrationsDir).filter((name) => name < step)) {
  cpSync(join(migrationsDir, name), join(before, name))
}
await migrate(database.url, { folder: before })
rmSync(before, { recursive: true })
const old = connect(database.url, { poolSize: 2 })
const learnerId = 'usr_of_before'
const startedAt = new Date('2026-01-05T01:00:00Z')
const firstAt = new Date('2026-01-06T01:00:00Z')
const lastAt = new Date('2026-02-07T01:00:00.250Z')

interface OldRecord {
  type?: string
  with_all: boolean
  version_id?: string
  versions?: object
  steps?: object
  completed?: boolean
}

async function keep(db: Db, itemId: string, { completed = false, versions, steps, ...record }: OldRecord) {
  const times = { started_at: startedAt, updated_time: lastAt, last_viewed_time: lastAt }
  const row = { user_id: learnerId, item_id: itemId, type: 'tutorial', completed, ...times, ...record }
  const done = completed ? { completed_time: firstAt, last_completed_time: lastAt } : {}
  const kept = { versions: JSON.stringify(versions ?? {}), steps: JSON.stringify(steps ?? {}) }
  await db
    .insertInto('records')
    .values({ ...row, ...done, ...kept })
    .execute()
}

await old.db
  .insertInto('users')
  .values({ id: learnerId, name: 'Ada', slug: learnerId, phone: '13900009999', created_at: startedAt })
  .execute()
await buildVersions(old.db, '2021.3', '2022.3', '6000.0')
const versions = { min: '2021.3' }
const upTo = { min: '2021.3', max: '2022.3' }
const items = {
  forAll: await buildTutorial(old.db, { title: 'for all versions' }),
  begun: await buildTutorial(old.db, { title: 'begun without a version', versions }),
  finished: await buildTutorial(old.db, { title: 'finished without a version', versions }),
  limited: await buildTutorial(old.db, { title: 'with a newest version of its own', versions: upTo }),
  chosen: await buildTutorial(old.db, { title: 'with a chosen version', versions }),
  project: await buildProject(old.db, { title: 'a project without a version', versions }),
  course: await buildCourse(old.db, { title: 'a course without a version', versions: upTo }),
  quiz: await buildQuiz(old.db, { title: 'a quiz', versions }),
}
const ticked = (n: number) => ({ [items.begun.steps[n]?.id ?? '']: { completed: true, updatedTime: lastAt.getTime() } })
const chosen = { '2021.3': { completed: true, completedTime: firstAt.getTime() } }
await keep(old.db, items.forAll.id, { with_all: true, completed: true })
await keep(old.db, items.begun.id, { with_all: false, steps: { ...ticked(0), ...ticked(1) } })
await keep(old.db, items.finished.id, { with_all: false, completed: true })
await keep(old.db, items.limited.id, { with_all: false, completed: true })
await keep(old.db, items.chosen.id, { with_all: false, version_id: '2021.3', versions: chosen, completed: true })
await keep(old.db, items.project.id, { type: 'project', with_all: false, completed: true })
await keep(old.db, items.course.id, { type: 'course', with_all: false })
await keep(old.db, items.quiz.id, { type: 'quiz', with_all: false, completed: true })
const rowsBefore = await old.db.selectFrom('records').selectAll().orderBy('item_id').execute()
await old.close()
await migrate(database.url)
afterAll(() => database.drop())

const site = await testSite({}, { database })
const learner = await site.signedInAgain({ ...site.guest(), id: learnerId }, 'desktop')

async function recordOf({ id }: { id: string }) {
  const { status, result } = await learner.call(getRecord, { query: { id } })
  expect(status).toBe(200)
  const record = result.recordMap[id]
  if (!record) throw new Error(`No record of ${id}`)
  return record
}

const finishedAs = (versionId: string) => ({
  completed: true,
  versionId,
  completedTime: firstAt.toISOString(),
  recordVersions: { [versionId]: { completed: true, completedTime: lastAt.toISOString() } },
})
const begunAs = (versionId: string) => ({
  completed: false,
  versionId,
  recordVersions: { [versionId]: { completed: false, completedTime: null } },
})

test('records of before that had no version count for the newest of their item', async () => {
  expect(await recordOf(items.finished)).toMatchObject(finishedAs('6000.0'))
  expect(await recordOf(items.limited)).toMatchObject(finishedAs('2022.3'))
  expect(await recordOf(items.project)).toMatchObject(finishedAs('6000.0'))
  expect(await recordOf(items.course)).toMatchObject(begunAs('2022.3'))
})

test('what was ticked before stays ticked, at the times it was', async () => {
  const record = await recordOf(items.begun)
  expect(record).toMatchObject({ ...begunAs('6000.0'), percent: 67, startedTime: startedAt.toISOString() })
  const done = Object.values(record.steps).map(({ completed, updatedTime }) => [completed, updatedTime])
  expect(done).toEqual([
    [true, lastAt.toISOString()],
    [true, lastAt.toISOString()],
    [false, null],
  ])
})

test('records of items for all versions, of a chosen version and of quizzes are as they were', async () => {
  expect(await recordOf(items.forAll)).toMatchObject({ completed: true, versionId: null, recordVersions: {} })
  expect(await recordOf(items.quiz)).toMatchObject({ completed: true, versionId: null, recordVersions: {} })
  expect(await recordOf(items.chosen)).toMatchObject({
    completed: true,
    versionId: '2021.3',
    recordVersions: { '2021.3': { completed: true, completedTime: firstAt.toISOString() } },
  })
})

test('nothing else of a record changes', async () => {
  const rows = await site.db.selectFrom('records').selectAll().orderBy('item_id').execute()
  const others = ({ version_id: _, versions: __, ...row }: (typeof rows)[number]) => row
  expect(rows.map(others)).toEqual(rowsBefore.map(others))
})
