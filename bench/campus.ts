import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { newId } from '../packages/contract/src/ids.ts'
import { runSql } from '../packages/server/src/kit/sql.ts'
import { claimBase } from '../packages/server/src/lti/claims.ts'
import { buildOrganisation, buildTutorial } from '../packages/server/src/testing/builders.ts'
import { type RunningSite, runSite } from '../tools/run-site.ts'
import { cpuColumns, measureCpu } from './cpu.ts'
import { type BenchLearner, databaseOf, get, makeLearners, post } from './learners.ts'
import { load, type Request } from './load.ts'
import { table } from './report.ts'

const seconds = 6
const statementsOfBatch = 50
const classSize = 2_000
const assignments = 10
const rosterLines = 100_000
const launches = 2_000
const browsers = 32

interface Bench {
  site: RunningSite
  database: Awaited<ReturnType<typeof databaseOf>>
  organisationId: string
  admin: BenchLearner
}

/**
 * What a university asks of the site: statements written and queried, the table of a class of 2,000, a name list of
 * 100,000 lines, and 2,000 people who come from their platform.
 */
export async function benchCampus(port: number): Promise<void> {
  const site = await runSite({ port, env: { CONNECTION_NETWORKS: '127.0.0.0/8' } })
  const database = await databaseOf(site)
  try {
    const organisationId = await buildOrganisation(database.db)
    const [admin] = await makeLearners(site, database.db, 1)
    if (!admin) throw new Error('nobody was made')
    await joinAll(database, organisationId, [admin.id], 'admin')
    const bench = { site, database, organisationId, admin }
    table('Learning records (32 connections, client on the same cores)', await statements(bench))
    table(`The table of a class of ${classSize} with ${assignments} assignments`, await classTable(bench))
    table(`${launches} people come from their platform, ${browsers} at a time`, [await comeByLti(bench)])
    table(`A name list of ${rosterLines} lines`, await nameList(bench))
  } finally {
    await database.leave()
    await site.stop()
  }
}

async function joinAll({ db }: Bench['database'], organisationId: string, userIds: string[], role: string) {
  await runSql(
    db,
    `insert into memberships (organisation_id, user_id, role) select $1, id, $2 from unnest($3::text[]) id`,
    [organisationId, role, userIds],
  )
}

/** Written singly and in batches, then read: the newest ones, those of one person, and one by its id. */
async function statements({ site, database, organisationId, admin }: Bench) {
  const path = `/api/campus/organisation/${organisationId}/xapi/credential`
  const { id, secret } = await post<{ id: string; secret: string }>(site, admin, path, { name: 'bench' })
  const headers = {
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    'x-experience-api-version': '2.0.0',
  }
  const people = Array.from({ length: 320 }, (_, nth) => `mailto:learner${nth}@school.example`)
  const statement = (mbox: string, nth: number) => ({
    actor: { objectType: 'Agent', mbox },
    verb: { id: 'http://adlnet.gov/expapi/verbs/completed', display: { en: 'completed' } },
    object: { id: `https://school.example/lessons/${nth % 40}`, definition: { name: { en: 'Lights' } } },
    result: { score: { scaled: 0.9 }, completion: true },
  })
  const write = (body: (mbox: string, nth: number) => unknown): Request[] =>
    people.map((mbox, nth) => ({ method: 'POST', path: '/xapi/statements', headers, body: body(mbox, nth) }))
  const read = (query: (mbox: string) => Record<string, string>): Request[] =>
    people.map((mbox) => ({ path: `/xapi/statements?${new URLSearchParams(query(mbox))}`, headers }))
  const batch = (mbox: string) => Array.from({ length: statementsOfBatch }, (_, nth) => statement(mbox, nth))
  const rows = [
    await measured({ site, database, what: 'one written' }, write(statement)),
    await measured({ site, database, what: `${statementsOfBatch} written in a batch` }, write(batch)),
  ]
  await runSql(database.db, 'analyze')
  rows.push(
    await measured(
      { site, database, what: 'the newest 50' },
      read(() => ({ limit: '50' })),
    ),
    await measured(
      { site, database, what: 'the newest 50 of a person' },
      read((mbox) => ({ limit: '50', agent: JSON.stringify({ mbox }) })),
    ),
  )
  return rows
}

interface Measuring extends Pick<Bench, 'site' | 'database'> {
  what: string
}

async function measured({ site, database, what }: Measuring, requests: Request[]) {
  // what runs for the first time is compiled
  await load(site.url, requests, { seconds: 2 })
  const { result, cpu } = await measureCpu(site, database.db, () => load(site.url, requests, { seconds }))
  const { perSecond, p50, p97, failures } = result
  if (failures > 0) throw new Error(`${what}: ${failures} requests failed`)
  return {
    what,
    'per second': perSecond,
    'p50 ms': p50,
    'p97.5 ms': p97,
    ...cpuColumns(cpu, Math.round(perSecond * seconds)),
  }
}

interface Rows {
  rows: { userId: string }[]
  next: string | null
}

/** Everybody has begun half of what is assigned; the first screen, and the whole table row by row as a teacher scrolls. */
async function classTable({ site, database, organisationId, admin }: Bench) {
  const { db } = database
  const classId = newId('class')
  await runSql(db, 'insert into classes (id, name, organisation_id) values ($1, $1, $2)', [classId, organisationId])
  const learnerIds = Array.from({ length: classSize }, () => newId('user'))
  await runSql(
    db,
    `insert into users (id, name, slug, created_at) select id, 'Learner ' || id, id, now() from unnest($1::text[]) id`,
    [learnerIds],
  )
  await joinAll(database, organisationId, learnerIds, 'learner')
  await runSql(
    db,
    'insert into class_members (class_id, organisation_id, user_id) select $1, $2, id from unnest($3::text[]) id',
    [classId, organisationId, learnerIds],
  )
  for (let nth = 0; nth < assignments; nth++) {
    const { id } = await buildTutorial(db, {})
    const dates = { opensAt: '2020-01-01T00:00', dueAt: '2099-01-01T00:00' }
    await post(site, admin, `/api/campus/class/${classId}/assignment`, { item: id, ...dates })
    await runSql(
      db,
      `insert into records (user_id, work_id, item_id, last_item_id, type, completed, completed_time, started_at,
        last_viewed_time, updated_time)
      select u.id, i.work_id, i.id, i.id, i.type, u.nth % 4 = 0, case when u.nth % 4 = 0 then now() end, now(), now(), now()
      from unnest($1::text[]) with ordinality u (id, nth), items i where i.id = $2 and (u.nth + $3) % 2 = 0`,
      [learnerIds, id, nth],
    )
  }
  await runSql(db, 'analyze')
  const path = `/api/campus/class/${classId}/progress`
  const first = await measured({ site, database, what: 'first rows' }, [{ path, headers: { cookie: admin.cookie } }])
  const wholes = 5
  const startedAt = performance.now()
  const { cpu } = await measureCpu(site, db, async () => {
    for (let nth = 0; nth < wholes; nth++) {
      const seen = new Set<string>()
      let next: string | null = ''
      while (next !== null) {
        const query: string = next === '' ? '' : `?after=${encodeURIComponent(next)}`
        const page: Rows = await get<Rows>(site, `${path}${query}`, admin.cookie)
        for (const { userId } of page.rows) seen.add(userId)
        next = page.next
      }
      if (seen.size !== classSize) throw new Error(`The table has ${seen.size} rows`)
    }
  })
  const each = (performance.now() - startedAt) / wholes
  return [first, { what: 'all rows, one page after another', 'p50 ms': each, ...cpuColumns(cpu, wholes) }]
}

/** Planned, imported and asked for again, each until it is done. */
async function nameList({ site, database, organisationId, admin }: Bench) {
  const lines = Array.from({ length: rosterLines }, (_, nth) => {
    const klass = `Class ${Math.floor(nth / 40)}`
    return `Person ${nth},N${nth},person${nth}@school.example,${klass}`
  })
  const data = Buffer.from(['姓名,学号,邮箱,班级', ...lines].join('\n')).toString('base64')
  const path = `/api/campus/organisation/${organisationId}/nameList`
  interface Plan {
    id: string
    state: string
    added: number
    same: number
  }
  const untilNot = async (id: string, state: string): Promise<Plan> => {
    for (;;) {
      const plan = await get<Plan>(site, `${path}/${id}`, admin.cookie)
      if (plan.state !== state) return plan
      await wait(2_000)
    }
  }
  const timed = async (what: string, work: () => Promise<Plan>) => {
    const startedAt = performance.now()
    const { result, cpu } = await measureCpu(site, database.db, work)
    const { added, same } = result
    const took = (performance.now() - startedAt) / 1000
    const { site: siteSeconds, database: databaseSeconds } = cpu
    return {
      plan: result,
      row: { what, seconds: took, added, same, 'site CPU s': siteSeconds, 'database CPU s': databaseSeconds },
    }
  }
  const planned = (what: string) =>
    timed(what, async () => {
      const body = { file: { name: 'list.csv', data }, makeClasses: true }
      const { plan } = await post<{ plan: Plan | null }>(site, admin, path, body)
      if (!plan) throw new Error('The name list was not read')
      return untilNot(plan.id, 'planning')
    })
  const first = await planned('planned')
  const written = await timed('imported', async () => {
    await post(site, admin, `${path}/${first.plan.id}/import`, { endMissing: false })
    return untilNot(first.plan.id, 'importing')
  })
  const again = await planned('the same list planned again')
  return [first.row, written.row, again.row]
}

/** Each with a browser of its own: sent to the platform, back with its token, and in. */
async function comeByLti({ site, database, organisationId, admin }: Bench) {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256', use: 'sig' }
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [jwk] })),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const registered = await post<{ id: string }>(
    site,
    admin,
    `/api/campus/organisation/${organisationId}/lti/platform`,
    {
      name: 'Bench platform',
      issuer,
      clientId: 'bench',
      authUrl: `${issuer}/auth`,
      tokenUrl: `${issuer}/token`,
      jwksUrl: `${issuer}/jwks`,
      deploymentIds: ['1'],
    },
  )
  const open = (path: string, cookies: string, init: RequestInit = {}) =>
    fetch(`${site.url}${path}`, { redirect: 'manual', ...init, headers: { ...init.headers, cookie: cookies } })
  const come = async (nth: number) => {
    const start = { iss: issuer, login_hint: 'hint', target_link_uri: `${site.url}/`, client_id: 'bench' }
    const left = await open(`/lti/login/${registered.id}?${new URLSearchParams(start)}`, '')
    const asked = new URL(left.headers.get('location') ?? '').searchParams
    const cookies = left.headers
      .getSetCookie()
      .map((line) => line.slice(0, line.indexOf(';')))
      .join('; ')
    const now = Math.floor(Date.now() / 1000)
    const token = await new SignJWT({
      nonce: asked.get('nonce') ?? '',
      name: `Learner ${nth}`,
      [`${claimBase}version`]: '1.3.0',
      [`${claimBase}message_type`]: 'LtiResourceLinkRequest',
      [`${claimBase}deployment_id`]: '1',
      [`${claimBase}target_link_uri`]: new URL('/', asked.get('redirect_uri') ?? '').href,
      [`${claimBase}resource_link`]: { id: 'link-1' },
      [`${claimBase}roles`]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'],
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
      .setIssuer(issuer)
      .setAudience('bench')
      .setSubject(`person-${nth}`)
      .setIssuedAt(now)
      .setExpirationTime(now + 60)
      .sign(privateKey)
    const launched = await open(`/lti/launch/${registered.id}`, cookies, {
      method: 'POST',
      body: new URLSearchParams({ id_token: token, state: asked.get('state') ?? '' }),
    })
    const entered = await open(launched.headers.get('location') ?? '', cookies)
    const isIn = entered.headers.getSetCookie().some((line) => line.startsWith('lantern_session='))
    if (entered.status !== 303 || !isIn) throw new Error(`A launch ended with ${launched.status} and ${entered.status}`)
  }
  const startedAt = performance.now()
  let nth = 0
  const { cpu } = await measureCpu(site, database.db, () =>
    Promise.all(
      Array.from({ length: browsers }, async () => {
        while (nth < launches) await come(nth++)
      }),
    ),
  )
  const took = (performance.now() - startedAt) / 1000
  server.close()
  return {
    what: 'first launch of each, to the session',
    seconds: took,
    'a minute': (launches / took) * 60,
    ...cpuColumns(cpu, launches),
  }
}
