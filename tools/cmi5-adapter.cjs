// What the cmi5 suite `lts` of adlnet/CATAPULT needs to drive a demo site, as its `lib/lms.template.js` describes it. In the
// suite's folder, with the site started: CATAPULT_LMS=<here>/tools/cmi5-adapter.cjs LANTERN=http://127.0.0.1:3000 npx jest -i

// the suite's Jest knows no names that begin with `node:`
// biome-ignore-start lint/style/useNodejsImportProtocol: see above
const { randomInt } = require('crypto')
const { request } = require('http')
const { join } = require('path')
// biome-ignore-end lint/style/useNodejsImportProtocol: see above
const wait = (ms) => new Promise((done) => setTimeout(done, ms))
const bytesOf = async (stream) => {
  const pieces = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}
// the suite knows a refused package by the class of its error
const { InvalidPackageError } = require(join(process.cwd(), 'lib/errors'))

const site = process.env.LANTERN ?? 'http://127.0.0.1:3000'
const school = '/api/campus/organisation/og_demo'

/** A person who is signed in. */
class Person {
  cookies = new Map()
  // from an address of its own, as people come
  address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

  async ask(method, path, body, type = 'application/json') {
    const url = new URL(path, site)
    if (method === 'POST') url.searchParams.set('_csrf', (await this.ask('GET', '/api/session')).csrfToken)
    const sent = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const headers = {
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-forwarded-for': this.address,
      ...(sent && { 'content-type': type, 'content-length': sent.length }),
    }
    const answer = await new Promise((done, fail) =>
      request(url, { method, headers }, done).on('error', fail).end(sent),
    )
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)
      this.cookies.set(name, value)
    }
    const text = (await bytesOf(answer)).toString('utf8')
    // a file that is no package is refused when it is sent, all others when they are read
    if ([400, 413, 415, 422].includes(answer.statusCode)) throw new InvalidPackageError(text)
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`)
    return JSON.parse(text)
  }

  get = (path) => this.ask('GET', path)
  post = (path, body, type) => this.ask('POST', path, body, type)

  static async enter(mobile, smsType) {
    const person = new Person()
    await person.post('/api/learn/cn/sms/signUp', { smsType, mobile })
    const { messages } = await person.get(`/api/dev/outbox?to=${mobile}`)
    await person.post('/api/learn/cn/sms/login', { smsType, mobile, code: messages[0].code })
    return person
  }
}

let teacher
let learner
let key
const imported = []
/** By the registration: which package it is of; by the session: which unit it opened. */
const packageOf = new Map()
const unitOf = new Map()

const pageOf = (person, id) => person.get(`/api/campus/package/${id}`)

async function unitAt(id, index) {
  const { units } = await pageOf(teacher, id)
  return units.filter(({ isPlayable }) => isPlayable)[index].id
}

function multipart(name, bytes) {
  const head = `--cut\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--cut--\r\n')])
}

module.exports = {
  async setup(testName) {
    // each of the suite's two parts signs in: of one kind of code one goes out in a minute
    const smsType = testName === 'package' ? 'main_login' : 'learn'
    const admin = await Person.enter('13800000006', smsType)
    teacher = await Person.enter('13800000005', smsType)
    learner = await Person.enter('13800000010', smsType)
    key = await admin.post(`${school}/xapi/credential`, { name: 'CATAPULT' })
  },
  async teardown() {},
  getLrsEndpoint: () => `${site}/xapi`,
  getLrsAuthHeader: () => `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`,

  async importCourse(stream, _type, name) {
    const body = multipart(name, await bytesOf(stream))
    const address = '/api/learn/attachment?kind=package'
    const { attachmentId } = await teacher.post(address, body, 'multipart/form-data; boundary=cut')
    const { id } = await teacher.post(`${school}/package`, { attachmentId })
    imported.push(id)
    for (;;) {
      const { results } = await teacher.get(`${school}/package/list`)
      const { state, fault } = results.find((one) => one.id === id).newest
      if (state === 'refused') throw new InvalidPackageError(`Refused: ${fault}`)
      if (state === 'ready') break
      await wait(100)
    }
    const { classes } = await pageOf(teacher, id)
    const [{ id: classId }] = classes
    await teacher.post(`/api/campus/package/${id}/class`, { classId, isGiven: true })
    return id
  },

  async getLaunchUrl(id, index, _actor, { launchMode = 'Normal' }) {
    const person = launchMode === 'Normal' ? learner : teacher
    const unitId = await unitAt(id, index)
    const { launch, visitId } = await person.post(`/api/campus/package/${id}/open`, { unitId, mode: launchMode })
    packageOf.set(new URL(launch.url).searchParams.get('registration'), id)
    unitOf.set(visitId, { id, unitId })
    return launch.url
  },

  async cleanup() {
    for (const id of imported.splice(0)) await teacher.post(`/api/campus/package/${id}/delete`, {})
  },

  hasWaive: () => true,
  async waiveAU(registration, index, reason) {
    const id = packageOf.get(registration)
    const { classes } = await pageOf(teacher, id)
    const { id: classId } = classes.find(({ isGiven }) => isGiven)
    const { user } = await learner.get('/api/session')
    const body = { classId, userId: user.id, unitId: await unitAt(id, index), reason: reason.toLowerCase() }
    await teacher.post(`/api/campus/package/${id}/waive`, body)
  },

  hasAbandon: () => true,
  // a session that is left open is abandoned when its unit is opened again
  async abandonSession(sessionId) {
    const { id, unitId } = unitOf.get(sessionId)
    await learner.post(`/api/campus/package/${id}/open`, { unitId, mode: 'Normal' })
  },
}
