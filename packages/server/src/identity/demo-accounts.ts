import { newId } from '@lantern/contract/ids.ts'
import type { Group, MemberRole } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'

export interface DemoAccount {
  phone: string
  name: string
  title: string
  groups: Group[]
  premium?: boolean
  suspended?: boolean
  /** Sells content, which a verified name is needed for. */
  sells?: boolean
  /** Of the demo's organisation. */
  member?: MemberRole
}

/** The people of the demo site. They sign in by SMS like anyone; the code is in the outbox. */
export const demoAccounts: readonly DemoAccount[] = [
  { phone: '13800000001', name: '林知远', title: 'learner', groups: [] },
  { phone: '13800000002', name: '沈若川', title: 'creator', groups: ['learn_creator_zh'], sells: true },
  { phone: '13800000003', name: '顾明', title: 'moderator', groups: ['learn_moderator'] },
  { phone: '13800000004', name: '何佳', title: 'learn admin', groups: ['learn_admin'] },
  { phone: '13800000005', name: '周老师', title: 'campus creator', groups: ['campus_creator'], member: 'educator' },
  { phone: '13800000006', name: '吴老师', title: 'campus admin', groups: ['campus_admin'], member: 'admin' },
  { phone: '13800000007', name: '许青禾', title: 'premium learner', groups: [], premium: true },
  { phone: '13800000008', name: '陈停', title: 'suspended learner', groups: [], suspended: true },
  { phone: '13800000009', name: '方总', title: 'super admin', groups: ['super_admin'] },
  { phone: '13800000010', name: '江照', title: 'campus learner', groups: [], member: 'learner' },
]

const tenYearsMs = 3_650 * 86_400_000
/** Age of the demo's memberships: there is a past to show. */
const membershipMs = 500 * 86_400_000

/** Makes those demo accounts that are missing; what people have done with the others stays. */
export async function ensureDemoAccounts({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const farOff = new Date(now.getTime() + tenYearsMs)
  const joined = new Date(now.getTime() - membershipMs)
  await db
    .insertInto('users')
    .values(
      demoAccounts.map(({ phone, name, groups, premium, suspended, sells }) => {
        const id = newId('user', now.getTime())
        return {
          id,
          phone,
          name,
          slug: id,
          groups,
          premium_until: premium ? farOff : null,
          is_real_name: sells ?? false,
          suspend_reason: suspended ? '演示账号：多次发布广告' : null,
          suspend_until: suspended ? farOff : null,
          created_at: joined,
        }
      }),
    )
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .execute()
  await ensureDemoOrganisation(db, joined)
}

/** The school that the demo's campus content belongs to. */
export const demoOrganisation = { id: 'og_demo', slug: 'lantern-academy', name: '引擎学院' }

/** A membership that was ended on the demo site stays ended. */
async function ensureDemoOrganisation(db: Db, since: Date): Promise<void> {
  await db
    .insertInto('organisations')
    .values({ ...demoOrganisation, created_at: since })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const { phone, member } of demoAccounts) {
    if (member === undefined) continue
    await sql`
      insert into memberships (organisation_id, user_id, role, began_at)
      select ${demoOrganisation.id}, id, ${member}, ${since} from users where phone = ${phone}
      on conflict do nothing`.execute(db)
  }
}
