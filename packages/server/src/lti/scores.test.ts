import { removeLtiPlatform } from '@lantern/contract/lti/platforms.ts'
import { listLtiScores } from '@lantern/contract/lti/scores.ts'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { start, tick } from '#testing/learner-acts.ts'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { publicKeys } from './keys.ts'
import { browserAt, openFrom, type PlayedRequest, playPlatform } from './testing/play-platform.ts'

const site = await testSite({ CONNECTION_NETWORKS: '127.0.0.0/8' })
const school = await buildOrganisation(site.db)
const admin = await site.user({ member: 'admin' })
let isAway = false
/** Line items that the platform keeps. */
const columns: Record<string, unknown>[] = []
const platform = await playPlatform(({ method, path, body }) => {
  if (path === '/token') return { status: 200, body: { access_token: 'sesame', expires_in: 3600 } }
  if (isAway) return { status: 503, body: {} }
  if (method === 'POST' && path === '/lineitems') {
    columns.push({ ...JSON.parse(body), id: `${platform.issuer}/lineitems/made-${columns.length}?x=1` })
    return { status: 201, body: columns.at(-1) }
  }
  if (path.startsWith('/lineitems?')) return { status: 200, body: columns }
  return path.includes('/scores') ? { status: 204, body: '' } : null
})
const registered = await platform.register(admin, school)
const params = { id: school }

function endpointOf(lineitem?: string) {
  return {
    'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': {
      scope: [
        'https://purl.imsglobal.org/spec/lti-ags/scope/score',
        'https://purl.imsglobal.org/spec/lti-ags/scope/lineitem',
      ],
      ...(lineitem && { lineitem: `${platform.issuer}${lineitem}` }),
      lineitems: `${platform.issuer}/lineitems`,
    },
  }
}

/** Opens a page from the platform, as a person of its own, and may then learn. */
async function learnerFrom(
  subject: string,
  path: string,
  lineitem?: string,
  { roles, custom, link = `link-${subject}` }: { roles?: string[]; custom?: object; link?: string } = {},
): Promise<Person> {
  const browser = browserAt(site)
  const claims = {
    ...endpointOf(lineitem),
    'https://purl.imsglobal.org/spec/lti/claim/resource_link': { id: link },
    ...(custom && { 'https://purl.imsglobal.org/spec/lti/claim/custom': custom }),
  }
  const launched = await openFrom(site, platform, registered, browser, {
    subject,
    path,
    claims,
    ...(roles && { roles }),
  })
  await browser.visit(String(launched.headers.location))
  const { id } = (await site.inject({ url: '/api/session', cookies: browser.jar })).json().user
  return site.signedInAgain({ ...site.guest(), id }, 'desktop')
}

async function minutePasses(minutes = 1) {
  site.clock.advance({ minutes })
  await site.services.jobs.send(site.db, 'lti.send_scores', {})
  await site.settle()
}

const scoresOf = (subject: string) =>
  platform.asked.filter(({ path, body }) => path.includes('/scores') && JSON.parse(body).userId === subject)
const saidOf = ({ body }: PlayedRequest) => JSON.parse(body) as Record<string, unknown>

test('what somebody learns in a lesson goes back to the platform as a percentage, once for each change', async () => {
  const lesson = await buildTutorial(site.db, { steps: 2 })
  const learner = await learnerFrom('reader', `/tutorial/${lesson.id}`, '/lineitems/1?type=x')
  await start(learner, lesson.id)
  await tick(learner, lesson.id, lesson.steps[0]?.id)
  await minutePasses()
  await minutePasses()
  expect(scoresOf('reader').map(({ path }) => path)).toEqual(['/lineitems/1/scores?type=x'])
  const [sent] = scoresOf('reader')
  expect(sent?.headers.authorization).toBe('Bearer sesame')
  expect(sent?.headers['content-type']).toBe('application/vnd.ims.lis.v1.score+json')
  expect(sent && saidOf(sent)).toMatchObject({ scoreGiven: 50, scoreMaximum: 100, activityProgress: 'InProgress' })
  await tick(learner, lesson.id, lesson.steps[1]?.id)
  await minutePasses()
  expect(scoresOf('reader').map(saidOf).at(-1)).toMatchObject({ scoreGiven: 100 })
  const { scores } = (await admin.call(listLtiScores, { params })).result
  expect(scores).toMatchObject([{ platform: '教学平台', percent: 100, problem: null }])
})

test('the tool proves itself for a token by an assertion that its public keys verify', async () => {
  const token = platform.asked.find(({ path }) => path === '/token')
  const form = new URLSearchParams(token?.body)
  const { payload } = await jwtVerify(
    form.get('client_assertion') ?? '',
    createLocalJWKSet(await publicKeys(site.services)),
    {
      audience: `${platform.issuer}/token`,
      issuer: 'lantern-client',
      currentDate: site.clock.now(),
      clockTolerance: 600,
    },
  )
  expect([payload.sub, form.get('grant_type')]).toEqual(['lantern-client', 'client_credentials'])
  expect(form.get('scope')).toContain('lti-ags/scope/score')
})

test('a link without a column gets one made, once', async () => {
  const lesson = await buildTutorial(site.db, { steps: 1 })
  const learner = await learnerFrom('columnless', `/tutorial/${lesson.slug}`)
  await start(learner, lesson.id)
  await tick(learner, lesson.id, lesson.steps[0]?.id)
  await minutePasses()
  const made = platform.asked.filter(({ path }) => path === '/lineitems')
  expect(made.map(saidOf)).toMatchObject([
    { scoreMaximum: 100, resourceLinkId: 'link-columnless', resourceId: lesson.id },
  ])
  expect(scoresOf('columnless').map(({ path }) => path)).toEqual(['/lineitems/made-0/scores?x=1'])
  await learnerFrom('columnless', `/tutorial/${lesson.slug}`)
  await tick(learner, lesson.id, lesson.steps[0]?.id, false)
  await minutePasses()
  expect(platform.asked.filter(({ path }) => path === '/lineitems')).toHaveLength(1)
})

test('a link of a whole course gets one column, though many learn within a minute and the process was killed', async () => {
  const lesson = await buildTutorial(site.db, { steps: 2 })
  const path = `/tutorial/${lesson.id}`
  const learners = [
    await learnerFrom('one', path, undefined, { link: 'shared' }),
    await learnerFrom('two', path, undefined, { link: 'shared' }),
  ]
  const learn = async (step: number) => {
    for (const learner of learners) await tick(learner, lesson.id, lesson.steps[step]?.id)
  }
  for (const learner of learners) await start(learner, lesson.id)
  await learn(0)
  await minutePasses()
  const made = () => columns.filter(({ resourceLinkId }) => resourceLinkId === 'shared')
  const paths = () => ['one', 'two'].map((subject) => scoresOf(subject).at(-1)?.path)
  expect(made()).toHaveLength(1)
  const [first] = paths()
  expect(paths()).toEqual([first, first])
  // as where a process was killed before it wrote down what the platform made
  await site.db.updateTable('lti_links').set({ line_item_url: null }).where('resource_link_id', '=', 'shared').execute()
  await learn(1)
  await minutePasses()
  expect(made()).toHaveLength(1)
  expect([scoresOf('two').length, paths()]).toEqual([2, [first, first]])
})

test('a link that was chosen without a column gets none made, and marks once the platform has one', async () => {
  const lesson = await buildTutorial(site.db, { steps: 1 })
  const asked = () => platform.asked.filter(({ path }) => path === '/lineitems').length
  const before = asked()
  const chosen = { custom: { column: 'none' } }
  const learner = await learnerFrom('unmarked', `/tutorial/${lesson.id}`, undefined, chosen)
  await start(learner, lesson.id)
  await tick(learner, lesson.id, lesson.steps[0]?.id)
  await minutePasses()
  expect([asked(), scoresOf('unmarked').length]).toEqual([before, 0])
  await learnerFrom('unmarked', `/tutorial/${lesson.id}`, '/lineitems/own', chosen)
  await minutePasses()
  expect(scoresOf('unmarked').map(({ path }) => path)).toEqual(['/lineitems/own/scores'])
})

test('a platform that is away is tried again after growing pauses, and its admin sees it; then the newest score goes', async () => {
  const lesson = await buildTutorial(site.db, { steps: 2 })
  const learner = await learnerFrom('patient', `/tutorial/${lesson.id}`, '/lineitems/3')
  await start(learner, lesson.id)
  isAway = true
  await tick(learner, lesson.id, lesson.steps[0]?.id)
  await minutePasses()
  expect(scoresOf('patient')).toHaveLength(1)
  const { scores } = (await admin.call(listLtiScores, { params })).result
  expect(scores[0]).toMatchObject({ percent: null, problem: expect.stringContaining('503') })
  await minutePasses()
  expect(scoresOf('patient')).toHaveLength(2)
  // now two minutes
  await minutePasses()
  expect(scoresOf('patient')).toHaveLength(2)
  await tick(learner, lesson.id, lesson.steps[1]?.id)
  isAway = false
  await minutePasses()
  expect(scoresOf('patient').map(saidOf).at(-1)).toMatchObject({ scoreGiven: 100 })
  const after = (await admin.call(listLtiScores, { params })).result.scores
  expect(after.every(({ problem }) => problem === null)).toBe(true)
})

test('a platform that was away over the holidays gets what was learned before them', async () => {
  const lesson = await buildTutorial(site.db, { steps: 1 })
  const learner = await learnerFrom('diligent', `/tutorial/${lesson.id}`, '/lineitems/5')
  await start(learner, lesson.id)
  isAway = true
  await tick(learner, lesson.id, lesson.steps[0]?.id)
  for (let day = 0; day < 20; day++) await minutePasses(24 * 60)
  const tried = scoresOf('diligent').length
  isAway = false
  await minutePasses(24 * 60)
  expect(scoresOf('diligent').slice(tried).map(saidOf)).toMatchObject([{ scoreGiven: 100 }])
})

test('a quiz counts by its best attempt', async () => {
  const quiz = await buildQuizWithQuestions(site.db)
  const learner = await learnerFrom('quizzed', `/quiz/${quiz.id}`, '/lineitems/5')
  await start(learner, quiz.id, 'quiz')
  const attempt = {
    user_id: learner.id,
    item_id: quiz.id,
    revision: 1,
    pass_number: 1,
    question_count: 4,
    frozen_until: site.clock.now(),
  }
  const at = site.clock.now()
  await site.db
    .insertInto('quiz_attempts')
    .values([
      { ...attempt, number: 101, started_at: at, submitted_at: at, correct_count: 3, passed: true },
      { ...attempt, number: 102, started_at: at, submitted_at: at, correct_count: 1, passed: true },
    ])
    .execute()
  await minutePasses()
  expect(scoresOf('quizzed').map(saidOf)).toMatchObject([{ scoreGiven: 75, scoreMaximum: 100 }])
})

test('nothing goes back of what the person may not see, of teachers, and to a platform that was disconnected', async () => {
  const hidden = await buildTutorial(site.db, { steps: 1, organisation: await buildOrganisation(site.db, 'og_far') })
  await learnerFrom('stranger', `/tutorial/${hidden.id}`, '/lineitems/6')
  const seen = await buildTutorial(site.db, { steps: 1 })
  await learnerFrom('teacher', `/tutorial/${seen.id}`, '/lineitems/7', { roles: ['http://x/membership#Instructor'] })
  const links = await site.db
    .selectFrom('lti_links')
    .select('item_id')
    .where('item_id', 'in', [hidden.id, seen.id])
    .execute()
  expect(links).toEqual([])
  const learner = await learnerFrom('late', `/tutorial/${seen.id}`, '/lineitems/8')
  await start(learner, seen.id)
  await admin.call(removeLtiPlatform, { params, body: { platformId: registered.id } })
  await minutePasses()
  expect(scoresOf('late')).toEqual([])
})

test('only the admins of the organisation see what was sent', async () => {
  const educator = await site.user({ member: 'educator' })
  const stranger = await site.user()
  expect((await educator.call(listLtiScores, { params })).status).toBe(403)
  expect((await stranger.call(listLtiScores, { params })).status).toBe(404)
})
