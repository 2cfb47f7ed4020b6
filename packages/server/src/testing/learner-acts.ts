import { startRecord, toggleStep } from '@lantern/contract/learning/records.ts'
import type { Db } from '#kit/sql.ts'
import type { Person, TestSite } from './site.ts'

// What learners do in most tests of learning, by the calls of the page.

export function start(person: Person, id: string, type: 'tutorial' | 'project' | 'course' | 'quiz' = 'tutorial') {
  return person.call(startRecord, { body: { id, type } })
}

export function tick(person: Person, id: string, stepId: string | undefined, completed = true, late = {}) {
  return person.call(toggleStep, { body: { id, type: 'tutorial', stepId: stepId ?? '', completed, ...late } })
}

/** The minute passes after which lists show the figures that acts have changed. */
export async function foldFigures(site: TestSite): Promise<void> {
  await site.services.jobs.send(site.db, 'catalog.fold_figures', {})
  await site.settle()
}

/** How many people have begun an item, as its card says. */
export async function recordCount(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom('item_figures')
    .select('record_count')
    .where('item_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.record_count ?? 0
}
