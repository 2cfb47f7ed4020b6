import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const schoolPersonalData = {
  holds: ['school_sign_ins.changed_by', 'school_people.user_id', 'school_departures.user_id'],
  read: schoolsOf,
  erase: forgetPerson,
  merge: absorbPerson,
} satisfies PersonalData

async function schoolsOf(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const rows = await db
    .selectFrom('school_people as p')
    .innerJoin('organisations as o', 'o.id', 'p.organisation_id')
    .select(['o.name as organisation', 'p.issuer', 'p.subject', 'p.bound_at as boundAt', 'p.last_at as lastAt'])
    .where('p.user_id', '=', userId)
    .orderBy('p.bound_at')
    .execute()
  return { schoolAccounts: rows }
}

/** Who comes from the school again is a newcomer. */
async function forgetPerson(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('school_sign_ins').set({ changed_by: null }).where('changed_by', '=', userId).execute()
  await trx.deleteFrom('school_people').where('user_id', '=', userId).execute()
  await trx.deleteFrom('school_departures').where('user_id', '=', userId).execute()
}

async function absorbPerson(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('school_sign_ins').set({ changed_by: into }).where('changed_by', '=', from).execute()
  await trx.updateTable('school_people').set({ user_id: into }).where('user_id', '=', from).execute()
  await trx.deleteFrom('school_departures').where('user_id', '=', from).execute()
}
