import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import { buildItem, buildLiveSession, buildOrganisation, buildTutorial, type ItemOptions } from './builders.ts'
import { type Person, type TestSite, testSite } from './site.ts'

/** Whom an item is for, and who of the people below may know of it. */
export interface Kind {
  options: Partial<ItemOptions>
  /** Viewers who may open it by its address. */
  seenBy: readonly string[]
  /** Viewers who find it in lists and search; default: the same. */
  foundBy?: readonly string[]
}

export interface AudienceSite {
  site: TestSite
  people: Record<string, Person>
  kinds: Record<string, Kind>
  /** Makes all the items, and is one of `people`. */
  author: Person
  school: string
}

/** Names that are verified: that one is missing tells nothing of an item. */
const verified = { isRealName: true }

/** A site with an organisation, a class, everybody who can stand to them in some way, and items for every audience. */
export async function audienceSite(): Promise<AudienceSite> {
  const site = await testSite()
  const { db } = site
  const school = await buildOrganisation(db)
  await db.insertInto('classes').values({ id: 'kl_1', organisation_id: school, name: '一班' }).execute()
  const author = await site.user({
    groups: ['campus_creator', 'learn_creator'],
    member: 'educator',
    name: '周老师',
    ...verified,
  })
  const people: Record<string, Person> = {
    guest: site.guest(),
    stranger: await site.user(verified),
    member: await site.user({ member: 'learner', ...verified }),
    classmate: await site.user({ member: 'learner', ...verified }),
    'creator elsewhere': await site.user({ groups: ['campus_creator', 'learn_creator'], ...verified }),
    moderator: await site.user({ groups: ['learn_moderator'], ...verified }),
    'learning admin': await site.user({ groups: ['learn_admin'], ...verified }),
    author,
  }
  const classmate = people.classmate?.id ?? ''
  await db
    .insertInto('class_members')
    .values({ class_id: 'kl_1', organisation_id: school, user_id: classmate })
    .execute()
  const everybody = Object.keys(people)
  const members = ['member', 'classmate', 'author']
  const kinds: Record<string, Kind> = {
    everybody: { options: {}, seenBy: everybody },
    members: { options: { organisation: school }, seenBy: members },
    class: { options: { organisation: school, audience: { classId: 'kl_1' } }, seenBy: ['classmate', 'author'] },
    open: { options: { organisation: school, audience: 'open' }, seenBy: everybody, foundBy: members },
    draft: { options: { status: 'draft' }, seenBy: ['author', 'learning admin'] },
    hidden: { options: { hidden: true }, seenBy: ['author', 'learning admin'] },
    'draft of the school': { options: { organisation: school, status: 'draft' }, seenBy: ['author'] },
  }
  return { site, people, kinds, author, school }
}

/** An item of a type with something inside it. */
export async function buildAny(
  site: TestSite,
  type: ItemType,
  options: ItemOptions,
): Promise<{ id: string; stepId?: string | undefined }> {
  if (type === 'liveSession') return buildLiveSession(site.db, options)
  if (type !== 'tutorial') return buildItem(site.db, type, options)
  const { id, steps } = await buildTutorial(site.db, options)
  return { id, stepId: steps[0]?.id }
}
