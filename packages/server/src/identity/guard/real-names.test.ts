import { checkRealName } from '@lantern/contract/identity/guard.ts'
import { getCurrentUser, getSession } from '@lantern/contract/identity/session.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parseConfig } from '#kit/config.ts'
import { cloudSecret, testCloud } from '#testing/cloud.ts'
import { idCardNumber } from '#testing/id-card.ts'
import { type Person, testSite } from '#testing/site.ts'
import { realNameProviderOf } from './real-name-provider.ts'

const log: string[] = []
const site = await testSite({ LOG_LEVEL: 'debug' }, { logTo: { write: (line) => log.push(line) } })

/** The cloud knows one rule: a number belongs to 张三 when its order ends in an odd digit. */
const cloud = await testCloud(({ action, parameters }) => {
  if (action !== 'IdCardVerification') return { Response: { Error: { Code: 'InvalidAction' } } }
  const { IdCard, Name } = parameters as { IdCard: string; Name: string }
  if (Name === '断线') return null
  if (Name === '忙碌') return { Result: '-4', Description: `库忙 ${IdCard}` }
  if (IdCard.slice(14, 17) === '000') return { Result: '-5', Description: '无记录' }
  if (Name.length < 2) return { Result: '-3', Description: '姓名不合法' }
  return { Result: '0', Description: '一致' }
})
const cloudSettings = {
  REAL_NAME_PROVIDER: 'tencent',
  TENCENT_SECRET_ID: cloudSecret.id,
  TENCENT_SECRET_KEY: cloudSecret.key,
  TENCENT_GATEWAY: cloud.address,
}

function check(person: Person, name: string, idCard: string) {
  return person.call(checkRealName, { body: { name, idCard } })
}

test('papers that belong together verify the person at once [IDENT-059] [IDENT-120] [IDENT-027]', async () => {
  const ada = await site.learner()
  const { status, result } = await check(ada, ' 张三 ', ` ${idCardNumber().toLowerCase()} `)
  expect([status, result]).toEqual([200, { success: true, description: null }])
  expect((await ada.call(getSession)).result.user?.isRealName).toBe(true)
  expect((await check(ada, '张三', idCardNumber())).result.code).toBe('conflict')
})

test('empty and malformed papers are a 400 that names the fields, in words [IDENT-090] [IDENT-091] [IDENT-092]', async () => {
  const ada = await site.learner()
  const empty = await check(ada, ' ', '')
  expect(empty.result.details?.map(({ field }) => field)).toEqual(['idCard', 'name'])
  const right = idCardNumber()
  const last = right.endsWith('1') ? '2' : '1'
  for (const idCard of [
    right.slice(0, 17),
    `${right.slice(0, 17)}${last}`,
    `11010119901332${right.slice(14)}`,
    'x'.repeat(18),
  ]) {
    const { status, result } = await check(ada, '张三', idCard)
    expect([status, result.details]).toEqual([400, [{ field: 'idCard', message: expect.stringContaining('18') }]])
  }
})

test('papers that do not belong together are told why [IDENT-123]', async () => {
  const ada = await site.learner()
  const { status, result } = await check(ada, '张三', idCardNumber({ order: 0 }))
  expect([status, result]).toEqual([200, { success: false, description: '没有这个身份证号' }])
  expect((await check(ada, '12', idCardNumber())).result.success).toBe(false)
  expect((await check(ada, '张三', idCardNumber({ born: '18600101' }))).result.success).toBe(false)
  expect((await ada.call(getSession)).result.user?.isRealName).toBe(false)
})

test('one paper verifies one account, also when two try it at once', async () => {
  const idCard = idCardNumber()
  const people = await Promise.all([site.learner(), site.learner(), site.learner()])
  const answers = await Promise.all(people.map((person) => check(person, '张三', idCard)))
  expect(answers.filter(({ result }) => result.success)).toHaveLength(1)
  const refused = answers.find(({ result }) => !result.success)
  expect(refused?.result.description).toBe('这张身份证已经认证过另一个账号')
})

test('a number without its name tells nothing of whether it was used', async () => {
  const idCard = idCardNumber()
  expect((await check(await site.learner(), '张三', idCard)).result.success).toBe(true)
  const eve = await site.learner()
  const used = await check(eve, '0', idCard)
  const unused = await check(eve, '0', idCardNumber())
  expect(used.result).toEqual(unused.result)
})

test('two tabs with the same papers both succeed and keep them once', async () => {
  const ada = await site.learner()
  const idCard = idCardNumber()
  const answers = await Promise.all([check(ada, '张三', idCard), check(ada, '张三', idCard)])
  for (const { status, result } of answers) expect(status === 409 || result.success).toBe(true)
  expect(await site.db.selectFrom('real_names').select('user_id').where('user_id', '=', ada.id).execute()).toHaveLength(
    1,
  )
})

test('a person has five tries a day', async () => {
  const ada = await site.learner()
  for (let n = 0; n < 5; n++) expect((await check(ada, '张三', idCardNumber({ order: 0 }))).status).toBe(200)
  const { status, headers } = await check(ada, '张三', idCardNumber())
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('the number and the name are in no row, no answer and no line of the log', async () => {
  const ada = await site.learner()
  const idCard = idCardNumber()
  const name = '欧阳不可见'
  const answers = [await check(ada, name, idCard)]
  const used = await check(await site.learner(), name, idCard)
  const seen = JSON.stringify([
    answers.map(({ result }) => result),
    used.result,
    (await ada.call(getSession)).result,
    (await ada.call(getCurrentUser)).result,
    log,
  ])
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(site.db)
  for (const table of tables.rows) {
    const { rows } = await sql`select * from ${sql.table(table.name)}`.execute(site.db)
    const text = rows.map((row) => JSON.stringify(row, asText)).join('\n')
    expect(text.includes(idCard), table.name).toBe(false)
    expect(text.includes(name), table.name).toBe(false)
  }
  expect(seen).not.toContain(idCard)
  expect(seen).not.toContain(name)
  const row = await site.db.selectFrom('real_names').selectAll().where('user_id', '=', ada.id).executeTakeFirstOrThrow()
  const context = `real_name:${row.id_card_digest.toString('hex')}`
  expect(site.services.sealer.open(row.id_card_cipher, context)).toBe(idCard)
  expect(site.services.sealer.open(row.name_cipher, context)).toBe(name)
})

/** Bytes as the text they might be; JSON has left them as lists of numbers. */
function asText(_: string, value: unknown): unknown {
  const bytes = value as { type?: string; data?: number[] } | null
  return bytes?.type === 'Buffer' && bytes.data ? Buffer.from(bytes.data).toString('utf8') : value
}

for (const [kind, config] of [
  ['demo', parseConfig({})],
  ['cloud', parseConfig(cloudSettings)],
] as const) {
  const provider = realNameProviderOf({ config, clock: site.clock })

  test(`the ${kind} adapter believes papers that could be, and names why it does not believe others`, async () => {
    expect(await provider.check({ name: '张三', idCard: idCardNumber() })).toEqual({ matches: true })
    expect(await provider.check({ name: '张三', idCard: idCardNumber({ order: 0 }) })).toEqual({
      matches: false,
      reason: 'unknown_number',
    })
    expect(await provider.check({ name: '张', idCard: idCardNumber() })).toEqual({ matches: false, reason: 'bad_name' })
  })
}

test('the cloud is asked in its own protocol with a right signature', async () => {
  const provider = realNameProviderOf({ config: parseConfig(cloudSettings), clock: site.clock })
  const idCard = idCardNumber()
  await provider.check({ name: '李四', idCard })
  expect(cloud.calls.at(-1)).toEqual({
    service: 'faceid',
    action: 'IdCardVerification',
    version: '2018-03-01',
    region: 'ap-guangzhou',
    parameters: { IdCard: idCard, Name: '李四' },
  })
  const stranger = parseConfig({ ...cloudSettings, TENCENT_SECRET_KEY: 'another' })
  await expect(
    realNameProviderOf({ config: stranger, clock: site.clock }).check({ name: '李四', idCard }),
  ).rejects.toThrow('AuthFailure.SignatureFailure')
})

test('a cloud that is away, busy or wrong is a 503, costs nothing that was typed, and its words stay out of the log', async () => {
  const away: string[] = []
  const behind = await testSite(cloudSettings, { logTo: { write: (line) => away.push(line) } })
  const ada = await behind.learner()
  const idCard = idCardNumber()
  for (const name of ['断线', '忙碌']) {
    const { status, result } = await ada.call(checkRealName, { body: { name, idCard } })
    expect([status, result.code]).toEqual([503, 'unavailable'])
  }
  expect((await ada.call(checkRealName, { body: { name: '张三', idCard } })).result.success).toBe(true)
  expect(away.join('')).not.toContain(idCard)
  expect(away.join('')).not.toContain('断线')
})
