import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beginCourseImport, startCourseImport } from '@lantern/contract/authoring/course-imports.ts'
import { expect, test } from 'vitest'
import { reservedBytes } from '#media/index.ts'
import { saysOfSize } from '#testing/forged-zip.ts'
import { testSite } from '#testing/site.ts'
import { plannedCourse, readReport, uploadedFile, zipped } from './testing/bring-course.ts'
import { tarred } from './testing/tarred.ts'

const site = await testSite()
const ada = await site.user({ groups: ['learn_creator'] })
const bob = await site.user({ groups: ['learn_creator'] })

const manifest = (
  resources: string,
  items = '',
  entities = '',
) => `<?xml version="1.0"?>${entities}<manifest identifier="m">
  <organizations><organization>${items}</organization></organizations><resources>${resources}</resources></manifest>`

/** Why a file was refused; `planned` when it was not. */
async function verdict(bytes: Buffer, name = 'course.imscc') {
  const { state, problem } = await plannedCourse(site, ada, bytes, { name })
  return problem?.code ?? state
}

test('a file that is no course is refused with what it is', async () => {
  expect(await verdict(Buffer.from('neither zip nor tar'))).toBe('no_course')
  expect(await verdict(zipped({ 'readme.txt': 'x' }))).toBe('no_course')
  expect(await verdict(zipped({ 'package.json': '{}' }))).toBe('own_package')
  expect(await verdict(zipped({ 'imsmanifest.xml': manifest('') }))).toBe('nothing')
  expect(
    await verdict(
      zipped({ 'imsmanifest.xml': '<manifest><metadata><schema>ADL SCORM</schema></metadata></manifest>' }),
    ),
  ).toBe('scorm')
  expect(await verdict(zipped({ 'imsmanifest.xml': manifest('') }).subarray(0, 120))).toBe('damaged')
  expect(await verdict(gzipSync('no tar at all'), 'course.tar.gz')).toBe('damaged')
})

test('no path leads out of an archive, and no entry points elsewhere', async () => {
  expect(await verdict(zipped({ '../out.txt': 'x' }))).toBe('unsafe_path')
  expect(await verdict(zipped({ '/etc/passwd': 'x' }))).toBe('unsafe_path')
  expect(await verdict(await tarred({ '../out.txt': 'x' }), 'course.tar.gz')).toBe('unsafe_path')
  expect(await verdict(await tarred({ 'course/a.txt': { link: '/etc/passwd' } }), 'course.tar.gz')).toBe('link')
})

test('what unpacks to hundreds of times its size is stopped', async () => {
  const zeros = new Uint8Array(80 * 1024 * 1024)
  expect(await verdict(zipped({ 'imsmanifest.xml': manifest(''), 'a.bin': zeros }))).toBe('too_large')
})

/** Folders in which courses are unpacked: none outlives its course. */
const left = async () => readdir(join(site.dataDir, 'tmp')).catch(() => [])

test('what says that it unpacks to more than 3 GB is refused with the limit, and nothing of it is unpacked', async () => {
  const archive = zipped({ 'imsmanifest.xml': manifest(''), 'a.mp4': 'no film' })
  const { problem } = await plannedCourse(site, ada, saysOfSize(archive, 'a.mp4', 3 * 1024 ** 3))
  // unpacked, it would be damaged: there is less of it than it says
  expect(problem?.code).toBe('too_large')
  expect(problem?.message).toContain('3 GB')
  expect(await left()).toEqual([])
})

test('what there is no room to unpack is refused as such, and the disk does not fill', async () => {
  const { storage } = site.services
  const roomLeft = storage.roomLeft
  storage.roomLeft = () => Promise.resolve(reservedBytes + 20 * 1024 * 1024)
  const film = new Uint8Array(11 * 1024 * 1024)
  try {
    expect(await verdict(zipped({ 'imsmanifest.xml': manifest(''), 'a.mp4': film }))).toBe('no_room')
    // a tar has no list: it is stopped where the room ends
    expect(await verdict(await tarred({ 'a.xml': 'x'.repeat(film.length) }), 'course.tar.gz')).toBe('no_room')
    expect(await verdict(zipped({ 'imsmanifest.xml': manifest('') }))).toBe('nothing')
  } finally {
    storage.roomLeft = roomLeft
  }
  expect(await left()).toEqual([])
})

test('entities of a file are refused, and nothing outside is read for one', async () => {
  const entities = '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
  expect(await verdict(zipped({ 'imsmanifest.xml': manifest('', '<item><title>&x;</title></item>', entities) }))).toBe(
    'broken_file',
  )
})

test('a page that would keep its reader busy is left out alone', async () => {
  const resource = (id: string) =>
    `<resource identifier="${id}" type="webcontent" href="${id}.html"><file href="${id}.html"/></resource>`
  const items = ['r1', 'r2'].map((id) => `<item identifier="i${id}" identifierref="${id}"><title>${id}</title></item>`)
  const bytes = zipped({
    'imsmanifest.xml': manifest(resource('r1') + resource('r2'), items.join('')),
    'r1.html': '<b><div>'.repeat(20_000),
    'r2.html': '<p>fine</p>',
  })
  const { parts } = await plannedCourse(site, ada, bytes)
  expect(parts.map(({ title, outcome }) => [title, outcome])).toEqual([
    ['r1', 'left_out'],
    ['r2', 'kept'],
  ])
})

test('an import is there for who brought it, and for nobody else', async () => {
  const { id } = await plannedCourse(site, ada, zipped({ 'imsmanifest.xml': manifest('') }))
  const { status } = await bob.call(startCourseImport, { params: { id } })
  expect(status).toBe(404)
  const file = await uploadedFile(site, ada.id, 'course.imscc', zipped({ 'imsmanifest.xml': manifest('') }))
  expect((await bob.call(beginCourseImport, { body: { attachmentId: file } })).status).toBe(404)
  expect((await readReport(ada, id)).state).toBe('refused')
})
