import { isError } from '@lantern/contract/cms/faults.ts'
import type { Planned, ScheduleWish } from '@lantern/contract/documents.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { readPerson } from '#identity/index.ts'
import { pinRevision } from '#kit/documents/revisions.ts'
import { forgetPlan, futureMoment, keepPlan, runDueSchedules } from '#kit/documents/schedules.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { errorsOfPage } from './check-page.ts'
import { pageDocument, pageDocuments } from './page-documents.ts'
import { requireEditor } from './page-rights.ts'
import { type DraftState, documentOf, lockDraft } from './page-rows.ts'
import { prepareContent } from './prepare-content.ts'
import { contentOf, detailOf, type PublishServices, publishVersion, takeBack } from './publish-page.ts'
import type { LocaleOfPage } from './save-page.ts'

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
    return keepPlan(trx, pageDocument(wish), { action, version, at, timeZone, by: viewer.id, now })
  })
}

/** Clears the schedule or its failure. */
export async function cancelSchedule(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  { id, locale, scheduleId }: LocaleOfPage & { scheduleId: string },
): Promise<Planned> {
  requireEditor(viewer, locale)
  return inTransaction(db, async (trx) => {
    await lockDraft(trx, id, locale)
    return forgetPlan(trx, pageDocument({ id, locale }), scheduleId)
  })
}

/** What is planned can be published as it is now, and no automatic save goes on with that revision. */
async function pinVersion(services: PublishServices, trx: Trx, state: DraftState, version: number): Promise<void> {
  const { page, faults } = await prepareContent(trx, await contentOf(trx, state, version), state.locale)
  const errors = [...faults.filter(isError), ...errorsOfPage(services, page)]
  if (errors.length > 0) throw refuse('page_has_errors', { details: errors.slice(0, 20).map(detailOf) })
  await pinRevision(trx, documentOf(state), version)
}

export function runSchedules(services: PublishServices & Pick<Services, 'log'>): Promise<void> {
  return runDueSchedules(services, pageDocuments, async (trx, due) => {
    // the key of a draft has a language of the site
    const locale = due.locale as OfferedLocale
    // the creator of the schedule may have lost the right to edit since
    const planner = due.by === null ? null : await readPerson({ db: trx, clock: services.clock }, due.by)
    if (!planner) throw refuse('forbidden')
    requireEditor(planner, locale)
    const state = await lockDraft(trx, due.page_id, locale)
    if (due.version === null) await takeBack(services, trx, state)
    else await publishVersion(services, trx, state, { version: due.version, by: due.by })
  })
}
