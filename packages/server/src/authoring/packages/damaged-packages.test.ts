import { type Zippable, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { errandsAside } from '#kit/aside.ts'
import { saysOfSize } from '#testing/forged-zip.ts'
import { stableJson } from './package-shape.ts'
import { refOf } from './packed-media.ts'
import { countIn, coursePackage, imported } from './testing/course-package.ts'
import { sha256 } from './write-package.ts'

const { away, bob, whole, bytes, files, manifest } = await coursePackage()

const broken: [string, (all: Zippable) => Zippable, string][] = [
  ['a changed item', (all) => ({ ...all, [`items/${whole.quizId}.json`]: Buffer.from('{}') }), 'tampered'],
  ['a missing picture', ({ [manifest.media[0].file]: _, ...rest }) => rest, 'missing_file'],
  [
    'a changed picture',
    (all) => ({ ...all, [manifest.media[0].file]: Buffer.alloc(manifest.media[0].byteSize) }),
    'tampered',
  ],
  ['a file that is not listed', (all) => ({ ...all, 'items/more.json': Buffer.from('{}') }), 'extra_file'],
  ['a path that leads out', (all) => ({ ...all, '../../evil.json': Buffer.from('{}') }), 'unsafe_path'],
  ['no list', ({ 'package.json': _, ...rest }) => rest, 'not_a_package'],
  [
    'another version',
    (all) => ({ ...all, 'package.json': Buffer.from(stableJson({ ...manifest, version: 9 })) }),
    'other_version',
  ],
  [
    'a list of lies',
    (all) => ({ ...all, 'package.json': Buffer.from(stableJson({ ...manifest, items: 'none' })) }),
    'broken_manifest',
  ],
]
for (const [what, spoil, code] of broken) {
  test(`a package with ${what} is refused and nothing of it arrives`, async () => {
    const report = await imported(bob, zipSync(spoil({ ...files })))
    expect(report.problem?.code).toBe(code)
    expect(await countIn(away, whole.courseId)).toEqual({ items: 0, images: 0, attachments: 0 })
  })
}

test('a cut off package and what is no package at all are refused', async () => {
  expect((await imported(bob, bytes.subarray(0, bytes.length - 200))).problem?.code).toBe('damaged')
  expect((await imported(bob, Buffer.from('no zip'))).problem?.code).toBe('damaged')
})

test('a package that unpacks to more than it says is refused', async () => {
  const bomb = Buffer.from(zipSync({ ...files, 'package.json': new Uint8Array(64 * 1024 * 1024) }))
  expect(bomb.length).toBeLessThan(bytes.length + 200_000)
  expect((await imported(bob, bomb)).problem?.code).toBe('too_large')
})

test('what a package says of its size is enough to refuse it: nothing of it is unpacked', async () => {
  const { file } = manifest.media[0]
  // unpacked, it would be found to be another file than the one that is listed
  const huge = saysOfSize(zipSync({ ...files, [file]: Buffer.from('short') }), file, 3 * 1024 ** 3)
  const report = await imported(bob, huge)
  expect(report.problem?.code).toBe('too_large')
  expect(report.problem?.message).toContain('3073 MB > ')
})

test('a picture of more than pictures may have is refused before it is unpacked into memory', async () => {
  const facts = { kind: 'image', sha256: 'f'.repeat(64), file: `media/${'f'.repeat(64)}`, name: 'sky.png' } as const
  const bytes = new Uint8Array(20 * 1024 ** 2 + 1)
  const picture = { ...facts, byteSize: bytes.length }
  const media = [...manifest.media, { ...picture, ref: refOf(picture) }]
  const list = Buffer.from(stableJson({ ...manifest, media }))
  const report = await imported(bob, zipSync({ ...files, 'package.json': list, [facts.file]: bytes }))
  expect(report.problem?.code).toBe('too_large')
  expect(report.problem?.message).toContain('sky.png 21 MB > 20 MB')
})

test('an item that is none in its forms is refused with its place', async () => {
  const item = JSON.parse(Buffer.from(files[`items/${whole.quizId}.json`] ?? []).toString())
  const text = Buffer.from(stableJson({ ...item, forms: { ...item.forms, questions: { questions: '<script>' } } }))
  const items = manifest.items.map((one: { id: string }) =>
    one.id === whole.quizId ? { ...one, sha256: sha256(text) } : one,
  )
  const list = Buffer.from(stableJson({ ...manifest, items }))
  const report = await imported(bob, zipSync({ ...files, 'package.json': list, [`items/${whole.quizId}.json`]: text }))
  expect(report.problem).toMatchObject({ code: 'broken_item' })
  expect(report.problem?.message).toContain(`${whole.quizId}: questions`)
})

/** The package with this text in the place of an item's, listed as it should be. */
function withText(id: string, text: string): Uint8Array {
  const bytes = Buffer.from(text)
  const items = manifest.items.map((one: { id: string }) => (one.id === id ? { ...one, sha256: sha256(bytes) } : one))
  const list = Buffer.from(stableJson({ ...manifest, items }))
  return zipSync({ ...files, 'package.json': list, [`items/${id}.json`]: bytes })
}

/** An item whose steps are this JSON. */
function stepsOf(json: string): string {
  const { forms, ...facts } = JSON.parse(Buffer.from(files[`items/${whole.tutorialId}.json`] ?? []).toString())
  const { steps: _, ...others } = forms
  return JSON.stringify({ ...facts, forms: { ...others, steps: null } }).replace('"steps":null', `"steps":${json}`)
}

test('a package that keeps its reader busy is read aside: it is refused with its place, and others are answered', async () => {
  const deep = 1_000_000
  const nested = `{"sections":${'[{"body":'.repeat(50_000)}1${'}]'.repeat(50_000)}}`
  const hostile: [string, Uint8Array, string, string][] = [
    [
      'arrays in arrays',
      withText(whole.tutorialId, stepsOf('['.repeat(deep) + ']'.repeat(deep))),
      'broken_item',
      whole.tutorialId,
    ],
    ['steps in steps', withText(whole.tutorialId, stepsOf(nested)), 'broken_item', whole.tutorialId],
    ['many small values', withText(whole.tutorialId, stepsOf(`[${'{},'.repeat(5_000_000)}{}]`)), 'too_large', ''],
    ['a bomb', withText(whole.tutorialId, ' '.repeat(40 * 1024 * 1024)), 'too_large', ''],
  ]
  expect((await imported(bob, zipSync({ ...files }), '&dryRun=true')).problem).toBeNull()
  const before = errandsAside()
  for (const [what, bytes, code, place] of hostile) {
    const [report, session] = await Promise.all([
      imported(bob, bytes),
      away.guest().inject({ method: 'GET', url: '/api/session' }),
    ])
    expect([what, report.problem?.code]).toEqual([what, code])
    expect(report.problem?.message).toContain(place)
    expect(session.statusCode).toBe(200)
  }
  expect(errandsAside() - before).toBe(hostile.length)
  expect(await countIn(away, whole.courseId)).toEqual({ items: 0, images: 0, attachments: 0 })
})

test('captions in a package that are none are refused with the film and the language they belong to', async () => {
  const film = manifest.media.find(({ kind }: { kind: string }) => kind === 'video')
  const { ref: _, ...facts } = {
    ...film,
    captions: [{ language: 'zh', isDefault: true, vtt: '-->\n'.repeat(250_000) }],
  }
  const media = [...manifest.media.filter((one: unknown) => one !== film), { ...facts, ref: refOf(facts) }]
  const list = Buffer.from(stableJson({ ...manifest, media }))
  const { problem } = await imported(bob, zipSync({ ...files, 'package.json': list }), '&dryRun=true')
  expect(problem?.code).toBe('media_refused')
  expect(problem?.message).toContain(`${film.title}: zh`)
})

test('a file whose bytes are not those of its checksum is damaged, wherever it stands', async () => {
  for (const path of ['package.json', `items/${whole.quizId}.json`, manifest.media[0].file]) {
    const damaged = Buffer.from(bytes)
    // its checksum in the list at the end: 16 bytes into the entry, whose name comes at 46
    const entry = damaged.lastIndexOf(path) - 46
    damaged.writeUInt32LE((damaged.readUInt32LE(entry + 16) ^ 1) >>> 0, entry + 16)
    expect((await imported(bob, damaged)).problem).toMatchObject({ code: 'damaged' })
  }
})
