import { createServer } from 'node:http'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type APIRequestContext, request } from 'playwright-core'
import { enter, messageTo, ownAddress } from './visit.ts'

// `node tools/lti-suite.ts http://127.0.0.1:3000 <folder>`, where `npm install @lti-tool/core` was done in the folder and the
// site was started with CONNECTION_NETWORKS=127.0.0.0/8: that library as a tool of the demo's school. A teacher chooses
// something in it for the demo's class, and a learner opens it.

interface Session {
  user: { id: string }
  isDeepLinkingAvailable: boolean
  services: { ags: { lineitem?: string } }
}
interface LineItem {
  id: string
  label: string
}
interface Tool {
  getJWKS(): Promise<object>
  handleLogin(asked: Record<string, string>): Promise<string>
  verifyLaunch(token: string, state: string): Promise<object>
  createSession(claims: object): Promise<Session>
  createDeepLinkingResponse(session: Session, items: object[]): Promise<string>
  submitScore(session: Session, score: object): Promise<void>
  getScores(session: Session): Promise<{ userId: string; resultScore?: number }[]>
  listLineItems(session: Session): Promise<LineItem[]>
  getLineItem(session: Session): Promise<LineItem>
  createLineItem(session: Session, item: object): Promise<LineItem>
  updateLineItem(session: Session, item: object): Promise<LineItem>
  deleteLineItem(session: Session): Promise<void>
  getMembers(session: Session): Promise<object[]>
}
interface Registered {
  id: string
  issuer: string
  clientId: string
  deploymentId: string
  authUrl: string
  tokenUrl: string
  keysUrl: string
}

const [site = 'http://127.0.0.1:3000', folder = '.'] = process.argv.slice(2)
const classTools = '/api/campus/class/kl_demo/tool/list'
const results: boolean[] = []

const { tool, knows } = await makeTool()
const server = createServer(async (_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(await tool.getJWKS()))
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const address = server.address()
const here = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

const admin = await personOf('13800000006')
const teacher = await personOf('13800000005')
const learner = await personOf('13800000010')
// the library refuses a launch of a person without an email address
for (const person of [teacher, learner]) await confirmAddress(person)
const registered = await post<Registered>(admin, '/api/campus/organisation/og_demo/lti/tool', {
  name: 'Counterpart',
  loginUrl: `${here}/login`,
  launchUrl: `${here}/launch`,
  jwksUrl: `${here}/jwks`,
  chooseUrl: `${here}/choose`,
  redirectUrls: [],
  sendsName: true,
  sendsMail: true,
})
knows(registered)

const title = `Counterpart ${Date.now()}`
const choosing = await step('deep linking: asked', async () => {
  const session = await launch(teacher, `/lti/open/kl_demo/${registered.id}`)
  return session.isDeepLinkingAvailable && session
})
const answer = await step('deep linking: answered', () =>
  tool.createDeepLinkingResponse(choosing, [
    { type: 'ltiResourceLink', title, url: `${here}/launch`, lineItem: { label: title, scoreMaximum: 20 } },
  ]),
)
const link = await step('deep linking: taken', async () => {
  const jwt = /name="JWT"[^>]*value="([^"]+)"/.exec(answer)?.[1] ?? ''
  const target = new URL(/action="([^"]+)"/.exec(answer)?.[1] ?? '', site)
  await teacher.post(target.href, { form: { JWT: jwt }, headers: { origin: here }, maxRedirects: 0 })
  const { links } = await get<{ links: { id: string; title: string }[] }>(teacher, classTools)
  return links.find((one) => one.title === title)
})
const session = await step('launch', () => launch(learner, `/lti/open/${link.id}`))
await step('a score', async () => {
  const done = { activityProgress: 'Completed', gradingProgress: 'FullyGraded' }
  await tool.submitScore(session, { userId: session.user.id, scoreGiven: 18, scoreMaximum: 20, ...done })
  const { own } = await get<{ own: { given: number | null }[] }>(learner, `/api/campus/tool/${link.id}`)
  return own[0]?.given === 18
})
await step('results', async () => {
  const given = await tool.getScores(session)
  return given.some(({ userId, resultScore }) => userId === session.user.id && resultScore === 18)
})
await step('line items: list', async () => (await tool.listLineItems(session)).length > 0)
await step('line items: read', async () => (await tool.getLineItem(session)).label === title)
const made = await step('line items: make', () => tool.createLineItem(session, { label: 'Made', scoreMaximum: 10 }))
const ofMade = { ...session, services: { ...session.services, ags: { ...session.services.ags, lineitem: made.id } } }
await step('line items: change', async () => {
  const changed = await tool.updateLineItem(ofMade, { label: 'Changed', scoreMaximum: 10 })
  return changed.label === 'Changed'
})
await step('line items: delete', async () => {
  await tool.deleteLineItem(ofMade)
  return (await tool.listLineItems(session)).every(({ id }) => id !== made.id)
})
await step('members', async () => (await tool.getMembers(session)).length > 1)
console.log(`${results.filter(Boolean).length} of ${results.length}`)
server.close()

/** What does not hold, or cannot be done, is wrong; what needs it cannot be tried then. */
async function step<T>(name: string, work: () => Promise<T>): Promise<Exclude<T, false | undefined>> {
  const [came, why] = await work().then(
    (value) => [value, ''] as const,
    (error: unknown) => [false as const, String(error)] as const,
  )
  results.push(came !== false && came !== undefined)
  console.log(results.at(-1) ? 'right' : 'WRONG', name, why)
  return came as Exclude<T, false | undefined>
}

/** Opens an address of the site on the way to the tool, and reads what is posted there. */
async function launch(person: APIRequestContext, path: string): Promise<Session> {
  const left = await person.get(path, { maxRedirects: 0 })
  const begun = Object.fromEntries(new URL(left.headers().location ?? '').searchParams)
  const asked = await tool.handleLogin({ lti_deployment_id: '1', ...begun, launchUrl: begun.target_link_uri ?? '' })
  const page = await (await person.get(asked)).text()
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
  return tool.createSession(await tool.verifyLaunch(field('id_token'), field('state')))
}

async function personOf(phone: string): Promise<APIRequestContext> {
  const person = await request.newContext({ baseURL: site, extraHTTPHeaders: ownAddress() })
  await enter(person, phone)
  return person
}

async function confirmAddress(person: APIRequestContext): Promise<void> {
  const email = `lti-${crypto.randomUUID()}@school.example`
  await post(person, '/api/learn/cn/email', { email })
  const [link = ''] = /http\S+/.exec((await messageTo(person, email)).text) ?? []
  await post(person, '/api/learn/cn/email/confirm', { token: new URL(link).searchParams.get('token') })
}

async function get<T>(person: APIRequestContext, path: string): Promise<T> {
  const heard = await person.get(path)
  if (!heard.ok()) throw new Error(`${path}: ${heard.status()} ${await heard.text()}`)
  return heard.json()
}

async function post<T>(person: APIRequestContext, path: string, data: object): Promise<T> {
  const { csrfToken } = await get<{ csrfToken: string }>(person, '/api/session')
  const heard = await person.post(`${path}?_csrf=${encodeURIComponent(csrfToken)}`, { data })
  if (!heard.ok()) throw new Error(`${path}: ${heard.status()} ${await heard.text()}`)
  return heard.json()
}

/** The library over a memory of this process. */
async function makeTool() {
  // it is made for bundlers: names of its files lack their endings
  registerHooks({
    resolve(name, context, next) {
      if (!name.startsWith('.') || !context.parentURL?.includes('/@lti-tool/')) return next(name, context)
      for (const ending of ['', '.js', '/index.js']) {
        try {
          return next(`${name}${ending}`, context)
        } catch {}
      }
      return next(name, context)
    },
    load: (url, context, next) =>
      next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
  })
  const entry = resolve(folder, 'node_modules/@lti-tool/core/dist/index.js')
  const { LTITool } = (await import(pathToFileURL(entry).href)) as { LTITool: new (config: object) => Tool }
  const sessions = new Map<string, Session>()
  const nonces = new Set<string>()
  let config: object | undefined
  const keyPair = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['sign', 'verify'],
  )
  const storage = {
    getLaunchConfig: async () => config,
    storeNonce: async (nonce: string) => void nonces.add(nonce),
    validateNonce: async (nonce: string) => nonces.delete(nonce),
    addSession: async (one: Session & { id: string }) => {
      sessions.set(one.id, one)
      return one.id
    },
    getSession: async (id: string) => sessions.get(id),
  }
  const stateSecret = crypto.getRandomValues(new Uint8Array(32))
  return {
    tool: new LTITool({ stateSecret, keyPair, storage, security: { keyId: 'main' } }),
    knows({ issuer: iss, clientId, deploymentId, authUrl, tokenUrl, keysUrl: jwksUrl }: Registered) {
      config = { iss, clientId, deploymentId, authUrl, tokenUrl, jwksUrl }
    },
  }
}
