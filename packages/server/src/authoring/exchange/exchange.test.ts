import { getDraft, listRevisions } from '@lantern/contract/authoring/drafts.ts'
import { importQuestions, previewQuestions } from '@lantern/contract/authoring/exchange.ts'
import { exchangeLimits } from '@lantern/contract/authoring/exchange-formats.ts'
import type { QuizForms } from '@lantern/contract/authoring/forms.ts'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { parseXml } from './xml-tree.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator_zh'] })

const csv = [
  '题目,A,B,C,答案',
  '光照的单位？,勒克斯,米,秒,A',
  '坏的,一,二,三,D',
  '第1题问什么？,一,二,三,B',
  '阴影？,硬,软,,AB',
].join('\n')
const file = (text: string | Uint8Array, name = '题.csv') => ({
  name,
  data: Buffer.from(text as string).toString('base64'),
})

function buildOwnQuiz() {
  return buildQuizWithQuestions(site.db, { ownerId: author.id, authorId: author.id, title: '光照测验', questions: 2 })
}

async function draftOf(person: Person, id: string) {
  const { result } = await person.call(getDraft, { params: { id } })
  return { ...result.draft, questions: (result.draft.forms as QuizForms).questions.questions }
}

test('a preview shows every row with what is wrong or lost, in words, and writes nothing', async () => {
  const quiz = await buildOwnQuiz()
  const before = await draftOf(author, quiz.id)
  const { status, result } = await author.call(previewQuestions, { params: { id: quiz.id }, body: { file: file(csv) } })
  expect(status).toBe(200)
  expect(result.format).toBe('csv')
  expect(result.rows.map(({ line, question, problems, notes }) => [line, question !== null, problems, notes])).toEqual([
    [2, true, [], []],
    [3, false, [{ code: 'correct_unknown', message: '正确答案“D”不在选项里' }], []],
    [4, true, [], [{ code: 'duplicate', message: '已有同样题干的题目' }]],
    [5, true, [], []],
  ])
  expect(await draftOf(author, quiz.id)).toEqual(before)
})

test('a file that cannot be read says why, in the language of the visitor', async () => {
  const quiz = await buildOwnQuiz()
  const reader = await site.signedInAgain(author, 'mobile')
  reader.cookies.lantern_locale = 'en_US'
  const broken = file('<quiz><question>', 'a.xml')
  const { result } = await reader.call(previewQuestions, { params: { id: quiz.id }, body: { file: broken } })
  expect(result).toEqual({
    format: null,
    problem: { code: 'xml_broken', message: 'The XML is broken in line 1' },
    rows: [],
  })
  const empty = { params: { id: quiz.id }, body: { file: file('', 'a.gift') } }
  expect((await reader.call(previewQuestions, empty)).result.problem).toMatchObject({ code: 'file_empty' })
  const table = { file: file('题目,A,B\n一,二,三') }
  const withoutColumn = (await reader.call(previewQuestions, { params: { id: quiz.id }, body: table })).result
  expect(withoutColumn.problem).toEqual({
    code: 'csv_no_columns',
    message: 'The first row names no column Answer (“Question” and “Answer” are needed; options are A, B, C)',
  })
})

test('the chosen rows are added after the others as one revision of its own kind', async () => {
  const quiz = await buildOwnQuiz()
  const before = await draftOf(author, quiz.id)
  const body = { file: file(csv), rows: [3, 0], baseVersion: before.partVersions.questions ?? 0 }
  const { status, result } = await author.call(importQuestions, { params: { id: quiz.id }, body })
  expect([status, result.added]).toEqual([200, 2])
  const after = await draftOf(author, quiz.id)
  expect(after.questions.slice(0, 2)).toEqual(before.questions)
  expect(after.questions.slice(2).map(({ options }) => options.map(({ correct }) => correct))).toEqual([
    [true, false, false],
    [true, true],
  ])
  expect(JSON.stringify(after.questions[2]?.body)).toContain('光照的单位？')
  const { result: revisions } = await author.call(listRevisions, { params: { id: quiz.id }, query: {} })
  expect(revisions.results[0]).toMatchObject({ kind: 'import', version: result.draft.version })
})

test('replacing puts the chosen rows in the place of the others', async () => {
  const quiz = await buildOwnQuiz()
  const { partVersions } = await draftOf(author, quiz.id)
  const body = { file: file(csv), rows: [0], replace: true, baseVersion: partVersions.questions ?? 0 }
  expect((await author.call(importQuestions, { params: { id: quiz.id }, body })).status).toBe(200)
  expect((await draftOf(author, quiz.id)).questions).toHaveLength(1)
})

test('an import writes all chosen rows or none: a bad row, an older draft and too many are refused', async () => {
  const quiz = await buildOwnQuiz()
  const before = await draftOf(author, quiz.id)
  const baseVersion = before.partVersions.questions ?? 0
  const call = (body: { file: ReturnType<typeof file>; rows: number[]; baseVersion: number }) =>
    author.call(importQuestions, { params: { id: quiz.id }, body })
  expect((await call({ file: file(csv), rows: [0, 1], baseVersion })).status).toBe(400)
  expect((await call({ file: file(csv), rows: [99], baseVersion })).status).toBe(400)
  expect((await call({ file: file(csv), rows: [0], baseVersion: baseVersion + 1 })).result.code).toBe('draft_conflict')
  const many = ['题目,A,B,答案', ...Array.from({ length: 499 }, (_, at) => `第${at}问,一,二,A`)].join('\n')
  const rows = Array.from({ length: 499 }, (_, at) => at)
  expect((await call({ file: file(many), rows, baseVersion })).status).toBe(400)
  expect((await draftOf(author, quiz.id)).questions).toEqual(before.questions)
})

test('200 questions are previewed and imported in one go', async () => {
  const quiz = await buildOwnQuiz()
  const { partVersions } = await draftOf(author, quiz.id)
  const lines = Array.from({ length: 200 }, (_, at) => `"第${at + 1}问，什么？",一,二,三,C`)
  const whole = file(['题目,A,B,C,答案', ...lines].join('\n'))
  const { result } = await author.call(previewQuestions, { params: { id: quiz.id }, body: { file: whole } })
  const body = { file: whole, rows: result.rows.map(({ index }) => index), baseVersion: partVersions.questions ?? 0 }
  const imported = await author.call(importQuestions, { params: { id: quiz.id }, body })
  expect(imported.result.added).toBe(200)
})

test('pictures of an imported question are stored as ours and come along in an export', async () => {
  const quiz = await buildOwnQuiz()
  const { partVersions } = await draftOf(author, quiz.id)
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#08f' } })
    .png()
    .toBuffer()
  const bad = Buffer.from('<script>alert(1)</script>').toString('base64')
  const xml = `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[<p>看图</p><img src="@@PLUGINFILE@@/a.png" alt="蓝"><img src="@@PLUGINFILE@@/b.png" alt="坏">]]></text>
    <file name="a.png" encoding="base64">${png.toString('base64')}</file><file name="b.png" encoding="base64">${bad}</file></questiontext>
    <answer fraction="100"><text>一</text></answer><answer fraction="0"><text>二</text></answer></question></quiz>`
  const body = { file: file(xml, 'a.xml'), rows: [0], baseVersion: partVersions.questions ?? 0 }
  const { result } = await author.call(importQuestions, { params: { id: quiz.id }, body })
  expect(result).toMatchObject({ added: 1, picturesStored: 1 })
  const { questions } = await draftOf(author, quiz.id)
  expect(JSON.stringify(questions[2]?.body)).toMatch(/img_/)
  expect(JSON.stringify(questions[2]?.body)).toContain('坏')

  const { rawPayload, headers } = await exported(author, quiz.id, 'qti')
  expect(headers['content-type']).toBe('application/zip')
  const files = unzipSync(rawPayload)
  expect(Object.keys(files)).toEqual([
    'imsmanifest.xml',
    'items/item-001.xml',
    'items/item-002.xml',
    'items/item-003.xml',
    'media/picture-001.png',
    'test.xml',
  ])
  expect(Buffer.from(files['media/picture-001.png'] ?? []).equals(png)).toBe(true)
  for (const [path, bytes] of Object.entries(files)) {
    if (path.endsWith('.xml'))
      expect(parseXml(Buffer.from(bytes).toString()).name).toMatch(/^(qti-assessment|manifest)/)
  }
  expect(Buffer.from(files['items/item-003.xml'] ?? []).toString()).toContain('src="../media/picture-001.png"')
})

function exported(person: Person, id: string, format: string) {
  return person.inject({ method: 'GET', url: `/api/learn/creator/quiz/${id}/exchange/export/${format}` })
}

for (const format of ['gift', 'qti', 'json']) {
  test(`what a quiz was exported as ${format} comes back as the same questions`, async () => {
    const quiz = await buildOwnQuiz()
    const target = await buildOwnQuiz()
    const { rawPayload } = await exported(author, quiz.id, format)
    const name = { gift: 'a.gift', qti: 'a.zip', json: 'a.json' }[format] ?? ''
    const { partVersions } = await draftOf(author, target.id)
    const body = {
      file: file(rawPayload, name),
      rows: [0, 1],
      replace: true,
      baseVersion: partVersions.questions ?? 0,
    }
    expect((await author.call(importQuestions, { params: { id: target.id }, body })).status).toBe(200)
    const again = await exported(author, target.id, format)
    const own = rawPayload.toString('latin1').replaceAll(quiz.id, target.id)
    if (format === 'qti') {
      const [one, other] = [unzipSync(rawPayload), unzipSync(again.rawPayload)]
      expect(other['items/item-002.xml']).toEqual(one['items/item-002.xml'])
    } else expect(again.rawPayload.toString('latin1')).toBe(own)
  })
}

test('only those who may edit the quiz exchange its questions', async () => {
  const quiz = await buildOwnQuiz()
  const other = await site.user({ groups: ['learn_creator'] })
  const preview = await other.call(previewQuestions, { params: { id: quiz.id }, body: { file: file(csv) } })
  const imported = await other.call(importQuestions, {
    params: { id: quiz.id },
    body: { file: file(csv), rows: [0], baseVersion: 1 },
  })
  expect([preview.status, imported.status, (await exported(other, quiz.id, 'gift')).statusCode]).toEqual([
    403, 403, 403,
  ])
  expect((await exported(site.guest(), quiz.id, 'gift')).statusCode).toBe(401)
})

test('a file over the limit is refused before it is read', async () => {
  const quiz = await buildOwnQuiz()
  const data = 'A'.repeat(Math.ceil((exchangeLimits.fileBytes * 4) / 3) + 200_000)
  const { status } = await author.call(previewQuestions, {
    params: { id: quiz.id },
    body: { file: { name: 'a.csv', data } },
  })
  expect(status).toBe(413)
})
