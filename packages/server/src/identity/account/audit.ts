import type { OrganisationAct } from '@lantern/contract/identity/organisation-acts.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { Trx } from '#kit/sql.ts'

interface Entry {
  /** The actor, usually the person themselves. */
  actor: string
  /** The token by which it was done in the actor's name. */
  tokenId?: string | undefined
  subject?: string
  /** Nothing that names a person: entries outlive accounts. */
  detail?: Record<string, string | number | boolean | string[]>
  now: Date
}

/** Any string, without which the compiler forgets the names that stand beside it. */
type AnyAct = string & Record<never, never>

/** What happened in an organisation is shown to its admins, who have words for these acts alone. */
export type AuditEntry = Entry &
  ({ act: OrganisationAct; organisationId?: string | undefined } | { act: AnyAct; organisationId?: undefined })

/** Writes down what happened to an account or in an organisation, in the transaction in which it did. */
export async function writeAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  await writeAudits(trx, [entry])
}

export async function writeAudits(trx: Trx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await trx
    .insertInto('audit_log')
    .values(
      entries.map(({ actor, tokenId = null, act, subject, organisationId = null, detail, now }) => ({
        actor,
        token_id: tokenId,
        act,
        subject: subject ?? actor,
        organisation_id: organisationId,
        detail: JSON.stringify(detail ?? {}),
        at: now,
      })),
    )
    .execute()
}

/** Who did it, with the token of a program that did it in their name. */
export function by({ id, tokenId }: Pick<SignedIn, 'id' | 'tokenId'>): Pick<Entry, 'actor' | 'tokenId'> {
  return { actor: id, tokenId }
}
