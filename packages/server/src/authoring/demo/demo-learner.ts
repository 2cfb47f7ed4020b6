import { itemTypes } from '@lantern/contract/catalog/item-types.ts'
import { followTypes } from '@lantern/contract/notifications/channels.ts'
import { plainLearner, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { saveOrder } from '#commerce/index.ts'
import { type Services, servicesAt } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { collectItem, startRecord, toggleStep, viewRecord } from '#learning/index.ts'
import { setReminder } from '#live/index.ts'
import { setFollow } from '#notifications/index.ts'
import { type DemoRun, offset } from './demo-run.ts'
import type { DemoContent } from './read-content.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
const followedDays = 60

/**
 * Gives the demo's learner a past: every act goes through the ordinary rules, at its own time, so that the year, the
 * lists and the totals are what they would be after real learning. Once only; what a person does later stays.
 */
export function liveThroughYear(run: DemoRun, content: DemoContent): Promise<void> {
  return inTransaction(run.services.db, async (trx) => {
    // a first start that is cut off begins again: it need not wait for the disk after every act
    await sql`set local synchronous_commit = off`.execute(trx)
    await liveThrough({ ...run, services: { ...run.services, db: trx } }, content)
  })
}

async function liveThrough(run: DemoRun, { learner }: DemoContent): Promise<void> {
  const { services } = run
  const viewer = await learnerWithoutPast(services, learner.phone)
  if (!viewer) return
  const steps = await stepsToDo(run, learner)
  const days = studyDays(run.now)
  for (const [index, day] of days.entries()) {
    const from = Math.floor((index * steps.length) / days.length)
    const to = Math.floor(((index + 1) * steps.length) / days.length)
    await study(services, viewer, day, steps.slice(from, to), steps[to] ?? steps.at(-1))
  }
  const yesterday = servicesAt(services, run.now.getTime() - dayMs)
  for (const reference of learner.collected) {
    const type = itemTypes.find((one) => reference.startsWith(`${one}:`))
    const [id] = run.idsOf([reference], 'zh')
    if (id && type) await collectItem(yesterday, viewer, { id, type })
  }
  for (const reference of learner.follows?.paths ?? []) {
    const type = followTypes.find((one) => reference.startsWith(`${one}:`))
    const [id] = run.idsOf([reference], 'zh')
    if (id && type) await setFollow(yesterday, viewer, { type, id, on: true })
  }
  for (const id of run.idsOf(learner.reminded ?? [], 'zh')) await setReminder(yesterday, viewer, { id, on: true })
}

/** Before there is anything of these people, so that what they publish is told. Once only, like the year. */
export async function followPeople({ services, now, authorId }: DemoRun, { learner }: DemoContent): Promise<void> {
  const viewer = await learnerWithoutPast(services, learner.phone)
  if (!viewer) return
  const before = servicesAt(services, now.getTime() - followedDays * dayMs)
  for (const author of learner.follows?.people ?? [])
    await setFollow(before, viewer, { type: 'person', id: authorId(author), on: true })
}

/** What the demo's learner has ordered. An order that is there stays as it is. */
export async function saveLearnersOrders({ services: { db }, now }: DemoRun, { learner }: DemoContent): Promise<void> {
  const user = await db.selectFrom('users').select('id').where('phone', '=', learner.phone).executeTakeFirst()
  if (!user) return
  for (const [at, { status, placed, merchandise }] of (learner.orders ?? []).entries()) {
    await saveOrder(db, {
      sourceKey: `demo/order/${at}`,
      userId: user.id,
      status,
      createdAt: offset(now, placed),
      items: merchandise.map(({ title, quantity, price }) => ({
        title,
        quantity,
        priceFen: price,
        isMerchandise: true,
      })),
    })
  }
}

interface DemoStep {
  itemId: string
  stepId: string
  courseId: string | undefined
}

interface StudyDay {
  startsAt: number
  minutes: number
}

/** Reads and ticks at a steady pace; a pause of a few minutes counts as study. */
async function study(
  services: Services,
  viewer: SignedIn,
  { startsAt, minutes }: StudyDay,
  toTick: readonly DemoStep[],
  reads: DemoStep | undefined,
): Promise<void> {
  const acts = Math.max(toTick.length, Math.ceil(minutes / 24))
  for (let act = 0; act <= acts; act++) {
    const then = servicesAt(services, startsAt + (act * minutes * minuteMs) / acts)
    const step = toTick[act] ?? reads
    if (!step) return
    const { itemId: id, stepId, courseId } = step
    // continuing a started item changes nothing but where the learner last was
    if (act === 0 || id !== toTick[act - 1]?.itemId) await startRecord(then, viewer, { id, type: 'tutorial', courseId })
    if (act < toTick.length) await toggleStep(then, viewer, { id, stepId, completed: true })
    else await viewRecord(then, viewer, { id, sectionId: stepId })
  }
}

/** Days of the last year on which the demo's learner studied, with good and bad months. */
function studyDays(now: Date): StudyDay[] {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs
  const days: StudyDay[] = []
  for (let ago = 360; ago >= 1; ago--) {
    if (ago > 12 && spread(ago) > 0.4 + 0.3 * Math.sin(ago / 24)) continue
    // an evening in China
    const startsAt = midnight - ago * dayMs + 11 * 60 * minuteMs + Math.floor(spread(ago + 1000) * 120) * minuteMs
    days.push({ startsAt, minutes: 8 + Math.floor(spread(ago + 2000) ** 2 * 110) })
  }
  return days
}

/** A number from 0 to 1, scattered and always the same for the same `n`. */
function spread(n: number): number {
  return (Math.imul(n, 2_654_435_761) >>> 0) / 2 ** 32
}

async function stepsToDo(run: DemoRun, { finished, underway }: DemoContent['learner']): Promise<DemoStep[]> {
  const parts = [
    ...finished.map((item) => ({ item, steps: Number.POSITIVE_INFINITY, courseId: undefined })),
    ...underway.map(({ item, steps, in: course }) => ({
      item,
      steps,
      courseId: run.idsOf(course === undefined ? [] : [course], 'zh')[0],
    })),
  ]
  const all: DemoStep[] = []
  for (const { item, steps, courseId } of parts) {
    const [itemId = ''] = run.idsOf([item], 'zh')
    const rows = await run.services.db
      .selectFrom('sections')
      .select('id')
      .where('item_id', '=', itemId)
      .orderBy('position')
      .execute()
    for (const [at, { id: stepId }] of rows.entries()) if (at < steps) all.push({ itemId, stepId, courseId })
  }
  return all
}

async function learnerWithoutPast({ db }: Services, phone: string): Promise<SignedIn | null> {
  const user = await db.selectFrom('users').select(['id', 'name']).where('phone', '=', phone).executeTakeFirst()
  if (!user) return null
  const past = await db.selectFrom('records').select('item_id').where('user_id', '=', user.id).executeTakeFirst()
  if (past) return null
  return plainLearner(user)
}
