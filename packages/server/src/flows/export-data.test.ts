import { getAccountSafety, requestExport } from '@lantern/contract/identity/account-safety.ts'
import { collectItem } from '@lantern/contract/learning/collections.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { newPhone } from '#testing/sms.ts'
import { exportKey, sweepExports } from './export-data.ts'

const site = await testSite()

async function exported(person: Person): Promise<string> {
  const { result } = await person.call(requestExport)
  await site.settle()
  return result.export.id
}

function download(person: Person, id: string) {
  return person.inject({ method: 'GET', url: `/api/learn/cn/account/export/${id}` })
}

test('everything the site knows of a person comes as readable files', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone, name: '林知远' })
  const eve = await site.learner({ name: 'Eve', phone: newPhone() })
  const item = await buildTutorial(site.db, { title: '光照入门' })
  for (const person of [ada, eve]) {
    await person.call(startRecord, { body: { id: item.id, type: 'tutorial' } })
    await person.call(collectItem, { body: { id: item.id, type: 'tutorial' } })
  }
  const quiz = await buildQuizWithQuestions(site.db)
  const answers = [{ questionId: quiz.questions[0]?.id ?? '', optionIds: quiz.wrong(0) }]
  await ada.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: true, answers } })

  const asked = await ada.call(requestExport)
  expect(asked.result.export).toMatchObject({ readyAt: null, byteSize: null })
  await site.settle()
  const { result } = await ada.call(getAccountSafety)
  expect(result.export).toMatchObject({ id: asked.result.export.id, readyAt: expect.any(String), failedAt: null })
  const file = await download(ada, asked.result.export.id)
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-type']).toBe('application/zip')
  expect(file.headers['content-disposition']).toContain('personal-data.zip')
  expect(file.headers['cache-control']).toContain('no-store')

  const files = Object.fromEntries(
    Object.entries(unzipSync(file.rawPayload)).map(([name, bytes]) => [name, strFromU8(bytes)]),
  )
  const json = (name: string) => JSON.parse(files[name] ?? 'null')
  expect(json('account.json')).toMatchObject({ id: ada.id, name: '林知远', phone })
  expect(json('records.json')).toHaveLength(2)
  expect(json('collected.json')).toMatchObject([{ itemId: item.id, title: '光照入门' }])
  expect(json('sessions.json')).toHaveLength(1)
  expect(json('audit.json')).toEqual([])
  expect(json('history.json')[0]).toMatchObject({ kind: 'started', title: '光照入门' })
  expect(json('quiz-attempts.json')).toMatchObject([
    { title: expect.any(String), answers: [{ question: expect.any(String), chosen: [expect.any(String)] }] },
  ])
  expect(files['README.txt']).toContain('records.json')
  expect(files['records.json']).toContain('\n  ')
  const all = Object.values(files).join('\n')
  for (const secret of [eve.id, 'token_hash', 'correct"', 'password']) expect(all).not.toContain(secret)
})

test('who has switched a second factor on is asked for it before the file leaves, also when it was made before', async () => {
  const ada = await site.learner()
  const id = await exported(ada)
  await site.db.updateTable('users').set({ tfa_enabled_at: site.clock.now() }).where('id', '=', ada.id).execute()
  const refused = await download(ada, id)
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'tfa_required'])
  const page = await ada.inject({
    method: 'GET',
    url: `/api/learn/cn/account/export/${id}`,
    headers: { accept: 'text/html' },
  })
  expect(page.headers.location).toBe(`/auth/tfa?redirect_to=${encodeURIComponent(`/accountSafety/${ada.id}`)}`)
  const until = new Date(site.clock.now().getTime() + 60_000)
  await site.db.updateTable('sessions').set({ tfa_end_time: until }).where('user_id', '=', ada.id).execute()
  expect((await download(ada, id)).statusCode).toBe(200)
})

test('only the owner gets the file, until it expires', async () => {
  const [ada, eve] = [await site.learner(), await site.learner()]
  const id = await exported(ada)
  expect((await download(eve, id)).statusCode).toBe(404)
  expect((await download(site.guest(), id)).statusCode).toBe(401)
  expect((await download(ada, 'ex_unknown')).statusCode).toBe(404)
  expect((await download(ada, id)).statusCode).toBe(200)
  site.clock.advance({ days: 7 })
  const back = await site.user()
  await site.db.updateTable('data_exports').set({ user_id: back.id }).where('id', '=', id).execute()
  expect((await download(back, id)).statusCode).toBe(404)
  expect(await site.services.storage.exists(exportKey(id))).toBe(true)
  await sweepExports(site.services, site.clock.now())
  expect(await site.services.storage.exists(exportKey(id))).toBe(false)
})

test('what has expired goes a hundred at a time', async () => {
  const ada = await site.learner()
  const requested_at = site.clock.now()
  const rows = Array.from({ length: 101 }, (_, n) => ({ id: `ex_old_${n}`, user_id: ada.id, requested_at }))
  await site.db
    .insertInto('data_exports')
    .values(rows.map((row) => ({ ...row, expires_at: requested_at })))
    .execute()
  expect(await site.countQueries(() => sweepExports(site.services, site.clock.now()))).toBe(4)
  const left = await site.db.selectFrom('data_exports').select('id').where('user_id', '=', ada.id).execute()
  expect(left).toEqual([])
})

test('asking again while one is there makes no second one', async () => {
  const ada = await site.learner()
  const answers = await Promise.all([ada.call(requestExport), ada.call(requestExport)])
  expect(new Set(answers.map(({ result }) => result.export.id)).size).toBe(1)
  const id = await exported(ada)
  expect(id).toBe(answers[0]?.result.export.id)
  site.clock.advance({ hours: 2 })
  expect(await exported(ada)).not.toBe(id)
})
