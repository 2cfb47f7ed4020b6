import fc from 'fast-check'
import { preparing } from '#kit/prepared-statements.ts'
import type { Services } from '#kit/services.ts'
import { connect } from '#kit/sql.ts'
import { askGateway } from '../../payments.ts'
import { askForRefund } from '../../send-refund.ts'
import { inventoryOf, type Plan, perform, plans, work } from './acts.ts'
import { brokenRules } from './invariants.ts'
import { Turns } from './turns.ts'
import { type Lane, makeJobTable, makeLane, makeWorld, servicesOf, type World } from './world.ts'

export interface Interleavings {
  runs: number
  /** The same seed makes the same plans. */
  seed: number
  lanes?: number
}

/**
 * Plays random plans against the shop and its database, several beside each other, and looks after each whether every rule
 * of money and rights holds. Throws the shortest plan that breaks one.
 */
export async function playInterleavings(services: Services, { runs, seed, lanes = 4 }: Interleavings): Promise<void> {
  const connection = connect(services.direct.url, { poolSize: lanes * 3 })
  const pool = preparing(connection.pool, { isPooled: false, isHung: () => false })
  try {
    await makeJobTable(services.db)
    const played = Array.from({ length: lanes }, async (_, at) => {
      const lane = await makeLane(services, pool)
      const numRuns = Math.ceil(runs / lanes)
      await fc.assert(
        fc.asyncProperty(plans, (plan) => play(lane, plan)),
        { numRuns, seed: seed + at, endOnFailure: false },
      )
    })
    const outcomes = await Promise.allSettled(played)
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  } finally {
    await connection.close()
  }
}

async function play(lane: Lane, { steps, seed }: Plan): Promise<void> {
  const world = await makeWorld(lane)
  const turns = new Turns(numbersFrom(seed))
  for (const acts of steps) {
    const there = await inventoryOf(world)
    const done = await Promise.allSettled(acts.map((act) => perform(world, there, act, acts.length > 1 ? turns : null)))
    for (const outcome of done) if (outcome.status === 'rejected') throw outcome.reason
  }
  // in between now and then: most of what is wrong there is wrong at the end, too
  if (seed % 4 === 0) await expectRules(world, false)
  await becomeQuiet(world)
  await expectRules(world, true)
}

async function expectRules({ lane, people }: World, isQuiet: boolean): Promise<void> {
  const broken = await brokenRules(
    lane.services.db,
    people.map(({ id }) => id),
    isQuiet,
  )
  if (broken.length > 0) throw new Error(broken.join('\n'))
}

/** Every job is worked off and the gateway asked for everything that hangs, as the site does minute by minute. */
async function becomeQuiet(world: World): Promise<void> {
  const services = servicesOf(world)
  for (let round = 0; round < 5; round++) {
    const { jobs, payments, refunds } = await inventoryOf(world)
    const [open, sending] = [payments.filter(is('open')), refunds.filter(is('sending'))]
    if (round > 0 && jobs.length === 0 && sending.length === 0) return
    for (const job of jobs) await work(services, world, job)
    for (const { id } of open) await askGateway(services, id)
    for (const { id } of sending) await askForRefund(services, id)
  }
}

const is = (state: string) => (row: { state: string }) => row.state === state

/** Numbers from 0 to below 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
