import { exchangeLimits } from '@lantern/contract/authoring/exchange-formats.ts'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readQuestions } from './read-questions.ts'
import { settleQuestion } from './settle-question.ts'
import type { SourceQuestion } from './source-rows.ts'
import { codes, one, read, reader, refusal } from './testing/read-file.ts'

const moodle = (...questions: string[]) => `<?xml version="1.0" encoding="UTF-8"?><quiz>${questions.join('')}</quiz>`
const choice = ({
  text = '<p>二加二等于几？</p>',
  answers = [
    [100, '四'],
    [0, '五'],
  ] as [number, string][],
  more = '',
} = {}) => `<question type="multichoice"><name><text>加法</text></name>
  <questiontext format="html"><text><![CDATA[${text}]]></text></questiontext>${more}
  ${answers.map(([fraction, answer]) => `<answer fraction="${fraction}" format="html"><text>${answer}</text><feedback format="html"><text></text></feedback></answer>`).join('')}</question>`
const item = (body: string, correct = '<value>A</value>', more = '') => `<?xml version="1.0"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="q" title="光" adaptive="false" timeDependent="false">
  <responseDeclaration identifier="RESPONSE" cardinality="multiple" baseType="identifier"><correctResponse>${correct}</correctResponse></responseDeclaration>
  <itemBody>${body}</itemBody>${more}</assessmentItem>`
const choices = `<choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="1"><prompt>选一个</prompt>
  <simpleChoice identifier="A">甲</simpleChoice><simpleChoice identifier="B">乙</simpleChoice></choiceInteraction>`
const packageFiles = (more: Record<string, Uint8Array> = {}) => ({
  'imsmanifest.xml': strToU8('<manifest><resources><resource href="test.xml"/></resources></manifest>'),
  'test.xml': strToU8(
    '<assessmentTest><testPart><assessmentSection><assessmentItemRef href="items/second.xml"/><assessmentItemRef href="items/first.xml"/></assessmentSection></testPart></assessmentTest>',
  ),
  'items/first.xml': strToU8(item(`<p>一<img src="../pictures/a.png" alt=""/></p>${choices}`)),
  'items/second.xml': strToU8(item(`<p>二</p>${choices}`)),
  'items/broken.xml': strToU8('<assessmentItem>'),
  'pictures/a.png': strToU8('bytes'),
  ...more,
})

test('Moodle XML gives the question with its answers, feedback and order', async () => {
  const more = `<shuffleanswers>false</shuffleanswers><single>false</single>
    <correctfeedback format="html"><text>对</text></correctfeedback><incorrectfeedback format="html"><text>错</text></incorrectfeedback>
    <generalfeedback format="html"><text>见第3步</text></generalfeedback>`
  const answers: [number, string][] = [
    [50, '红'],
    [50, '绿'],
    [-100, '木'],
  ]
  const { question } = await one('a.xml', moodle(choice({ more, answers })))
  expect(question).toEqual({
    name: '加法',
    body: '<p>二加二等于几？</p>',
    options: [
      { body: '红', correct: true },
      { body: '绿', correct: true },
      { body: '木', correct: false },
    ],
    shuffleOptions: false,
    quizFeedback: { correct: '对\n见第3步', wrong: '错\n见第3步' },
  })
})

test('what an answer adds is kept, unless it is whole or nothing in its file too', async () => {
  const creditsIn = async (name: string, file: string) =>
    (await read(name, file)).map(({ question }) => question?.options.map(({ credit }) => credit ?? null))
  const several = (answers: [number, string][]) => moodle(choice({ more: '<single>false</single>', answers }))
  const moodleFiles: [[number, string][], (number | null)[]][] = [
    [
      [
        [70, '红'],
        [30, '绿'],
        [0, '木'],
      ],
      [70, 30, 0],
    ],
    [
      [
        [50, '红'],
        [50, '绿'],
        [0, '木'],
      ],
      [50, 50, 0],
    ],
    [
      [
        [33.333, '红'],
        [33.333, '绿'],
        [33.333, '蓝'],
        [-100, '木'],
      ],
      [null, null, null, null],
    ],
  ]
  for (const [answers, credits] of moodleFiles) expect(await creditsIn('a.xml', several(answers))).toEqual([credits])
  const gift = '哪些是光？ {~%70%日光 ~%30%灯光 ~石头}\n\n哪些是光源？ {~%50%日 ~%50%灯 ~%-100%石头}'
  expect(await creditsIn('a.gift', gift)).toEqual([
    [70, 30, 0],
    [null, null, null],
  ])
})

test('an answer worth half of a question with one answer is not the answer, and keeps its half', async () => {
  const answers = [
    [100, '四'],
    [50, '大约四'],
    [0, '五'],
  ] satisfies [number, string][]
  const { question } = await one('a.xml', moodle(choice({ answers })))
  expect(question.options.map(({ correct, credit }) => [correct, credit])).toEqual([
    [true, 100],
    [false, 50],
    [false, 0],
  ])
})

test('a Moodle true/false question becomes two answers in the language of the quiz', async () => {
  const { question } = await one(
    'a.xml',
    moodle(`<question type="truefalse"><questiontext><text>水是湿的</text></questiontext>
      <answer fraction="0"><text>true</text></answer><answer fraction="100"><text>false</text></answer></question>`),
  )
  expect(question.options).toEqual([
    { body: '正确', correct: false },
    { body: '错误', correct: true },
  ])
})

test('every kind of question that there is no place for is refused by its own name', async () => {
  const kinds = ['randomsamatch', 'ddmarker', 'calculated', 'pmatch']
  const rows = await read(
    'a.xml',
    moodle(...kinds.map((kind) => `<question type="${kind}"><name><text>x</text></name></question>`)),
  )
  expect(codes(rows)).toEqual(['matching', 'drag', 'calculated', 'type_unknown'])
})

test('a question without a right answer, without answers or without words is refused, the others are not', async () => {
  const rows = await read(
    'a.xml',
    moodle(
      choice({
        answers: [
          [0, '四'],
          [0, '五'],
        ],
      }),
      choice({ answers: [[100, '四']] }),
      choice({ answers: [] }),
      choice({ text: '<p> &nbsp; </p>' }),
      choice({
        answers: [
          [100, '四'],
          [0, ' '],
        ],
      }),
      choice(),
    ),
  )
  expect(codes(rows)).toEqual(['no_correct_answer', 'one_answer', 'no_answers', 'empty_question', 'empty_answer', 'ok'])
})

test('a file that brings entities of its own is refused, whatever they would do', async () => {
  const outside =
    '<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz><question type="essay">&x;</question></quiz>'
  const laughs = `<!DOCTYPE quiz [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]><quiz>&c;</quiz>`
  expect(await refusal('a.xml', outside)).toBe('xml_entities')
  expect(await refusal('a.xml', laughs)).toBe('xml_entities')
})

test('an unknown entity stays the text that it is and a known one of HTML is read', async () => {
  const { question } = await one('a.xml', item(`<p>a&nbsp;b &hellip; &nope;</p>${choices}`))
  expect(question.body).toContain('a\u00a0b … &#x26;nope;')
})

test('elements nested without end are refused and not followed', async () => {
  expect(await refusal('a.xml', `<quiz>${'<a>'.repeat(100_000)}`)).toBe('xml_too_deep')
  const rows = await read('a.xml', moodle(choice({ text: `${'<div>'.repeat(5_000)}深` })))
  const question = rows[0]?.question as SourceQuestion
  await expect(settleQuestion(question, 'zh', async () => null)).rejects.toMatchObject({ code: 'xml_too_deep' })
})

test('Markdown nested without end costs its own question and no other', async () => {
  const rows = await read('a.gift', `[markdown]${'**a*b'.repeat(6_000)} {=是 ~不是}\n\n天空是什么颜色？ {=蓝 ~绿}`)
  expect(rows.map(({ problems, question }) => [problems.map(({ code }) => code), question !== null])).toEqual([
    [['xml_too_deep'], false],
    [[], true],
  ])
})

test('broken XML is refused with its line', async () => {
  await expect(read('a.xml', '<quiz>\n<question type="essay">\n</quiz>')).rejects.toMatchObject({
    code: 'xml_broken',
    detail: '3',
  })
})

test('scripts of a file never arrive', async () => {
  const text =
    '<p onclick="steal()">问<script>steal()</script><a href="javascript:steal()">这里</a><svg onload="x"></svg></p>'
  const { question } = await one('a.xml', moodle(choice({ text })))
  expect(question.body).toBe('<p>问<a>这里</a></p>')
})

test('pictures that came along are placed, others are named', async () => {
  const file = `<file name="光 1.png" path="/" encoding="base64">${Buffer.from('bytes').toString('base64')}</file>`
  const text =
    '<img src="@@PLUGINFILE@@/%E5%85%89%201.png" alt="光"><img src="@@PLUGINFILE@@/gone.png" alt="丢"><img src="https://x.example/a.png">'
  const [row] = await read('a.xml', moodle(choice({ text, more: file })))
  if (!row?.question) throw new Error('refused')
  const stored: string[] = []
  const { question, notes } = await settleQuestion(row.question, 'zh', async (bytes, alt) => {
    stored.push(Buffer.from(bytes).toString())
    return { type: 'element', tagName: 'img', properties: { src: '/media/images/img_1/o.png', alt }, children: [] }
  })
  expect(stored).toEqual(['bytes'])
  expect(question.body).toBe('<img src="/media/images/img_1/o.png" alt="光">丢')
  expect(notes.map(({ code }) => code)).toEqual(['picture_missing', 'picture_elsewhere'])
})

test('a QTI 2 item is read with its prompt in place, its feedback and its several answers', async () => {
  const more = `<modalFeedback outcomeIdentifier="F" identifier="B" showHide="show">乙不对</modalFeedback>
    <modalFeedback outcomeIdentifier="F" identifier="correct" showHide="show">对了</modalFeedback>`
  const { question } = await one('a.xml', item(`<p>看图。</p>${choices}`, '<value>A</value><value>B</value>', more))
  expect(question).toEqual({
    name: '光',
    body: '<p>看图。</p><p>选一个</p>',
    options: [
      { body: '甲', correct: true },
      { body: '乙', correct: true, feedback: '乙不对' },
    ],
    quizFeedback: { correct: '对了', wrong: '' },
  })
})

test('a QTI 3 item says the same in other words', async () => {
  const file = `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="q" title="光">
    <qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>B</qti-value></qti-correct-response></qti-response-declaration>
    <qti-item-body><qti-choice-interaction response-identifier="RESPONSE" shuffle="false" max-choices="1"><qti-prompt>选</qti-prompt>
      <qti-simple-choice identifier="A">甲<qti-feedback-inline outcome-identifier="F" identifier="A">再想</qti-feedback-inline></qti-simple-choice>
      <qti-simple-choice identifier="B">乙</qti-simple-choice></qti-choice-interaction></qti-item-body></qti-assessment-item>`
  const { question } = await one('a.xml', file)
  expect(question).toEqual({
    name: '光',
    body: '<p>选</p>',
    options: [
      { body: '甲', correct: false, feedback: '再想' },
      { body: '乙', correct: true },
    ],
    shuffleOptions: false,
  })
})

test('QTI that cannot be asked is refused: other interactions, two at once, computed values, twice the same choice', async () => {
  const rows = [
    await read('a.xml', item('<uploadInteraction responseIdentifier="RESPONSE"/>')),
    await read('a.xml', item(choices + choices)),
    await read('a.xml', item(`<p><printedVariable identifier="X"/></p>${choices}`)),
    await read('a.xml', item(choices.replace('identifier="B"', 'identifier="A"'))),
    await read('a.xml', item(choices, '<value>Z</value>')),
    await read('a.xml', item(choices, '')),
    await read('a.xml', item('<p>只是文字</p>')),
  ]
  expect(codes(rows.flat())).toEqual([
    'upload',
    'two_questions',
    'template',
    'duplicate_ids',
    'correct_unknown',
    'no_correct_answer',
    'description',
  ])
  expect(await refusal('a.xml', '<questestinterop/>')).toBe('file_no_questions')
  expect(await refusal('a.xml', '<html/>')).toBe('xml_unknown')
})

test('a QTI package is read in the order of its test; a broken item does not take the others along', async () => {
  const rows = await read('a.zip', zipSync(packageFiles()))
  expect(rows.map(({ file, problems }) => [file, problems[0]?.code])).toEqual([
    ['items/broken.xml', 'xml_broken'],
    ['items/second.xml', undefined],
    ['items/first.xml', undefined],
  ])
  const pictures = [...(rows[2]?.question?.pictures ?? [])].map(([src, bytes]) => [src, Buffer.from(bytes).toString()])
  expect(pictures).toEqual([['../pictures/a.png', 'bytes']])
})

test('a package that leads out of itself, unpacks without end or is cut off is refused', async () => {
  expect(await refusal('a.zip', zipSync(packageFiles({ '../../etc/x.xml': strToU8('x') })))).toBe('zip_path')
  expect(await refusal('a.zip', zipSync(packageFiles({ 'C:\\x.xml': strToU8('x') })))).toBe('zip_path')
  const bomb = zipSync(packageFiles({ 'big.xml': new Uint8Array(exchangeLimits.unpackedBytes + 1) }))
  expect(bomb.length).toBeLessThan(200_000)
  expect(await refusal('a.zip', bomb)).toBe('zip_bomb')
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`${at}.xml`, strToU8('<x/>')]))
  expect(await refusal('a.zip', zipSync(many))).toBe('zip_bomb')
  expect(await refusal('a.zip', new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]))).toBe('zip_broken')
})

test('a package with a file that does not have its checksum is refused, however it is packed', async () => {
  for (const level of [0, 9] as const) {
    const zip = Buffer.from(zipSync(packageFiles(), { level, comment: 'made elsewhere' }))
    expect(await read('a.zip', zip)).toHaveLength(3)
    // 16 bytes into the entry of the list at the end, whose name comes at 46
    const entry = zip.lastIndexOf('items/first.xml') - 46
    zip.writeUInt32LE((zip.readUInt32LE(entry + 16) ^ 1) >>> 0, entry + 16)
    expect(await refusal('a.zip', zip)).toBe('zip_broken')
  }
})

test('our own JSON of another version is said to be out of date', async () => {
  const file = (version: number) =>
    JSON.stringify({ format: 'lantern-quiz', version, questions: [{ body: '一', options: [] }] })
  expect(await refusal('a.json', file(99))).toBe('json_expired')
  expect(codes(await read('a.json', file(1)))).toEqual(['no_answers'])
  expect(await refusal('a.json', '{"format": ')).toBe('json_broken')
})

test('what is no file of questions at all is refused by what it is', async () => {
  expect(await refusal('a.xml', '')).toBe('file_empty')
  expect(await refusal('a.gift', ' \n ')).toBe('file_empty')
  expect(await refusal('a.gift', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]))).toBe('file_binary')
  expect(await refusal('a.doc', 'just words')).toBe('file_unknown')
})

test('more rows than anybody can look through are refused', async () => {
  const rows = Array.from({ length: exchangeLimits.rows + 1 }, () => '一,二,三,A')
  expect(await refusal('a.csv', ['题目,A,B,答案', ...rows].join('\n'))).toBe('file_too_many')
})

test('a file that is nothing but beginnings is read in one go', async () => {
  const many = (piece: string) => piece.repeat(1_000_000 / piece.length)
  const moodle = (body: string) =>
    `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[${body}]]></text></questiontext></question></quiz>`
  for (const [name, text] of [
    ['a.txt', `{${many('T')}`],
    ['a.gift', `q {${many('=')}}`],
    ['a.gift', `q {${many('="')}}`],
    ['a.gift', many('q {\n\n')],
    ['a.gift', `q {\n${many('a\n\n')}}`],
    ['a.gift', `// ${many('[')}\nq {=a ~b}`],
    ['a.xml', moodle(many('<script'))],
    ['a.xml', moodle(many('<!--'))],
  ] as const) {
    // quadratic reading of a megabyte of openings does not end within the test's limit
    const rows = await readQuestions(name, Buffer.from(text), reader).catch((error: unknown) => error)
    expect(rows, text.slice(0, 20)).toBeDefined()
  }
})
