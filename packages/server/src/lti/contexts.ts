import { newId } from '@lantern/contract/ids.ts'
import { defaultLocale } from '@lantern/contract/locales.ts'
import type { RosterSource } from '@lantern/contract/lti/rosters.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { requireTeacher } from '#campus/index.ts'
import { placeInClasses } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { membersScope } from './ags-scopes.ts'
import type { Arrival } from './arrivals.ts'
import { addressOf, claimBase, recordOf, textOf } from './claims.ts'
import { isTeacher } from './id-token.ts'
import { accountOf } from './people.ts'
import { accessToken, askPlatformPage, PlatformFailure } from './platform-services.ts'
import { type ReadyPlatform, readReadyPlatform } from './ready-platform.ts'

const mostPeople = 5000
const mostPages = 100
const membersClaim = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'

/** Remembers the course that somebody comes from, where its people can be asked for. */
export async function rememberContext(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { platform, launch }: Arrival,
): Promise<void> {
  const context = recordOf(launch.claims[`${claimBase}context`])
  const contextId = textOf(context.id).slice(0, 255)
  const membersUrl = addressOf(recordOf(launch.claims[membersClaim]).context_memberships_url)
  if (contextId === '' || !membersUrl) return
  const title = (textOf(context.title) || textOf(context.label) || contextId).slice(0, 200)
  await trx
    .insertInto('lti_contexts')
    .values({
      id: newId('ltiContext', clock.now().getTime()),
      platform_id: platform.id,
      context_id: contextId,
      title,
      members_url: membersUrl,
    })
    .onConflict((conflict) =>
      conflict.columns(['platform_id', 'context_id']).doUpdateSet({ title, members_url: membersUrl }),
    )
    .execute()
}

interface SourceRow extends Omit<RosterSource, 'readAt'> {
  readAt: Date | null
}

/** Those that are read into this class first. One that is read into another class is not offered. */
export async function readSources(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  classId: string,
): Promise<RosterSource[]> {
  const { organisationId } = await requireTeacher(db, viewer, classId)
  const { rows } = await sql<SourceRow>`
    select c.id, c.title, f.name as platform, c.class_id is not null as "isRead", c.read_at as "readAt", c.problem,
      (select count(*)::integer from lti_context_members m where m.context_id = c.id and m.left_at is null) as people,
      coalesce((select jsonb_agg(u.name order by u.name)
        from lti_context_members m
          join lti_people p on p.platform_id = c.platform_id and p.subject = m.subject
          join class_members k on k.class_id = c.class_id and k.user_id = p.user_id
          join users u on u.id = p.user_id and u.deleted_at is null
        where m.context_id = c.id and m.left_at is not null), '[]') as left
    from lti_contexts c join lti_platforms f on f.id = c.platform_id and f.ended_at is null
    where f.organisation_id = ${organisationId} and (c.class_id is null or c.class_id = ${classId})
    order by c.class_id is null, c.title, c.id limit 100`.execute(db)
  return rows.map(({ readAt, ...row }) => ({ ...row, readAt: readAt?.toISOString() ?? null }))
}

/** Binds a course to a class and reads its people, or lets it go. */
export async function readSource(
  services: Services,
  viewer: SignedIn,
  classId: string,
  { sourceId, isRead }: { sourceId: string; isRead: boolean },
): Promise<{ added: number; problem: string | null }> {
  const { db } = services
  const { organisationId } = await requireTeacher(db, viewer, classId)
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ class_id: string | null }>`
      select c.class_id from lti_contexts c join lti_platforms f on f.id = c.platform_id and f.ended_at is null
      where c.id = ${sourceId} and f.organisation_id = ${organisationId} for update of c`.execute(trx)
    const [found] = rows
    if (!found) throw refuse('not_found')
    if (found.class_id !== null && found.class_id !== classId) throw refuse('conflict')
    await trx
      .updateTable('lti_contexts')
      .set({ class_id: isRead ? classId : null, problem: null })
      .where('id', '=', sourceId)
      .execute()
  })
  return isRead ? readMembers(services, sourceId) : { added: 0, problem: null }
}

/** Every night: all courses that are read into a class. One that fails keeps none of the others. */
export async function readAllMembers(services: Services): Promise<void> {
  const rows = await services.db.selectFrom('lti_contexts').select('id').where('class_id', 'is not', null).execute()
  for (const { id } of rows) await readMembers(services, id)
}

interface Member {
  subject: string
  name: string
  isTeacher: boolean
}

async function readMembers(services: Services, id: string): Promise<{ added: number; problem: string | null }> {
  const { db, clock } = services
  const context = await db.selectFrom('lti_contexts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const platform = await readReadyPlatform(db, context.platform_id)
  if (!platform || context.class_id === null) return { added: 0, problem: null }
  try {
    const members = await askMembers(services, platform, context.members_url)
    const classId = context.class_id
    const added = await inTransaction(db, (trx) => keepMembers(services, trx, { id, classId, platform, members }))
    await db.updateTable('lti_contexts').set({ read_at: clock.now(), problem: null }).where('id', '=', id).execute()
    return { added, problem: null }
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error
    const problem = error.message.slice(0, 300)
    await db.updateTable('lti_contexts').set({ problem }).where('id', '=', id).execute()
    return { added: 0, problem }
  }
}

/** All pages; a list that names nobody is no list, or else everybody would have left by it. */
async function askMembers(services: Services, platform: ReadyPlatform, membersUrl: string): Promise<Member[]> {
  const authorization = `Bearer ${await accessToken(services, platform, membersScope)}`
  const headers = { authorization, accept: 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json' }
  const members = new Map<string, Member>()
  let next: string | null = membersUrl
  for (let page = 0; next !== null; page++) {
    if (page === mostPages) throw new PlatformFailure('members: too many pages')
    const answer: Awaited<ReturnType<typeof askPlatformPage>> = await askPlatformPage(services, next, { headers })
    if (!Array.isArray(answer.said.members)) throw new PlatformFailure('members: none')
    for (const one of answer.said.members.map(recordOf)) {
      const subject = textOf(one.user_id)
      const isHere = one.status === undefined || one.status === 'Active'
      if (subject === '' || subject.length > 255 || !isHere) continue
      const name = textOf(one.name) || `${textOf(one.given_name)} ${textOf(one.family_name)}`.trim()
      members.set(subject, { subject, name, isTeacher: isTeacher(one.roles) })
    }
    if (members.size > mostPeople) throw new PlatformFailure('members: too many')
    // our token is for the platform alone
    next = answer.next && new URL(answer.next, next).origin === new URL(membersUrl).origin ? answer.next : null
  }
  if (members.size === 0) throw new PlatformFailure('members: none')
  return [...members.values()]
}

interface Kept {
  id: string
  classId: string
  platform: ReadyPlatform
  members: readonly Member[]
}

/** Answers how many came into the class. */
async function keepMembers(services: Services, trx: Trx, { id, classId, platform, members }: Kept): Promise<number> {
  const now = services.clock.now()
  const { organisationId } = platform
  const subjects = JSON.stringify(members.map(({ subject }) => subject))
  // nearly everybody was here the night before
  const { rows: known } = await sql<{ subject: string; userId: string }>`
    select p.subject, p.user_id as "userId" from lti_people p
      join memberships m on m.organisation_id = ${organisationId} and m.user_id = p.user_id and m.ended_at is null
    where p.platform_id = ${platform.id}
      and p.subject in (select jsonb_array_elements_text(${subjects}::jsonb))`.execute(trx)
  const accounts = new Map(known.map(({ subject, userId }) => [subject, userId]))
  for (const launch of members) {
    if (accounts.has(launch.subject)) continue
    accounts.set(launch.subject, await accountOf(services, trx, { platform, launch, locale: defaultLocale }))
  }
  const inClass = async () =>
    (await trx.selectFrom('class_members').select('user_id').where('class_id', '=', classId).execute()).length
  const before = await inClass()
  const places = [...accounts.values()].map((userId) => ({ classId, userId }))
  await placeInClasses(trx, { events: services.events, organisationId, actor: 'site', now }, places)
  await sql`
    insert into lti_context_members (context_id, subject)
    select ${id}, s from jsonb_array_elements_text(${subjects}::jsonb) s
    on conflict (context_id, subject) do update set left_at = null`.execute(trx)
  await sql`
    update lti_context_members set left_at = ${now} where context_id = ${id} and left_at is null
      and subject not in (select jsonb_array_elements_text(${subjects}::jsonb))`.execute(trx)
  return (await inClass()) - before
}
