import type { Draft } from '@lantern/contract/authoring/drafts.ts'
import type { EditedType } from '@lantern/contract/authoring/forms.ts'
import { organisationFor } from '@lantern/contract/authoring/rights.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { inTransaction } from '#kit/sql.ts'
import { type DraftServices, draftOf, openDraft } from './draft-state.ts'
import { parseForms } from './part-forms.ts'
import { createDraft } from './save-part.ts'

interface Begun {
  type: EditedType
  campus?: boolean
  organisationId?: string | undefined
  /** As an editor sent them. */
  forms: unknown
  origin: string
}

/**
 * Creates a draft from the forms of a new editor, complete or not. Idempotent by `origin`: a repeated call answers the
 * draft of the first one in its present state.
 */
export async function beginDraft(
  services: DraftServices,
  viewer: SignedIn,
  { type, campus = false, organisationId: wanted, forms: given, origin }: Begun,
): Promise<Draft> {
  const forms = parseForms(type, given)
  const organisationId = organisationFor(viewer, { campus, organisationId: wanted })
  const known = await begunBy(services, viewer, origin)
  if (known !== null) return draftOf(services.db, viewer, await openDraft(services, viewer, { id: known, type }))
  try {
    return await inTransaction(services.db, async (trx) => {
      const made = await createDraft(services, trx, viewer, {
        type,
        organisationId,
        general: forms.general,
        forms,
        origin,
      })
      return draftOf(trx, viewer, made)
    })
  } catch (error) {
    // the same editor asked twice at a time: the other one has it
    const meanwhile = await begunBy(services, viewer, origin)
    if (meanwhile === null) throw error
    return draftOf(services.db, viewer, await openDraft(services, viewer, { id: meanwhile, type }))
  }
}

async function begunBy({ db }: DraftServices, viewer: SignedIn, origin: string): Promise<string | null> {
  const row = await db
    .selectFrom('draft_revisions')
    .select('item_id')
    .where('kind', '=', sql.lit('created'))
    .where('saved_by', '=', viewer.id)
    .where('origin', '=', origin)
    .executeTakeFirst()
  return row?.item_id ?? null
}
