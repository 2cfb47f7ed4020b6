import type { readAudience, saveAudience } from '@lantern/contract/authoring/audiences.ts'
import { mayChooseAudience } from '@lantern/contract/authoring/rights.ts'
import type { ItemAudience } from '@lantern/contract/catalog/audiences.ts'
import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { setItemAudience } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { type DraftServices, type DraftState, lockDraft, openDraft } from '../drafts/draft-state.ts'

type AudienceAnswer = ResponseOf<typeof readAudience>

/** Whom an organisation's item is for, and what else it could be for. */
export async function readItemAudience(services: DraftServices, viewer: SignedIn, id: string): Promise<AudienceAnswer> {
  return answerOf(services.db, viewer, await openDraft(services, viewer, { id }))
}

/** A class that the organisation does not have, or has put away, is refused by its field. */
export function saveItemAudience(
  services: Services,
  viewer: SignedIn,
  { id, before, ...audience }: BodyOf<typeof saveAudience> & { id: string },
): Promise<AudienceAnswer> {
  return inTransaction(services.db, async (trx) => {
    const state = await lockDraft(services, trx, viewer, { id })
    const { audience: stands, classes, mayChange } = await answerOf(trx, viewer, state)
    if (!mayChange) throw refuse('forbidden')
    requireUnchanged(stands, { before, wished: audience }, [
      (locale) => services.text(locale, `authoring.audience_${stands.audience}`),
      classes.find((one) => one.id === stands.classId)?.name ?? null,
      stands.inPublicSearch ? (locale) => services.text(locale, 'authoring.audience_in_search') : null,
    ])
    if (audience.audience === 'class' && !classes.some((one) => one.id === audience.classId)) {
      throw refuse('bad_request', { details: [{ field: 'classId', message: 'authoring.audience_class_unknown' }] })
    }
    await setItemAudience(services, trx, id, audience)
    return answerOf(trx, viewer, state)
  })
}

interface AudienceRow {
  organisation: AudienceAnswer['organisation']
  audience: ItemAudience
  classes: AudienceAnswer['classes']
}

async function answerOf(db: Db | Trx, viewer: SignedIn, state: DraftState): Promise<AudienceAnswer> {
  const { rows } = await sql<AudienceRow>`
    select json_build_object('id', o.id, 'name', o.name) as organisation,
      json_build_object('classId', i.class_id, 'inPublicSearch', i.in_public_search, 'audience',
        case when i.open_to_all then 'everybody' when i.class_id is not null then 'class' else 'members' end) as audience,
      coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name) order by k.name)
        from classes k where k.organisation_id = o.id and (k.archived_at is null or k.id = i.class_id)), '[]') as classes
    from items i join organisations o on o.id = i.organisation_id where i.id = ${state.id}`.execute(db)
  const row = rows[0]
  // the site's own: it is for everybody, and nobody chooses
  if (!row) throw refuse('not_found')
  return { ...row, mayChange: mayChooseAudience(viewer, state) }
}
