import { getLtiChoice, makeLtiChoice } from '@lantern/contract/lti/choices.ts'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { claimBase, deepLinkingBase } from './claims.ts'
import { publicKeys } from './keys.ts'
import { browserAt, openFrom, playPlatform } from './testing/play-platform.ts'

const site = await testSite({ CONNECTION_NETWORKS: '127.0.0.0/8' })
const school = await buildOrganisation(site.db)
const admin = await site.user({ member: 'admin' })
const platform = await playPlatform()
const registered = await platform.register(admin, school)
const teacherRole = ['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor']

function wanting(settings: Record<string, unknown> = {}) {
  return {
    [`${claimBase}message_type`]: 'LtiDeepLinkingRequest',
    [`${deepLinkingBase}deep_linking_settings`]: {
      deep_link_return_url: `${platform.issuer}/return?course=7`,
      accept_types: ['link', 'ltiResourceLink'],
      accept_presentation_document_targets: ['iframe', 'window'],
      data: 'as it came',
      ...settings,
    },
  }
}

/** A teacher comes to choose, in a frame of the platform. */
async function comeToChoose(settings: Record<string, unknown> = {}, subject = 'teacher-1') {
  const browser = browserAt(site)
  const opening = { subject, roles: teacherRole, isFramed: true, claims: wanting(settings) }
  const launched = await openFrom(site, platform, registered, browser, opening)
  expect(launched.statusCode).toBe(303)
  const address = String(launched.headers.location)
  expect(address).toMatch(/^\/lti\/choose\/[\w-]+$/)
  const { id } = (await site.inject({ url: '/api/session', cookies: browser.jar })).json().user
  const teacher: Person = await site.signedInAgain({ ...site.guest(), id }, 'desktop')
  return { browser, teacher, ticket: address.split('/').at(-1) ?? '' }
}

/** What the form of the page posts. */
async function postedFrom(browser: ReturnType<typeof browserAt>, path: string) {
  const page = await browser.visit(path, { isFramed: true })
  const [, action = ''] = /action="([^"]+)"/.exec(page.body) ?? []
  const [, token = ''] = /name="JWT" value="([^"]+)"/.exec(page.body) ?? []
  return { page, action, token }
}

test('what a teacher chooses goes back signed, with a column of marks and the data of the platform, once', async () => {
  const lesson = await buildTutorial(site.db, { title: '浅水里的光', summary: '一段话' })
  const { browser, teacher, ticket } = await comeToChoose()
  const params = { ticket }
  const { result: shown } = await teacher.call(getLtiChoice, { params, query: { q: '浅水' } })
  expect(shown).toMatchObject({ platform: '教学平台', takesScore: true, opened: null })
  expect(shown.results).toEqual([
    { id: lesson.id, type: 'tutorial', title: '浅水里的光', language: 'zh', stepCount: 3 },
  ])
  const { result } = await teacher.call(makeLtiChoice, { params, body: { itemId: lesson.id, withScore: true } })
  const { page, action, token } = await postedFrom(browser, result.path)
  expect(page.headers['content-security-policy']).toContain(`frame-ancestors 'self' ${platform.issuer}`)
  expect(action).toBe(`${platform.issuer}/return?course=7`)
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(await publicKeys(site.services)), {
    issuer: 'lantern-client',
    audience: platform.issuer,
    currentDate: site.clock.now(),
  })
  expect(protectedHeader.kid).toBeTruthy()
  expect(payload).toMatchObject({
    nonce: expect.any(String),
    [`${claimBase}message_type`]: 'LtiDeepLinkingResponse',
    [`${claimBase}version`]: '1.3.0',
    [`${claimBase}deployment_id`]: '1',
    [`${deepLinkingBase}data`]: 'as it came',
    [`${deepLinkingBase}content_items`]: [
      {
        type: 'ltiResourceLink',
        title: '浅水里的光',
        text: '一段话',
        url: `${site.services.config.publicUrl}/tutorial/${lesson.id}`,
        lineItem: { label: '浅水里的光', scoreMaximum: 100, resourceId: lesson.id },
      },
    ],
  })
  expect((await browser.visit(result.path)).statusCode).toBe(422)
})

test('one step is chosen by its anchor and without a column; nothing may be chosen too', async () => {
  const lesson = await buildTutorial(site.db, { title: '影子', steps: [{ title: '光源', anchor: 'light' }, {}] })
  const { browser, teacher, ticket } = await comeToChoose({ data: undefined })
  const params = { ticket }
  const { result: shown } = await teacher.call(getLtiChoice, { params, query: { item: lesson.id } })
  expect(shown.opened?.steps.map(({ title }) => title)).toEqual(['光源', '第2步'])
  const stepId = lesson.steps[0]?.id ?? ''
  await teacher.call(makeLtiChoice, { params, body: { itemId: null, withScore: false } })
  const { result } = await teacher.call(makeLtiChoice, { params, body: { itemId: lesson.id, stepId, withScore: true } })
  const said = decodeJwt((await postedFrom(browser, result.path)).token)
  expect(said[`${deepLinkingBase}content_items`]).toEqual([
    {
      type: 'ltiResourceLink',
      title: '影子: 光源',
      url: `${site.services.config.publicUrl}/tutorial/${lesson.id}#light`,
    },
  ])
  expect(said).not.toHaveProperty(`${deepLinkingBase}data`)

  const again = await comeToChoose()
  const none = await again.teacher.call(makeLtiChoice, {
    params: { ticket: again.ticket },
    body: { itemId: null, withScore: false },
  })
  const nothing = decodeJwt((await postedFrom(again.browser, none.result.path)).token)
  expect(nothing[`${deepLinkingBase}content_items`]).toEqual([])
})

test('what is chosen without a column says so in the link that the platform keeps', async () => {
  const lesson = await buildTutorial(site.db)
  const { browser, teacher, ticket } = await comeToChoose()
  const body = { itemId: lesson.id, withScore: false }
  const { result } = await teacher.call(makeLtiChoice, { params: { ticket }, body })
  const said = decodeJwt((await postedFrom(browser, result.path)).token)
  const [item] = said[`${deepLinkingBase}content_items`] as object[]
  expect(item).toMatchObject({ custom: { column: 'none' } })
  expect(item).not.toHaveProperty('lineItem')
})

test('a platform that takes no column gets none, and one that takes no links or names no way back is refused', async () => {
  const lesson = await buildTutorial(site.db)
  const { browser, teacher, ticket } = await comeToChoose({ accept_lineitem: false })
  const { result } = await teacher.call(makeLtiChoice, {
    params: { ticket },
    body: { itemId: lesson.id, withScore: true },
  })
  const said = decodeJwt((await postedFrom(browser, result.path)).token)
  const [item] = said[`${deepLinkingBase}content_items`] as object[]
  expect(item).toHaveProperty('url')
  for (const name of ['lineItem', 'custom']) expect(item).not.toHaveProperty(name)
  for (const settings of [{ accept_types: ['file'] }, { deep_link_return_url: 'javascript:alert(1)' }]) {
    const opening = { roles: teacherRole, isFramed: true, claims: wanting(settings) }
    expect((await openFrom(site, platform, registered, browserAt(site), opening)).statusCode).toBe(422)
  }
  const learner = await openFrom(site, platform, registered, browserAt(site), { isFramed: true, claims: wanting() })
  expect(learner.statusCode).toBe(422)
})

test('what is not for the whole organisation cannot be chosen, and a ticket is good for who came with it', async () => {
  const elsewhere = await buildOrganisation(site.db, 'og_elsewhere')
  const foreign = await buildTutorial(site.db, { title: '别处的课', organisation: elsewhere })
  const own = await buildTutorial(site.db, { title: '自己的课', organisation: school })
  const draft = await buildTutorial(site.db, { title: '没写完的课', status: 'draft' })
  const { teacher, ticket } = await comeToChoose()
  const params = { ticket }
  const { result } = await teacher.call(getLtiChoice, { params, query: { q: '的课' } })
  expect(result.results.map(({ id }) => id)).toEqual([own.id])
  for (const { id } of [foreign, draft]) {
    expect((await teacher.call(makeLtiChoice, { params, body: { itemId: id, withScore: false } })).status).toBe(404)
    expect((await teacher.call(getLtiChoice, { params, query: { item: id } })).result.opened).toBeNull()
  }
  const other = await comeToChoose({}, 'teacher-2')
  expect((await other.teacher.call(getLtiChoice, { params, query: {} })).status).toBe(422)
  const taken = await other.teacher.call(makeLtiChoice, { params, body: { itemId: own.id, withScore: false } })
  expect(taken.status).toBe(422)
})
