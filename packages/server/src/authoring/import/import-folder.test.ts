import { cpSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { itemPublished } from '@lantern/contract/catalog/events.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildTag } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { importFolder } from './import-folder.ts'
import type { ImportReport } from './report.ts'
import { fileIn, folderWith } from './testing/lesson-folders.ts'

const site = await testSite()
await buildTag(site.db, { id: 'lighting' })

async function itemOf(report: ImportReport, path: string) {
  const id = fileIn(report, path)?.itemId ?? ''
  const item = await site.db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const sections = await site.db
    .selectFrom('sections')
    .selectAll()
    .where('item_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...item, sections }
}

test('lessons become published tutorials with a step for each second-level heading', async () => {
  const report = await importFolder(site.services, folderWith({}, { fixtures: true }))

  expect(report.counts).toEqual({ arrived: 7, updated: 0, unchanged: 0, failed: 0 })
  const light = await itemOf(report, 'en/lessons/light.md')
  expect(light).toMatchObject({
    type: 'tutorial',
    status: 'published',
    language: 'en',
    title: 'Light a room',
    summary: 'Three lamps, one room.',
    skill_level: 'intermediate',
    topic_ids: ['lighting'],
    duration: 1,
  })
  expect(light.sections.map(({ title, anchor }) => [title, anchor])).toEqual([
    ['Overview', 'overview'],
    ['Place the key light', 'place-the-key-light'],
    ['Place the fill light', 'fill'],
  ])
  const short = await itemOf(report, 'en/lessons/short.md')
  expect(short.sections.map(({ title }) => title)).toEqual(['One page'])
})

test('the same path in several languages is one work', async () => {
  const report = await importFolder(site.services, folderWith({}, { fixtures: true }))
  const items = await Promise.all(['en', 'zh', 'ko'].map((language) => itemOf(report, `${language}/lessons/light.md`)))
  expect(new Set(items.map((item) => item.translation_group)).size).toBe(1)
  expect(items.map((item) => item.language)).toEqual(['en', 'zh', 'ko'])
})

test('tables, code, admonitions, definitions, formulas, includes and pictures are kept', async () => {
  const report = await importFolder(site.services, folderWith({}, { fixtures: true }))
  const { sections, thumbnail_url } = await itemOf(report, 'en/lessons/light.md')
  const [overview = '', key = '', fill = ''] = sections.map(({ body_html }) => body_html)

  expect(overview).toMatch(/<figure class="figure"><picture><source type="image\/avif" srcset="[^"]+\/200\.avif 200w/)
  expect(overview).toMatch(
    /<img src="\/media\/images\/img_\w+\/800\.webp" [^>]*alt="The room" width="640" height="360" loading="lazy"/,
  )
  expect(thumbnail_url).toMatch(/^\/media\/images\/img_\w+\/800\.webp$/)
  expect(key).toContain(
    '<aside class="callout" role="note" data-tone="note"><strong class="callout-name">Note</strong>',
  )
  expect(key).toContain('Use a warm one.')
  expect(key).toMatch(/<dl>\s*<dt>Intensity<\/dt>[\s\S]*<dt>Colour<\/dt>/)
  expect(key.match(/<dl>/g)).toHaveLength(1)
  expect(key).toContain('<code class="hljs language-lua"><span class="ln"><span class="hljs-keyword">local</span>')
  expect(key).toContain('<span class="code-mark">1</span>')
  expect(key).toContain('<td align="right">800</td>')
  expect(fill).toMatch(/<li>\s*<p>Half the key light\.<\/p>\s*<aside [^>]*data-tone="warn"/)
  expect(fill).toContain('<mfrac>')
})

test('a picture of the text too small for a card is no cover: the cover is drawn', async () => {
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#345' } })
      .png()
      .toBuffer()
  const files = {
    'en/strip.md': '# Strip\n\n![A strip](strip.png)\n',
    'en/strip.png': await png(600, 90),
    'en/both.md': '# Both\n\n![A strip](strip.png)\n\n![A scene](scene.png)\n',
    'en/scene.png': await png(640, 360),
  }
  const report = await importFolder(site.services, folderWith(files))
  expect((await itemOf(report, 'en/strip.md')).thumbnail_url).toBeNull()
  const { thumbnail_url, sections } = await itemOf(report, 'en/both.md')
  const shown = [...new Set(sections[0]?.body_html.match(/img_\w+/g))]
  expect(shown).toHaveLength(2)
  expect(thumbnail_url).toContain(shown[1])
})

test('links lead to the imported lesson of the same language and there to the step that is meant', async () => {
  const report = await importFolder(site.services, folderWith({}, { fixtures: true }))
  const [light, shadows, zhLight, zhShadows, short] = await Promise.all(
    [
      'en/lessons/light.md',
      'en/lessons/shadows.md',
      'zh/lessons/light.md',
      'zh/lessons/shadows.md',
      'en/lessons/short.md',
    ].map((path) => itemOf(report, path)),
  )
  const soft = shadows?.sections[1]?.id
  const overview = light?.sections[0]?.body_html
  expect(overview).toContain(`<a href="/tutorial/${shadows?.id}?sectionId=${soft}">shadows</a>`)
  expect(overview).toContain(`<a href="/tutorial/${shadows?.id}?sectionId=${soft}#h-how-soft">`)
  expect(shadows?.sections[1]?.body_html).toContain('<h3 id="h-how-soft">')
  expect(light?.sections[2]?.body_html).toContain(`href="/tutorial/${light?.id}?sectionId=${light?.sections[1]?.id}"`)
  expect(zhLight?.sections[0]?.body_html).toContain(
    `/tutorial/${zhShadows?.id}?sectionId=${zhShadows?.sections[1]?.id}`,
  )
  expect(zhLight?.sections[0]?.body_html).toContain(`<a href="/tutorial/${short?.id}">`)

  expect(overview).toContain('<a class="broken-link">nothing</a>')
  expect(fileIn(report, 'en/lessons/light.md')?.notes).toEqual([{ kind: 'link_broken', detail: '/lessons/nowhere' }])
})

test('a second run changes nothing and still tells what was found', async () => {
  const folder = folderWith({}, { fixtures: true })
  const first = await importFolder(site.services, folder)
  const before = await itemOf(first, 'en/lessons/light.md')
  site.clock.advance({ minutes: 5 })

  const second = await importFolder(site.services, folder)

  expect(second.counts).toEqual({ arrived: 0, updated: 0, unchanged: 7, failed: 0 })
  expect(second.notes).toEqual(first.notes)
  expect(await itemOf(second, 'en/lessons/light.md')).toEqual(before)
})

test('a changed lesson is written again, its steps keep their ids, and lessons that link to a lost step follow', async () => {
  const folder = folderWith({}, { fixtures: true })
  const before = await itemOf(await importFolder(site.services, folder), 'en/lessons/shadows.md')
  writeFileSync(
    join(folder, 'en/lessons/shadows.md'),
    '---\ntitle: Shadows, again\n---\n\n## Hard edges\n\nNew words.\n\n## Very soft edges\n\nText.\n',
  )

  const report = await importFolder(site.services, folder)

  const after = await itemOf(report, 'en/lessons/shadows.md')
  expect(after).toMatchObject({ id: before.id, slug: before.slug, title: 'Shadows, again' })
  expect(after.sections[0]).toMatchObject({ id: before.sections[0]?.id, body_html: '<p>New words.</p>' })
  expect(report.files.filter(({ outcome }) => outcome === 'updated').map(({ path }) => path)).toEqual([
    'en/lessons/light.md',
    'en/lessons/shadows.md',
  ])
  const light = await itemOf(report, 'en/lessons/light.md')
  expect(light.sections[0]?.body_html).toContain(`<a href="/tutorial/${after.id}">shadows</a>`)
})

test('an interrupted import goes on where it stopped', async () => {
  const folder = folderWith({}, { fixtures: true })
  const stop = new AbortController()
  const first = await importFolder(site.services, folder, {
    signal: stop.signal,
    onProgress: (done) => done === 3 && stop.abort(),
  })
  expect(first.counts.arrived).toBe(4)

  const second = await importFolder(site.services, folder)
  expect(second.counts).toEqual({ arrived: 3, updated: 0, unchanged: 4, failed: 0 })
})

test('progress counts every file and ends full', async () => {
  const seen: string[] = []
  await importFolder(site.services, folderWith({}, { fixtures: true }), {
    onProgress: (done, total, what) => seen.push(`${done}/${total} ${what}`),
  })
  expect(seen[0]).toBe('0/7 en/lessons/check.gift')
  expect(seen.at(-1)).toBe('7/7 ')
})

test('publishing is told to whoever keeps an index', async () => {
  await site.services.events.caughtUp()
  const heard: string[] = []
  site.services.events.listen([itemPublished], (payload) => {
    if (payload && 'itemId' in payload) heard.push(payload.itemId)
  })
  const report = await importFolder(site.services, folderWith({ 'zh/a.md': '# A\n\ntext' }))
  await site.services.events.caughtUp()
  expect(heard).toEqual([fileIn(report, 'zh/a.md')?.itemId])
})

const good = { 'en/good.md': '# Good\n\nText.' }

test.each([
  ['a file that is not UTF-8', { 'en/bad.md': Buffer.from([0x23, 0x20, 0xff, 0xfe, 0xe4]) }, 'not_utf8'],
  ['a binary file', { 'en/bad.md': 'abc\0def' }, 'binary'],
  ['front matter that is no YAML', { 'en/bad.md': '---\ntitle: "open\nbrief: [\n---\n\nText' }, 'front_matter'],
  ['front matter that never ends', { 'en/bad.md': '---\ntitle: Open\n\nText' }, 'front_matter'],
  ['front matter that grows when read', { 'en/bad.md': bomb() }, 'front_matter'],
  ['an empty lesson', { 'en/bad.md': '---\ntitle: Nothing\n---\n\n' }, 'empty'],
  ['a picture above the folder', { 'en/bad.md': '![x](../../../../../../etc/passwd)' }, 'hostile_path'],
  ['an encoded picture above the folder', { 'en/bad.md': '![x](%2e%2e/%2e%2e/%2e%2e/secret.png)' }, 'hostile_path'],
  ['an included part above the folder', { 'en/bad.md': 'Text\n\n:[x](../../secret.md)\n' }, 'hostile_path'],
  ['a picture by file address', { 'en/bad.md': '![x](file:///etc/passwd)' }, 'hostile_path'],
])('%s stops that file and not the import', async (_what, files, reason) => {
  const report = await importFolder(site.services, folderWith({ ...good, ...files }))
  expect(fileIn(report, 'en/bad.md')).toMatchObject({ outcome: 'failed', failure: { reason } })
  expect(fileIn(report, 'en/good.md')?.outcome).toBe('arrived')
  expect(report.counts).toMatchObject({ arrived: 1, failed: 1 })
})

test('a 50 MB file is refused unread', async () => {
  const folder = folderWith({ ...good, 'en/bad.md': '# Big' })
  truncateSync(join(folder, 'en/bad.md'), 50 * 1024 * 1024)
  const report = await importFolder(site.services, folder)
  expect(fileIn(report, 'en/bad.md')).toMatchObject({ failure: { reason: 'too_large', detail: '50.0 MB' } })
  expect(fileIn(report, 'en/good.md')?.outcome).toBe('arrived')
})

test('a link out of the folder is not followed, neither as a lesson nor as a picture', async () => {
  const outside = folderWith({ 'secret.md': '# Secret', 'secret.png': 'x' })
  const folder = folderWith({ ...good, 'en/peek.md': '![x](peek.png)' })
  symlinkSync(join(outside, 'secret.md'), join(folder, 'en/bad.md'))
  symlinkSync(join(outside, 'secret.png'), join(folder, 'en/peek.png'))
  const report = await importFolder(site.services, folder)
  expect(fileIn(report, 'en/bad.md')?.failure?.reason).toBe('hostile_path')
  expect(fileIn(report, 'en/peek.md')?.failure?.reason).toBe('hostile_path')
  expect(fileIn(report, 'en/good.md')?.outcome).toBe('arrived')
})

test('a lesson whose picture is missing or damaged arrives, shows the gap and is named', async () => {
  const folder = folderWith({
    'zh/a.md': '# 甲\n\n![灯](lamp.png)\n\n![坏图](broken.png)\n\n![远](https://example.com/x.png)',
    'zh/broken.png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  })
  const report = await importFolder(site.services, folder)
  expect(fileIn(report, 'zh/a.md')).toMatchObject({
    outcome: 'arrived',
    notes: [
      { kind: 'picture_missing', detail: 'lamp.png' },
      { kind: 'picture_refused', detail: 'broken.png (not_an_image)' },
      { kind: 'picture_elsewhere', detail: 'https://example.com/x.png' },
    ],
  })
  const { sections } = await itemOf(report, 'zh/a.md')
  expect(sections[0]?.body_html).toContain('<span class="missing">缺少图片: 灯</span>')

  cpSync(join(import.meta.dirname, 'fixtures/en/lessons/images/room.png'), join(folder, 'zh/lamp.png'))
  const second = await importFolder(site.services, folder)
  expect(fileIn(second, 'zh/a.md')?.outcome).toBe('updated')
  expect((await itemOf(second, 'zh/a.md')).sections[0]?.body_html).toContain('alt="灯"')
})

test('two files that are the same work in the same language do not overwrite each other', async () => {
  const report = await importFolder(site.services, folderWith({ 'zh/a.md': '# 甲\n\n文', 'a.zh.md': '# 乙\n\n文' }))
  expect(report.files.map(({ path, outcome, failure }) => [path, outcome, failure?.reason])).toEqual([
    ['a.zh.md', 'arrived', undefined],
    ['zh/a.md', 'failed', 'duplicate'],
  ])
})

test('markup in a lesson that would run in the page is taken out', async () => {
  const report = await importFolder(
    site.services,
    folderWith({
      'en/a.md':
        '# A\n\nHi <script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) <b onclick="x()">b</b> <AppName>\n\n' +
        '<iframe src="https://www.youtube.com/embed/tSdTSvku1o8"></iframe>\n',
    }),
  )
  const html = (await itemOf(report, 'en/a.md')).sections[0]?.body_html ?? ''
  expect(html).not.toMatch(/script>|onerror|onclick|javascript:|<iframe/i)
  expect(html).toContain('&#x3C;AppName>')
  expect(html).toContain(
    '<a href="https://www.youtube.com/watch?v=tSdTSvku1o8" target="_blank" rel="noopener noreferrer">',
  )
})

test('a folder inside a language folder finds its neighbours', async () => {
  const folder = folderWith({}, { fixtures: true })
  const report = await importFolder(site.services, join(folder, 'zh', 'lessons'))
  expect(report.files.map(({ path }) => path)).toEqual(['zh/lessons/light.md', 'zh/lessons/shadows.md'])
  expect((await itemOf(report, 'zh/lessons/light.md')).sections[0]?.body_html).toContain('<picture>')
})

test('the report can be read by people: failures with their reason come first', async () => {
  const lines: string[] = []
  await importFolder(site.services, folderWith({ ...good, 'en/bad.md': 'a\0' }), {
    say: (line) => lines.push(line),
    locale: 'en_US',
  })
  expect(lines[0]).toMatch(/^1 arrived, 0 updated, 0 unchanged, 1 failed, in \d+\.\d s\.$/)
  expect(lines).toContain('  en/bad.md: has binary content')
})

/** A few lines of YAML that name each other's lists until there are billions of entries. */
function bomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
  for (let i = 1; i < 9; i++)
    lines.push(
      `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(', ')}]`,
    )
  return `---\n${lines.join('\n')}\n---\n\nText`
}

test('steps at the same place of two languages are one step of the work where there are equally many', async () => {
  const lesson = (...steps: string[]) => `# Lesson\n\n${steps.map((title) => `## ${title}\n\nText.\n`).join('\n')}`
  const folder = folderWith({
    'zh/same.md': lesson('看', '做'),
    'en/same.md': lesson('Look', 'Make'),
    'zh/more.md': lesson('看', '做'),
    'en/more.md': lesson('Look'),
  })
  const report = await importFolder(site.services, folder)
  const workSteps = async (path: string) => (await itemOf(report, path)).sections.map((step) => step.work_step_id)
  const own = async (path: string) => (await itemOf(report, path)).sections.map(({ id }) => id)
  expect(await workSteps('en/same.md')).toEqual(await workSteps('zh/same.md'))
  expect(await workSteps('en/more.md')).toEqual(await own('en/more.md'))

  // a step that one language gets first is its own until the other has as many
  const before = await workSteps('en/same.md')
  writeFileSync(join(folder, 'en/same.md'), lesson('Prepare', 'Look', 'Make'))
  await importFolder(site.services, folder)
  expect((await workSteps('en/same.md')).slice(1)).toEqual(before)
  writeFileSync(join(folder, 'zh/same.md'), lesson('准备', '看', '做'))
  await importFolder(site.services, folder)
  expect(await workSteps('zh/same.md')).toEqual(await workSteps('en/same.md'))
})
