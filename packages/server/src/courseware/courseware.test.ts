import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  commitUnit,
  deletePackage,
  getLearnerUnits,
  getPackage,
  givePackage,
  importPackage,
  listClassPackages,
  listPackageResults,
  listPackages,
  openUnit,
  waiveUnit,
} from '@lantern/contract/courseware/packages.ts'
import { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import { getAttachment } from '@lantern/contract/media/attachments.ts'
import { type Zippable, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { saysOfSize } from '#testing/forged-zip.ts'
import { type Person, testSite } from '#testing/site.ts'
import { uploaderOf } from '#testing/uploads.ts'

const site = await testSite()
// however full the disk of this machine is
site.services.storage.roomLeft = () => Promise.resolve(null)
const organisation = await buildOrganisation(site.db)
const { classId, admin, teacher, colleague, learners, outside } = await buildClass(site, {
  id: 'kl_courseware',
  organisation,
})
const [ada, ben] = learners
const host = 'usercontent.localhost:3000'
const page = Buffer.from('<!doctype html><title>Unit</title>')

async function upload(person: Person, name: string, bytes: Uint8Array): Promise<string> {
  const { id, status } = await (await uploaderOf(site, person)).upload('package', name, bytes)
  expect(status).toBe(204)
  return id
}

/** Imports it and says what became of its newest version. */
async function imported(bytes: Uint8Array, { name = 'course.zip', packageId = '' } = {}) {
  const attachmentId = await upload(teacher, name, bytes)
  const body = { attachmentId, ...(packageId && { packageId }) }
  const { result } = await teacher.call(importPackage, { params: { id: organisation }, body })
  await site.settle()
  const { result: list } = await teacher.call(listPackages, { params: { id: organisation } })
  const card = list.results.find(({ id }) => id === result.id)
  if (!card) throw new Error('It is not in the list')
  return { ...card, attachmentId }
}

const scorm = (
  version: '1.2' | '2004 4th Edition',
  items: string,
  resources: string,
  more = '',
) => `<?xml version="1.0"?>
<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:imsss="http://www.imsglobal.org/xsd/imsss">${more}
  <metadata><schema>ADL SCORM</schema><schemaversion>${version}</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>Light &amp; shadow</title>${items}</organization></organizations>
  <resources>${resources}</resources></manifest>`
const item = (id: string, more = '') =>
  `<item identifier="${id}" identifierref="r_${id}"><title>Unit ${id}</title>${more}</item>`
const resource = (id: string, href = `${id}.html`) =>
  `<resource identifier="r_${id}" type="webcontent" adlcp:scormType="sco" href="${href}"/>`
const zipped = (manifest: string, files: Zippable = { 'a.html': page, 'b.html': page }) =>
  zipSync({ 'imsmanifest.xml': Buffer.from(manifest), ...files })
const twoUnits = (version: '1.2' | '2004 4th Edition') =>
  zipped(
    scorm(
      version,
      `<item identifier="g"><title>Group</title>${item('a')}</item>${item('b')}`,
      resource('a') + resource('b'),
    ),
  )

const zeros = new Uint8Array(60 * 1024 * 1024)
/** Files in the store, of packages and of uploads. */
const keptFiles = async () => {
  const found = await readdir(join(site.dataDir, 'storage'), { recursive: true, withFileTypes: true })
  return found.flatMap((one) => (one.isFile() ? [join(one.parentPath, one.name)] : []))
}

const open = async (person: Person, id: string, unitId: string) => {
  const { result, status } = await person.call(openUnit, { params: { id }, body: { unitId } })
  if (status !== 200 || result.launch.kind !== 'scorm') throw new Error(`Not opened: ${status}`)
  return { ...result, launch: result.launch, cmi: JSON.parse(result.launch.data) }
}
const commit = (person: Person, id: string, visitId: string, number: number, cmi: object, isLast = false) =>
  person.call(commitUnit, { params: { id }, body: { visitId, number, data: JSON.stringify(cmi), isLast } })

test.each([
  ['SCORM 1.2', '1.2', 'scorm_12'],
  ['SCORM 2004', '2004 4th Edition', 'scorm_2004'],
] as const)('a package of %s is imported with its tree, and its upload is gone', async (_name, version, standard) => {
  const card = await imported(twoUnits(version))
  expect(card).toMatchObject({
    title: 'Light & shadow',
    standard,
    units: 2,
    isPlayable: true,
    newest: { state: 'ready', number: 1 },
  })
  const { result } = await teacher.call(getPackage, { params: { id: card.id } })
  expect(result.units.map(({ id, depth, isPlayable }) => [id, depth, isPlayable])).toEqual([
    ['g', 0, false],
    ['a', 1, true],
    ['b', 0, true],
  ])
  expect((await teacher.call(getAttachment, { params: { id: card.attachmentId } })).status).toBe(404)
  // the same upload again is the same package
  const again = await teacher.call(importPackage, {
    params: { id: organisation },
    body: { attachmentId: card.attachmentId },
  })
  expect(again.result.id).toBe(card.id)
})

test.each([
  ['leads out of the package', zipped(scorm('1.2', item('a'), resource('a', '../../secret.html'))), 'points_outside'],
  [
    'leads to another site',
    zipped(scorm('1.2', item('a'), resource('a', 'https://example.com/a.html'))),
    'points_outside',
  ],
  [
    'leads out of it by encoded dots',
    zipped(scorm('1.2', item('a'), resource('a', '%2e%2e/a.html'))),
    'points_outside',
  ],
  ['names a file that is not there', zipped(scorm('1.2', item('a'), resource('a', 'none.html'))), 'file_missing'],
  ['names a unit twice', zipped(scorm('1.2', item('a') + item('a'), resource('a'))), 'id_twice'],
  ['has no unit', zipped(scorm('1.2', '', '')), 'no_units'],
  ['says no standard', zipped('<manifest><organizations/></manifest>'), 'unknown_standard'],
  ['is broken', zipped('<manifest><organizations>'), 'xml_broken'],
  ['is empty', zipped(''), 'xml_broken'],
  [
    'brings entities that read files',
    zipped(`<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><manifest>&x;</manifest>`),
    'xml_entities',
  ],
  [
    'brings entities that grow',
    zipped(`<!DOCTYPE m [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><manifest>&b;</manifest>`),
    'xml_entities',
  ],
  ['is nested without end', zipped(`${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`), 'xml_too_deep'],
  ['is larger than any', zipped(`<manifest>${' '.repeat(9 * 1024 * 1024)}</manifest>`), 'manifest_too_large'],
] as const)('a package whose manifest %s is refused with its reason', async (_what, bytes, fault) => {
  expect((await imported(bytes)).newest).toMatchObject({ state: 'refused', fault })
})

test.each([
  ['without a manifest', zipSync({ 'a.html': page }), 'no_manifest'],
  ['that is empty', zipSync({}), 'no_manifest'],
  ['with a path that climbs', zipSync({ '../a.html': page }), 'unsafe_path'],
  ['with an absolute path', zipSync({ '/etc/a.html': page }), 'unsafe_path'],
  ['with a link', zipSync({ 'a.html': [page, { os: 3, attrs: (0o120777 << 16) >>> 0 }] }), 'link'],
  ['that grows without end', zipSync({ 'a.html': new Uint8Array(300 * 1024 * 1024) }, { level: 9 }), 'too_large'],
  ['that says it unpacks to more than 3 GB', saysOfSize(twoUnits('1.2'), 'b.html', 3 * 1024 ** 3), 'too_large'],
  [
    'that unpacks to more than it says',
    saysOfSize(zipped(scorm('1.2', item('a'), resource('a')), { 'a.html': page, 'b.bin': zeros }), 'b.bin', 1000),
    'damaged',
  ],
  ['that breaks off', twoUnits('1.2').subarray(0, 300), 'no_archive'],
] as const)('an archive %s is refused with its reason, and nothing of it stays', async (_what, bytes, fault) => {
  const before = await keptFiles()
  const { newest, attachmentId } = await imported(bytes)
  expect(newest).toMatchObject({ state: 'refused', fault })
  expect(await keptFiles()).toEqual(before)
  expect((await teacher.call(getAttachment, { params: { id: attachmentId } })).status).toBe(404)
})

test('blanks around an identifier are none of it', async () => {
  const unit = '<item identifier=" a " identifierref="  r_a "><title>Unit a</title></item>'
  const blank = '<resource identifier=" r_a  " type="webcontent" adlcp:scormType="sco" href="a.html"/>'
  const card = await imported(zipped(scorm('2004 4th Edition', unit, blank)))
  expect([card.newest.state, card.units]).toEqual(['ready', 1])
  const { result } = await teacher.call(getPackage, { params: { id: card.id } })
  expect(result.units.map(({ id }) => id)).toEqual(['a'])
})

test('files of a package are on the isolated origin and nowhere else, with a policy that lets nothing of the site in', async () => {
  const card = await imported(twoUnits('1.2'))
  await teacher.call(givePackage, { params: { id: card.id }, body: { classId, isGiven: true } })
  const { launch } = await open(ada, card.id, 'a')
  const url = new URL(launch.unitUrl).pathname
  const { statusCode, headers, rawPayload } = await site.inject({ method: 'GET', url, headers: { host } })
  expect([statusCode, rawPayload]).toEqual([200, page])
  expect(headers['content-security-policy']).toContain("object-src 'none'")
  expect(headers['set-cookie']).toBeUndefined()
  expect((await site.inject({ method: 'GET', url })).statusCode).toBe(404)
  expect((await site.inject({ method: 'GET', url, headers: { host, 'service-worker': 'script' } })).statusCode).toBe(
    404,
  )
  const player = new URL(launch.playerUrl).pathname
  const answer = await site.inject({ method: 'GET', url: player, headers: { host } })
  expect(answer.payload).toContain('/package-player/scorm_12.js')
  for (const file of ['scorm_12.js', 'scorm_2004.js', 'player.js', 'player.css', 'returned.js']) {
    expect((await site.inject({ method: 'GET', url: `/package-player/${file}`, headers: { host } })).statusCode).toBe(
      200,
    )
  }
})

test('a package is for its teachers and the classes it was given to, and for nobody else', async () => {
  const { id } = await imported(twoUnits('1.2'))
  expect((await ada.call(getPackage, { params: { id } })).status).toBe(404)
  expect((await outside.call(listPackages, { params: { id: organisation } })).status).toBe(403)
  // of a class of others nobody but its admins disposes
  expect((await colleague.call(givePackage, { params: { id }, body: { classId, isGiven: true } })).status).toBe(404)
  await admin.call(givePackage, { params: { id }, body: { classId, isGiven: true } })
  expect((await ada.call(getPackage, { params: { id } })).result).toMatchObject({
    isTeacher: false,
    versions: [],
    classes: [],
  })
  expect((await outside.call(getPackage, { params: { id } })).status).toBe(404)
  expect((await ada.call(listPackageResults, { params: { id }, query: { classId } })).status).toBe(403)
  expect((await ada.call(deletePackage, { params: { id } })).status).toBe(403)
  const packages = (await ada.call(listClassPackages, { params: { classId } })).result.results
  expect(packages.map((one) => one.id)).toContain(id)
  await teacher.call(givePackage, { params: { id }, body: { classId, isGiven: false } })
  expect((await ada.call(openUnit, { params: { id }, body: { unitId: 'a' } })).status).toBe(404)
})

test('a unit of 2004 goes on after a killed tab with what it kept, of any length, and its time adds up', async () => {
  const { id } = await imported(twoUnits('2004 4th Edition'))
  await teacher.call(givePackage, { params: { id }, body: { classId, isGiven: true } })
  const first = await open(ada, id, 'a')
  expect(first.cmi).toMatchObject({ entry: 'ab-initio', learner_name: 'Ada', total_time: 'PT0S' })
  const suspended = 'x'.repeat(1_000_000)
  await commit(ada, id, first.visitId, 1, { suspend_data: suspended, session_time: 'PT1M', location: 'p3' })
  const second = await open(ada, id, 'a')
  expect(second.cmi).toMatchObject({ entry: 'resume', location: 'p3', total_time: 'PT60S', session_time: 'PT0S' })
  expect(second.cmi.suspend_data).toBe(suspended)
  // the earlier visit, in another tab, can write no more
  expect((await commit(ada, id, first.visitId, 2, {})).status).toBe(409)
  const done = {
    completion_status: 'completed',
    success_status: 'passed',
    score: { scaled: '0.8' },
    session_time: 'PT30S',
  }
  expect((await commit(ada, id, second.visitId, 2, done, true)).result).toMatchObject({ state: 'passed', next: null })
  // one that was kept without a network and comes late
  expect((await commit(ada, id, second.visitId, 1, { location: 'old' })).result).toMatchObject({
    state: 'passed',
    next: null,
  })
  const next = await open(ada, id, 'a')
  // another attempt
  expect(next.cmi).toMatchObject({ entry: 'ab-initio', total_time: 'PT0S' })
  expect(next.cmi.location).toBeUndefined()
  // a time of more digits than any has counts as none
  await commit(ada, id, next.visitId, 1, { session_time: `P${'9'.repeat(400)}D` })
  const third = await open(ada, id, 'a')
  expect(third.cmi.total_time).toBe('PT0S')
  // looked at again it stays passed, with its best score
  await commit(ada, id, third.visitId, 1, { success_status: 'failed', score: { scaled: '0.1' } })
  const { result } = await ada.call(getPackage, { params: { id } })
  expect(result).toMatchObject({ isDone: false, score: 80, seconds: 90, nextUnitId: 'b' })
  expect(result.units[1]).toMatchObject({ state: 'passed', score: 80 })
})

test('what a unit writes while its tab goes is kept without a session, of the newest visit and of who may open the package alone', async () => {
  const { id } = await imported(twoUnits('1.2'))
  await teacher.call(givePackage, { params: { id }, body: { classId, isGiven: true } })
  const { visitId } = await open(ada, id, 'a')
  const last = async (body: object, at = host) => {
    const headers = { host: at, origin: `http://${at}`, 'content-type': 'application/json' }
    const payload = JSON.stringify(body)
    return (await site.inject({ method: 'POST', url: '/package-player/last', headers, payload })).statusCode
  }
  const words = (number: number, lesson_status: string) => ({
    visitId,
    number,
    data: JSON.stringify({ core: { lesson_status, session_time: '00:01:00' } }),
    isLast: true,
    request: '',
  })
  const unit = async () => (await ada.call(getPackage, { params: { id } })).result.units[1]
  await commit(ada, id, visitId, 1, { core: { lesson_status: 'incomplete' } })
  expect(await last(words(2, 'passed'), 'localhost:80')).toBe(404)
  expect([await last(words(2, 'passed')), await last(words(1, 'failed'))]).toEqual([204, 204])
  expect(await unit()).toMatchObject({ state: 'passed', seconds: 60 })
  expect([await last({ ...words(3, 'failed'), visitId: 'uv_none' }), await last({ visitId })]).toEqual([404, 400])
  const inClass = site.db.updateTable('memberships').where('user_id', '=', ada.id)
  await inClass.set({ ended_at: site.clock.now() }).execute()
  expect(await last(words(3, 'passed'))).toBe(404)
  await inClass.set({ ended_at: null }).execute()
  await open(ada, id, 'a')
  expect(await last(words(3, 'passed'))).toBe(404)
})

test('teachers of a class see the units of its learners and waive them; nobody else may', async () => {
  const { id } = await imported(twoUnits('1.2'))
  const asked = { classId, userId: ada.id }
  const see = (person: Person, query = asked) => person.call(getLearnerUnits, { params: { id }, query })
  const waive = (person: Person, more = {}) =>
    person.call(waiveUnit, { params: { id }, body: { ...asked, unitId: 'a', reason: 'equivalent_outside', ...more } })
  // not given to the class yet
  expect([(await see(teacher)).status, (await waive(teacher)).status]).toEqual([404, 404])
  await teacher.call(givePackage, { params: { id }, body: { classId, isGiven: true } })
  expect((await see(teacher)).result).toMatchObject({ name: 'Ada', units: [{ id: 'g' }, { id: 'a' }, { id: 'b' }] })
  for (const [person, status] of [
    [ada, 403],
    [colleague, 404],
    [outside, 404],
  ] as const) {
    expect([(await see(person)).status, (await waive(person)).status]).toEqual([status, status])
  }
  expect((await see(teacher, { classId, userId: teacher.id })).status).toBe(404)
  expect((await waive(teacher, { reason: 'because' })).status).toBe(400)
  expect((await waive(teacher)).result.units[1]).toMatchObject({ id: 'a', state: 'waived', score: null })
  const { result } = await teacher.call(listPackageResults, { params: { id }, query: { classId } })
  expect(result.rows[0]).toMatchObject({ name: 'Ada', done: 1, isDone: false })
  const audit = (await admin.call(listAudit, { params: { id: organisation }, query: { kind: 'content' } })).result
  expect(audit.entries[0]).toMatchObject({ act: 'course_unit_waived', subject: 'Ada' })
  // it may be looked at all the same
  const { visitId } = await open(ada, id, 'a')
  await commit(ada, id, visitId, 1, { core: { lesson_status: 'failed' } }, true)
  expect((await see(teacher)).result.units[1]?.state).toBe('waived')
})

test('units of 1.2 that are done make the package done, in the table of the class too', async () => {
  const { id } = await imported(twoUnits('1.2'))
  await teacher.call(givePackage, { params: { id }, body: { classId, isGiven: true } })
  for (const unitId of ['a', 'b']) {
    const { visitId, cmi } = await open(ben, id, unitId)
    expect(cmi.core).toMatchObject({ entry: 'ab-initio', lesson_status: 'not attempted', student_name: 'Ben' })
    const core = { lesson_status: 'completed', score: { raw: '15', min: '0', max: '20' }, session_time: '0001:00:30.5' }
    await commit(ben, id, visitId, 1, { core }, true)
  }
  const { result } = await teacher.call(listPackageResults, { params: { id }, query: { classId } })
  expect(result.rows.map(({ name, done, isDone, score, seconds }) => [name, done, isDone, score, seconds])).toEqual([
    ['Ada', null, false, null, 0],
    ['Ben', 2, true, 75, 7261],
  ])
})

test('who has begun goes on with their version, others begin the new one', async () => {
  const { id } = await imported(twoUnits('1.2'))
  await teacher.call(givePackage, { params: { id }, body: { classId, isGiven: true } })
  await open(ada, id, 'a')
  const card = await imported(zipped(scorm('1.2', item('b'), resource('b'))), { packageId: id })
  expect(card).toMatchObject({ id, units: 1, newest: { number: 2 } })
  const units = async (person: Person) =>
    (await person.call(getPackage, { params: { id } })).result.units.map((unit) => unit.id)
  expect(await units(ada)).toEqual(['g', 'a', 'b'])
  expect(await units(ben)).toEqual(['b'])
  // one that is refused changes nothing for anybody
  await imported(zipped('<manifest>'), { packageId: id })
  expect(await units(ben)).toEqual(['b'])
})

test('a deleted package leaves neither files nor records', async () => {
  const { id } = await imported(twoUnits('1.2'))
  await teacher.call(givePackage, { params: { id }, body: { classId, isGiven: true } })
  await open(ada, id, 'a')
  const { rows } = {
    rows: await site.db
      .selectFrom('courseware_files as f')
      .innerJoin('courseware_versions as v', 'v.id', 'f.version_id')
      .select('storage_key')
      .where('package_id', '=', id)
      .execute(),
  }
  expect(rows).toHaveLength(3)
  await teacher.call(deletePackage, { params: { id } })
  await site.settle()
  for (const { storage_key: key } of rows) expect(await site.services.storage.exists(key)).toBe(false)
  expect((await ada.call(getPackage, { params: { id } })).status).toBe(404)
})
