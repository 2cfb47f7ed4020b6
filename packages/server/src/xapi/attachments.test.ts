import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { sampleStatement, storeClient } from './testing/record-store.ts'

const site = await testSite()
const school = await buildOrganisation(site.db)
const admin = await site.user({ member: 'admin' })
const client = await storeClient(site, admin, school)

const boundary = 'parts-of-a-test'
const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('hex')

interface SentPart {
  bytes: string
  sha2?: string
  headers?: Record<string, string>
}

function attached(bytes: string, changes: object = {}) {
  return {
    usageType: 'https://school.example/usage/work',
    display: { en: 'Work' },
    contentType: 'text/plain',
    length: bytes.length,
    sha2: sha256(bytes),
    ...changes,
  }
}

function send(statement: unknown, parts: SentPart[]) {
  const pieces = parts.map(
    ({ bytes, sha2 = sha256(bytes), headers = {} }) =>
      `--${boundary}\r\n${Object.entries({
        'Content-Type': 'text/plain',
        'Content-Transfer-Encoding': 'binary',
        'X-Experience-API-Hash': sha2,
        ...headers,
      })
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n${bytes}\r\n`,
  )
  const first = `--${boundary}\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(statement)}\r\n`
  return client.send('POST', '/statements', {
    headers: { 'content-type': `multipart/mixed; boundary=${boundary}` },
    body: `${first}${pieces.join('')}--${boundary}--\r\n`,
  })
}

test('attachments come in with a statement, are kept once and go out with it where they are asked for', async () => {
  const bytes = 'my lesson\r\n--not a boundary\r\n'
  const sent = await send(sampleStatement({ attachments: [attached(bytes)] }), [{ bytes }])
  expect(sent.statusCode).toBe(200)
  const [statementId = ''] = sent.json<string[]>()
  const plain = await client.send('GET', '/statements', { query: { statementId } })
  expect(plain.headers['content-type']).toContain('application/json')
  const answer = await client.send('GET', '/statements', { query: { statementId, attachments: 'true' } })
  const [, mark = ''] = /^multipart\/mixed; boundary=(.+)$/.exec(answer.headers['content-type'] ?? '') ?? []
  const [, json = '', file = '', end] = answer.body.split(`--${mark}`)
  expect(JSON.parse(json.slice(json.indexOf('\r\n\r\n'))).id).toBe(statementId)
  expect(file).toBe(
    `\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: binary\r\nX-Experience-API-Hash: ${sha256(bytes)}\r\n\r\n${bytes}\r\n`,
  )
  expect(end).toBe('--\r\n')
})

test('bytes that are not what was said, not named or not there are refused, and nothing is kept', async () => {
  const id = randomUUID()
  const statement = sampleStatement({ id, attachments: [attached('work')] })
  const other = sha256('other')
  const refused: [SentPart[], string][] = [
    [[{ bytes: 'changed', sha2: sha256('work') }], 'X-Experience-API-Hash'],
    [[], '0.attachments.0'],
    [[{ bytes: 'work' }, { bytes: 'more' }], 'body'],
    [[{ bytes: 'other', sha2: other }], '0.attachments.0'],
    [[{ bytes: 'work', headers: { 'X-Experience-API-Hash': '' } }], 'X-Experience-API-Hash'],
    [[{ bytes: 'work', headers: { 'Content-Transfer-Encoding': '' } }], 'Content-Transfer-Encoding'],
  ]
  for (const [parts, field] of refused) {
    const answer = await send(statement, parts)
    expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, field])
  }
  expect((await client.send('POST', '/statements', { body: statement })).statusCode).toBe(400)
  expect((await client.send('GET', '/statements', { query: { statementId: id } })).statusCode).toBe(404)
  const elsewhere = sampleStatement({ attachments: [attached('work', { fileUrl: 'https://school.example/work' })] })
  expect((await client.send('POST', '/statements', { body: elsewhere })).statusCode).toBe(200)
})

test('a body that its boundary does not divide, or without one, is refused', async () => {
  const headers = { 'content-type': `multipart/mixed; boundary=${boundary}` }
  for (const body of [
    '',
    '{}',
    `--${boundary}`,
    `--${boundary}\r\n`,
    `--${boundary}--\r\n`,
    `--other\r\n\r\n{}\r\n--other--`,
  ]) {
    expect((await client.send('POST', '/statements', { headers, body })).statusCode).toBe(400)
  }
  const wrongType = await client.send('POST', '/statements', {
    headers: { 'content-type': 'multipart/form-data' },
    body: '{}',
  })
  expect([wrongType.statusCode, wrongType.json().details[0].field]).toEqual([400, 'Content-Type'])
})

test('a signature signs its statement with an algorithm of RSA, or the statement is refused', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const statement = sampleStatement({ id: randomUUID() })
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (payload: object, header: object = { alg: 'RS256' }) => {
    const text = `${part(header)}.${part(payload)}`
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
  }
  const sendSigned = (signature: string, changes: object = {}) => {
    const attachment = attached(signature, {
      usageType: 'http://adlnet.gov/expapi/attachments/signature',
      contentType: 'application/octet-stream',
      ...changes,
    })
    return send({ ...statement, attachments: [attachment] }, [{ bytes: signature }])
  }
  const other = { ...statement, verb: { id: 'http://adlnet.gov/expapi/verbs/failed' } }
  for (const signature of ['no signature', signed(other), signed(statement, { alg: 'HS256' }), signed({ a: 1 })]) {
    expect((await sendSigned(signature)).statusCode).toBe(400)
  }
  expect((await sendSigned(signed(statement), { contentType: 'text/plain' })).statusCode).toBe(400)
  expect((await sendSigned(signed(statement, { alg: 'RS256', x5c: ['AAAA'] }))).statusCode).toBe(400)
  expect((await sendSigned(signed(statement))).statusCode).toBe(200)
})
