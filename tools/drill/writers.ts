import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BenchLearner, databaseOf, makeLearners } from '../../bench/learners.ts'
import { foundByAll } from '../../packages/server/src/catalog/index.ts'
import type { RunningSite } from '../run-site.ts'

interface Lesson {
  id: string
  stepIds: string[]
}

interface Write {
  learner: BenchLearner
  kind: 'start' | 'tick' | 'upload'
  itemId: string
  /** The step that was ticked, or the text of the file. */
  value: string
  /** Set by the answer. */
  attachmentId?: string
  /** When the site said that it is kept. */
  acknowledgedAt: number
}

interface World {
  people: BenchLearner[]
  lessons: Lesson[]
}

/** People who learn and upload, and what they learn from. */
export async function makeWorld(site: RunningSite): Promise<World> {
  const database = await databaseOf(site)
  try {
    const { db } = database
    const people = await makeLearners(site, db, 24)
    const ids = people.map(({ id }) => id)
    await db
      .updateTable('users')
      .set({ groups: ['learn_creator'] })
      .where('id', 'in', ids)
      .execute()
    const sections = await db
      .selectFrom('sections as s')
      .innerJoin('items as i', 'i.id', 's.item_id')
      .select(['i.id as itemId', 's.id as stepId'])
      .where('i.type', '=', 'tutorial')
      .where(foundByAll('i'))
      .where('i.premium', '=', false)
      .where('i.with_pay', '=', false)
      .execute()
    const lessons = new Map<string, Lesson>()
    for (const { itemId, stepId } of sections) {
      const lesson = lessons.get(itemId) ?? { id: itemId, stepIds: [] }
      lesson.stepIds.push(stepId)
      lessons.set(itemId, lesson)
    }
    return { people, lessons: [...lessons.values()] }
  } finally {
    await database.leave()
  }
}

/**
 * Everybody writes, one thing after the other, none of it twice and none of it taken back: acknowledged writes must be
 * there at the end. What is not acknowledged is sent again, as a page does.
 */
export class Writers {
  readonly acknowledged: Write[] = []
  /** Asked again after a refusal, a lost connection or ten seconds of silence. */
  unanswered = 0
  #stopped = false
  #fault?: Fault
  readonly #work: Promise<void>[]
  readonly #url: () => string
  readonly #pauseMs: number

  /** `pauseMs` is what a person waits after each write: people press now and then, and no faster. */
  constructor(world: World, url: () => string, pauseMs = 40) {
    this.#url = url
    this.#pauseMs = pauseMs
    this.#work = world.people.map((learner, n) => this.#writeAll(learner, world, n))
  }

  /** Rejects when the site refused a write that it should have taken. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#work)
    if (this.#fault) throw this.#fault
  }

  /** Resolves with the milliseconds until something was acknowledged that was sent after this call. */
  async nextAcknowledged(withinMs = 300_000): Promise<number> {
    const since = Date.now()
    // requests in flight at the kill may still be answered
    const from = this.acknowledged.length + this.#work.length
    while (this.acknowledged.length <= from) {
      if (this.#fault) throw this.#fault
      if (Date.now() - since > withinMs) throw new Error(`nothing was acknowledged for ${withinMs / 1000} s`)
      await wait(20)
    }
    return Date.now() - since
  }

  async #writeAll(learner: BenchLearner, { lessons }: World, lane: number): Promise<void> {
    for (let n = 0; !this.#stopped; n++) {
      const lesson = lessons[(lane + n) % lessons.length]
      if (!lesson || n >= lessons.length) return
      await this.#write({ learner, kind: 'start', itemId: lesson.id, value: '', acknowledgedAt: 0 })
      for (const stepId of lesson.stepIds) {
        await this.#write({ learner, kind: 'tick', itemId: lesson.id, value: stepId, acknowledgedAt: 0 })
      }
      const text = `${learner.id} ${lesson.id} `.repeat(200)
      await this.#write({ learner, kind: 'upload', itemId: lesson.id, value: text, acknowledgedAt: 0 })
    }
  }

  async #write(write: Write): Promise<void> {
    while (!this.#stopped) {
      try {
        const answer = await this.#send(write)
        const body = (await answer.json()) as { attachmentId?: string }
        if (answer.ok) {
          if (body.attachmentId) write.attachmentId = body.attachmentId
          this.acknowledged.push({ ...write, acknowledgedAt: Date.now() })
          await wait(this.#pauseMs)
          return
        }
        if (answer.status < 500 && answer.status !== 429) {
          this.#fault = new Fault(`${write.kind} answered ${answer.status}: ${JSON.stringify(body)}`)
          this.#stopped = true
          return
        }
      } catch {
        // the connection was lost, or ten seconds passed
      }
      this.unanswered++
      await wait(100)
    }
  }

  #send({ learner, kind, itemId, value }: Write): Promise<Response> {
    const post = (path: string, body: BodyInit, headers: Record<string, string>) =>
      fetch(`${this.#url()}${path}?_csrf=${encodeURIComponent(learner.csrfToken)}`, {
        method: 'POST',
        headers: { cookie: learner.cookie, ...headers },
        body,
        signal: AbortSignal.timeout(10_000),
      })
    const json = (path: string, body: object) =>
      post(path, JSON.stringify(body), { 'content-type': 'application/json' })
    if (kind === 'start') return json('/api/learn/cn/record', { id: itemId, type: 'tutorial' })
    if (kind === 'tick') {
      const tick = { id: itemId, type: 'tutorial', stepId: value, completed: true }
      return json('/api/learn/cn/record/tutorial/step', tick)
    }
    const form = new FormData()
    form.append('kind', 'material')
    form.append('file', new Blob([value]), `${itemId}.txt`)
    return post('/api/learn/attachment', form, {})
  }
}

/** The site refused a write for good. */
class Fault extends Error {}

/** Which of these writes the site has not: of each learner's record its steps, of each file its row and its bytes. */
export async function missing(site: RunningSite, writes: readonly Write[]): Promise<Write[]> {
  const database = await databaseOf(site)
  try {
    const { db } = database
    const ids = [...new Set(writes.map(({ learner }) => learner.id))]
    // a learner has one record of a work in all its languages
    const records = ids.length
      ? await db
          .selectFrom('records as r')
          .innerJoin('items as i', 'i.work_id', 'r.work_id')
          .select(['r.user_id', 'i.id as item_id', 'r.steps'])
          .where('r.user_id', 'in', ids)
          .execute()
      : []
    const sections = await db.selectFrom('sections').select(['id', 'work_step_id']).execute()
    const workSteps = new Map(sections.map(({ id, work_step_id }) => [id, work_step_id]))
    const steps = new Map(
      records.map((row) => [`${row.user_id} ${row.item_id}`, row.steps as Record<string, { completed?: boolean }>]),
    )
    const files = await db.selectFrom('attachments').select(['id', 'storage_key']).execute()
    const keys = new Map(files.map(({ id, storage_key }) => [id, storage_key]))
    const lost: Write[] = []
    for (const write of writes) {
      const record = steps.get(`${write.learner.id} ${write.itemId}`)
      if (write.kind === 'upload') {
        const key = keys.get(write.attachmentId ?? '')
        const bytes = key && (await readFile(join(site.dataDir, 'storage', key), 'utf8').catch(() => null))
        if (bytes !== write.value) lost.push(write)
      } else if (!record || (write.kind === 'tick' && record[workSteps.get(write.value) ?? '']?.completed !== true)) {
        lost.push(write)
      }
    }
    return lost
  } finally {
    await database.leave()
  }
}
