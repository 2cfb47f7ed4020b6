import { readFileSync } from 'node:fs'
import { request } from 'playwright-core'
import Schema from 'typebox/schema'
import { enter } from './visit.ts'

// `node tools/oneroster-suite.ts <address of a demo site> <onerosterv1p2rostersservice_openapi3_v1p0.json>`: makes a key at the
// demo's school, asks each call of the document as a program does, and holds status and body against what the document says.

const [site = 'http://127.0.0.1:3000', file = ''] = process.argv.slice(2)

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  responses: Record<string, { content: { 'application/json': { schema: { $ref: string } } } }>
}

const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as {
  paths: Record<string, { get: Operation }>
  components: Json
}
const client = await request.newContext({ baseURL: site })
await enter(client, '13800000006')
const { csrfToken } = await (await client.get('/api/session')).json()
const made = await client.post(
  `/api/campus/organisation/og_demo/oneroster/client?_csrf=${encodeURIComponent(csrfToken)}`,
  { data: { name: 'Suite' } },
)
const { id, secret } = await made.json()
const program = await request.newContext({ baseURL: site })

async function tokenFor(...scopes: string[]): Promise<string> {
  const scope = scopes.map((one) => `https://purl.imsglobal.org/spec/or/v1p2/scope/${one}`).join(' ')
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret, scope }
  return (await (await program.post('/ims/oneroster/oauth/token', { form })).json()).access_token
}

const full = await tokenFor('roster.readonly')
const core = await tokenFor('roster-core.readonly')
const base = '/ims/oneroster/rostering/v1p2'

async function read(path: string, token: string) {
  for (;;) {
    const answer = await program.get(`${base}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} })
    // the lists are made when the first key is
    if (answer.status() !== 429)
      return { status: answer.status(), headers: answer.headers(), body: await answer.json() }
    await new Promise((done) => setTimeout(done, 500))
  }
}

let passed = 0
const failed: string[] = []
function say(what: string, isRight: boolean, detail: unknown): void {
  if (isRight) passed += 1
  else failed.push(`${what}: ${JSON.stringify(detail).slice(0, 600)}`)
}

const checks = new Map<string, ReturnType<typeof Schema.Compile>>()
/** Holds an answer against its schema. */
function hold(
  what: string,
  { get }: { get: Operation },
  answer: { status: number; body: unknown },
  status: number,
): void {
  say(`${what} status`, answer.status === status, [answer.status, answer.body])
  const schema = (get.responses[String(status)] ?? get.responses.default)?.content['application/json'].schema
  const name = schema?.$ref ?? ''
  const check = checks.get(name) ?? Schema.Compile({ components, $ref: name })
  checks.set(name, check)
  say(`${what} body`, check.Check(answer.body), check.Errors(answer.body)[1])
}

/** An id of each list that a path names, from the list itself. */
const ids = new Map<string, string>()
for (const path of Object.keys(paths).filter((one) => /^\/\w+$/.test(one) && one !== '/demographics')) {
  const { body } = await read(`${path}?limit=1`, full)
  const [first] = Object.values(body as Record<string, { sourcedId: string }[]>)[0] ?? []
  ids.set(path.slice(1), first?.sourcedId ?? 'none')
}

for (const [path, operation] of Object.entries(paths)) {
  const { operationId } = operation.get
  const isList = !path.endsWith('{sourcedId}')
  // not offered: nothing is known of anybody that would stand there
  const isOffered = !path.startsWith('/demographics')
  const asked = path.replace(/(\w+)\/\{\w+\}/g, (_, list: string) => `${list}/${ids.get(list)}`)
  const isThere = isOffered && !asked.includes('/none')
  if (isThere) {
    hold(operationId, operation, await read(asked, full), 200)
    if (isList) {
      const paged = await read(`${asked}?limit=2&offset=0&sort=dateLastModified&orderBy=desc`, full)
      hold(`${operationId} paged`, operation, paged, 200)
      say(`${operationId} total`, /^\d+$/.test(paged.headers['x-total-count'] ?? ''), paged.headers)
      say(`${operationId} links`, /rel="first".*rel="last"/.test(paged.headers.link ?? ''), paged.headers)
      hold(`${operationId} filter`, operation, await read(`${asked}?filter=status%3D%27active%27`, full), 200)
      hold(`${operationId} no filter field`, operation, await read(`${asked}?filter=no%3D%271%27`, full), 400)
    }
    hold(`${operationId} no field`, operation, await read(`${asked}?fields=no`, full), 400)
  }
  const unknown = path.replace(/\{\w+\}/g, 'unknown')
  if (!isOffered || unknown !== path) hold(`${operationId} unknown`, operation, await read(unknown, full), 404)
  hold(`${operationId} without token`, operation, await read(asked, ''), 401)
  if (isThere && path.split('/').length > 3) hold(`${operationId} core`, operation, await read(asked, core), 403)
}
for (const line of failed) console.log(line)
console.log({ operations: Object.keys(paths).length, passed, failed: failed.length })
await client.dispose()
await program.dispose()
