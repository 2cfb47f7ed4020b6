import { listRosterSources, readRosterSource } from '@lantern/contract/lti/rosters.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { testSite } from '#testing/site.ts'
import { claimBase } from './claims.ts'
import { browserAt, openFrom, playPlatform } from './testing/play-platform.ts'

const site = await testSite({ CONNECTION_NETWORKS: '127.0.0.0/8' })
const school = await buildOrganisation(site.db)
const membership = 'http://purl.imsglobal.org/vocab/lis/v2/membership#'

interface Named {
  user_id: string
  name?: string
  status?: string
  roles: string[]
}

/** A platform with one course, whose people are told two at a time. */
async function openCourse(id: string) {
  const course = { members: [] as Named[], isAway: false }
  const platform = await playPlatform(({ path }) => {
    if (path === '/token') return { status: 200, body: { access_token: 'sesame', expires_in: 3600 } }
    if (course.isAway) return { status: 503, body: {} }
    if (!path.startsWith('/members')) return null
    const from = Number(new URL(path, 'http://x').searchParams.get('from') ?? 0)
    const hasMore = course.members.length > from + 2
    const next = `<${platform.issuer}/members?from=${from + 2}>; rel="next"`
    const body = { context: { id: '7' }, members: course.members.slice(from, from + 2) }
    return { status: 200, body, ...(hasMore && { headers: { link: next } }) }
  })
  const people = await buildClass(site, { id, organisation: school })
  const registered = await platform.register(people.admin, school)
  const claims = {
    [`${claimBase}context`]: { id: '7', title: '图形程序' },
    'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice': {
      context_memberships_url: `${platform.issuer}/members`,
      service_versions: ['2.0'],
    },
  }
  const browser = browserAt(site)
  const launched = await openFrom(site, platform, registered, browser, { subject: 'p-1', claims })
  await browser.visit(String(launched.headers.location))
  const params = { classId: people.classId }
  const list = async () => {
    const { sources } = (await people.teacher.call(listRosterSources, { params })).result
    return sources.filter(({ title }) => title === '图形程序').at(0)
  }
  const read = async (isRead = true) => {
    const sourceId = (await list())?.id ?? ''
    return people.teacher.call(readRosterSource, { params, body: { sourceId, isRead } })
  }
  const namesIn = async () => {
    const rows = await site.db
      .selectFrom('class_members as k')
      .innerJoin('users as u', 'u.id', 'k.user_id')
      .select('u.name')
      .where('k.class_id', '=', people.classId)
      .orderBy('u.name')
      .execute()
    return rows.map(({ name }) => name)
  }
  return { ...people, course, platform, registered, params, list, read, namesIn }
}

const named = (n: number, more: Partial<Named> = {}): Named => ({
  user_id: `p-${n}`,
  name: `学生${n}`,
  roles: [`${membership}Learner`],
  ...more,
})

test('the people of a course are read into a class, page by page, and who left is told and stays', async () => {
  const { course, list, read, namesIn, platform } = await openCourse('kl_roster')
  expect(await list()).toMatchObject({ title: '图形程序', isRead: false, readAt: null, people: 0 })
  course.members = [named(1), named(2), named(3, { roles: ['Instructor'] }), named(4, { status: 'Inactive' })]
  expect((await read()).result).toEqual({ added: 3, problem: null })
  expect(await namesIn()).toEqual(['Ada', 'Ben', 'Teacher', '学生2', '学生3', '江照'])
  expect(platform.asked.filter(({ path }) => path.startsWith('/members')).length).toBe(2)
  expect((await read()).result).toEqual({ added: 0, problem: null })
  const roles = await site.db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.name', 'm.role'])
    .where('u.name', 'in', ['学生2', '学生3'])
    .orderBy('u.name')
    .execute()
  expect(roles).toEqual([
    { name: '学生2', role: 'learner' },
    { name: '学生3', role: 'educator' },
  ])

  course.members = [named(1), named(5)]
  await site.services.jobs.send(site.db, 'lti.read_members', {})
  await site.settle()
  expect(await namesIn()).toContain('学生2')
  expect(await list()).toMatchObject({ isRead: true, people: 2, left: ['学生2', '学生3'], problem: null })
  course.members.push(named(2))
  await read()
  expect((await list())?.left).toEqual(['学生3'])
})

test('a platform that answers nothing, nobody or something else changes nothing, and it is said', async () => {
  const { course, list, read, namesIn, platform } = await openCourse('kl_away')
  course.members = [named(1), named(2)]
  await read()
  const before = await namesIn()
  course.isAway = true
  const { host } = new URL(platform.issuer)
  expect((await read()).result).toEqual({ added: 0, problem: `${host}: 503` })
  expect(await list()).toMatchObject({ problem: `${host}: 503`, left: [], people: 2 })
  course.isAway = false
  course.members = []
  expect((await read()).result.problem).toBe('members: none')
  expect(await list()).toMatchObject({ left: [], people: 2 })
  expect(await namesIn()).toEqual(before)
  expect((await read(false)).status).toBe(200)
  expect(await list()).toMatchObject({ isRead: false, problem: null })
  expect(await namesIn()).toEqual(before)
})

test('a course is read into one class, by teachers of it, from platforms of its own organisation', async () => {
  const { course, list, read, params, learners, outside } = await openCourse('kl_rights')
  course.members = [named(1)]
  await read()
  const body = { sourceId: (await list())?.id ?? '', isRead: true }
  expect((await learners[0].call(readRosterSource, { params, body })).status).toBe(403)
  expect((await outside.call(listRosterSources, { params })).status).toBe(404)
  const other = await buildClass(site, { id: 'kl_rights_2', organisation: school })
  const there = { params: { classId: other.classId }, body }
  expect((await other.teacher.call(readRosterSource, there)).status).toBe(409)
  const elsewhere = await buildClass(site, {
    id: 'kl_rights_3',
    organisation: await buildOrganisation(site.db, 'og_elsewhere'),
  })
  const foreign = { params: { classId: elsewhere.classId }, body }
  expect((await elsewhere.teacher.call(readRosterSource, foreign)).status).toBe(404)
})
