import { isError } from '@lantern/contract/cms/faults.ts'
import type { Planned, ScheduleWish } from '@lantern/contract/documents.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import { forgetPlan, futureMoment, keepPlan, runDueSchedules, type ScheduleTable } from '#kit/revisions/schedules.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { errorsOfPage } from './check-page.ts'
import { requireEditor } from './page-rights.ts'
import { type DraftState, lockDraft, readPage } from './page-rows.ts'
import { prepareContent } from './prepare-content.ts'
import { contentOf, detailOf, type PublishServices, publishVersion, takeBack } from './publish-page.ts'
import type { LocaleOfPage } from './save-page.ts'

const pageSchedules: ScheduleTable<'page_id' | 'locale'> = {
  schedules: 'cms_schedules',
  key: ['page_id', 'locale'],
  locked: 'cms_pages',
}

/** Plans to publish a revision, or to take the page back. The same plan twice is one. */
export async function schedulePage(
  services: PublishServices,
  viewer: SignedIn,
  wish: ScheduleWish & LocaleOfPage,
): Promise<Planned> {
  const { db, clock } = services
  const { id, locale, action, timeZone } = wish
  requireEditor(viewer, locale)
  const now = clock.now()
  const at = futureMoment(wish, now)
  return inTransaction(db, async (trx) => {
    const state = await lockDraft(trx, id, locale)
    const version = action === 'publish' ? (wish.version ?? state.version) : null
    if (version !== null) await pinVersion(services, trx, state, version)
    await keepPlan(trx, pageSchedules, { page_id: id, locale }, { action, version, at, timeZone, by: viewer.id, now })
    return scheduleOf(trx, wish)
  })
}

/** Forgets what was planned, or that it failed. */
export async function cancelSchedule(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  { id, locale, scheduleId }: LocaleOfPage & { scheduleId: string },
): Promise<Planned> {
  requireEditor(viewer, locale)
  return inTransaction(db, async (trx) => {
    await lockDraft(trx, id, locale)
    await forgetPlan(trx, pageSchedules, { page_id: id, locale }, scheduleId)
    return scheduleOf(trx, { id, locale })
  })
}

async function scheduleOf(trx: Trx, { id, locale }: LocaleOfPage): Promise<Planned> {
  const { locales } = await readPage(trx, id)
  return { schedule: locales.find((one) => one.locale === locale)?.schedule ?? [] }
}

/** What is planned can be published as it is now, and no automatic save goes on with that revision. */
async function pinVersion(services: PublishServices, trx: Trx, state: DraftState, version: number): Promise<void> {
  const { page, faults } = await prepareContent(trx, await contentOf(trx, state, version), state.locale)
  const errors = [...faults.filter(isError), ...errorsOfPage(services, page)]
  if (errors.length > 0) throw refuse('page_has_errors', { details: errors.slice(0, 20).map(detailOf) })
  await trx
    .updateTable('cms_revisions')
    .set({ kind: 'save' })
    .where('page_id', '=', state.pageId)
    .where('locale', '=', state.locale)
    .where('version', '=', version)
    .where('kind', '=', 'autosave')
    .execute()
}

export function runSchedules(services: PublishServices & Pick<Services, 'log'>): Promise<void> {
  return runDueSchedules(services, pageSchedules, async (trx, due) => {
    // the key of a draft has a language of the site
    const state = await lockDraft(trx, due.page_id, due.locale as OfferedLocale)
    if (due.version === null) await takeBack(services, trx, state)
    else await publishVersion(services, trx, state, { version: due.version, by: due.by })
  })
}
