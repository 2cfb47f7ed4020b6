import { createServer } from 'node:net'
import { getLtiChoice, makeLtiChoice } from '@lantern/contract/lti/choices.ts'
import { listLtiPlatforms, saveLtiPlatform } from '@lantern/contract/lti/platforms.ts'
import { listLtiScores } from '@lantern/contract/lti/scores.ts'
import { getClassTool, listClassTools, saveLtiTool } from '@lantern/contract/lti/tools.ts'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { start, tick } from '#testing/learner-acts.ts'
import { type Person, type TestSite, testSite } from '#testing/site.ts'

// Two sites of ours that have nothing in common but what they say to each other over the network.

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

async function openSite(host: string): Promise<TestSite> {
  const port = await freePort()
  const site = await testSite({ PUBLIC_URL: `http://${host}:${port}`, CONNECTION_NETWORKS: '127.0.0.0/8' })
  await site.app.listen({ port, host: '127.0.0.1' })
  return site
}

const platform = await openSite('127.0.0.1')
const tool = await openSite('localhost')
const [school, college] = [await buildOrganisation(platform.db), await buildOrganisation(tool.db)]
const toolAdmin = await tool.user({ member: 'admin' })
const { classId, admin, teacher, learners } = await buildClass(platform, { id: 'kl_two', organisation: school })

/** A browser that keeps what each site gives it and posts the forms that it is given. */
function browserOf(person: Person) {
  const jars: Record<string, Record<string, string>> = { [platform.services.config.publicUrl]: person.cookies }
  return async function visit(address: string, form?: URLSearchParams): Promise<URL> {
    const url = new URL(address)
    const jar = jars[url.origin] ?? {}
    jars[url.origin] = jar
    const cookie = Object.entries(jar)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', 'sec-fetch-dest': 'document', ...(cookie && { cookie }) },
      ...(form && { method: 'POST', body: form }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar[name] = value
    }
    const next = answer.headers.get('location')
    if (next !== null) {
      const there = new URL(next, url)
      // pages are none of this test's: the way ends at the first one
      return there.pathname.startsWith('/lti/') && !there.pathname.startsWith('/lti/choose/')
        ? visit(there.href)
        : there
    }
    const page = await answer.text()
    const [, action] = /<form method="post" action="([^"]+)"/.exec(page) ?? []
    if (!action) throw new Error(`${url.pathname} ${answer.status}: ${page.slice(0, 300)}`)
    const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    return visit(action, new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value])))
  }
}

async function whoCameLast(): Promise<Person> {
  const { user_id } = await tool.db
    .selectFrom('lti_people')
    .select('user_id')
    .orderBy('bound_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return tool.signedInAgain({ ...tool.guest(), id: user_id }, 'desktop')
}

async function connect() {
  const nothing = { issuer: '', clientId: '', authUrl: '', tokenUrl: '', jwksUrl: '', deploymentIds: [] }
  const place = { params: { id: college } }
  const { result: ours } = await toolAdmin.call(saveLtiPlatform, { ...place, body: { ...nothing, name: '课堂' } })
  const { result: theirs } = await admin.call(saveLtiTool, {
    params: { id: school },
    body: {
      name: '另一个课堂',
      loginUrl: ours.loginUrl,
      launchUrl: ours.launchUrl,
      jwksUrl: ours.keysUrl,
      chooseUrl: ours.launchUrl,
      redirectUrls: [],
      sendsName: true,
      sendsMail: false,
    },
  })
  await toolAdmin.call(saveLtiPlatform, {
    ...place,
    body: {
      platformId: ours.id,
      name: '课堂',
      issuer: theirs.issuer,
      clientId: theirs.clientId,
      authUrl: theirs.authUrl,
      tokenUrl: theirs.tokenUrl,
      jwksUrl: theirs.keysUrl,
      deploymentIds: [theirs.deploymentId],
    },
  })
  const { platforms } = (await toolAdmin.call(listLtiPlatforms, place)).result
  expect(platforms.map(({ ready }) => ready)).toEqual([true])
  return theirs
}

test('a teacher of one site chooses a lesson of the other, a learner opens and learns it there, and the mark arrives', async () => {
  const { clientId } = await connect()
  const lesson = await buildTutorial(tool.db, { title: '水面', steps: 2 })
  const at = (path: string) => `${platform.services.config.publicUrl}${path}`
  const teaching = browserOf(teacher)
  const choosing = await teaching(at(`/lti/open/${classId}/${clientId}`))
  expect([choosing.origin, choosing.pathname.slice(0, 12)]).toEqual([tool.services.config.publicUrl, '/lti/choose/'])
  const params = { ticket: choosing.pathname.split('/').at(-1) ?? '' }
  const guide = await whoCameLast()
  expect((await guide.call(getLtiChoice, { params, query: {} })).result.platform).toBe('课堂')
  const { result: chosen } = await guide.call(makeLtiChoice, { params, body: { itemId: lesson.id, withScore: true } })
  const back = await teaching(`${tool.services.config.publicUrl}${chosen.path}`)
  expect(back.href).toBe(at(`/campus/class/${classId}`))
  const { links } = (await teacher.call(listClassTools, { params: { classId } })).result
  expect(links.map(({ title }) => title)).toEqual(['水面'])

  tool.clock.advance({ minutes: 1 })
  platform.clock.advance({ minutes: 1 })
  const [ada] = learners
  const linkId = links[0]?.id ?? ''
  const there = await browserOf(ada)(at(`/lti/open/${linkId}`))
  expect(there.href).toBe(`${tool.services.config.publicUrl}/tutorial/${lesson.id}`)
  const learner = await whoCameLast()
  expect(learner.id).not.toBe(guide.id)
  await start(learner, lesson.id)
  await tick(learner, lesson.id, lesson.steps[0]?.id)
  await tool.services.jobs.send(tool.db, 'lti.send_scores', {})
  await tool.settle()
  const sent = (await toolAdmin.call(listLtiScores, { params: { id: college } })).result.scores
  expect(sent).toMatchObject([{ platform: '课堂', item: '水面', person: 'Ada', percent: 50, problem: null }])
  const { own } = (await ada.call(getClassTool, { params: { id: linkId } })).result
  expect(own).toMatchObject([{ label: '水面', isOfTool: false, given: 50, maximum: 100, comment: '' }])
})
