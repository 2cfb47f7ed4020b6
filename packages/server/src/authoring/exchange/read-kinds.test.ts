import { expect, test } from 'vitest'
import { text } from '#kit/text.ts'
import { columnNamesOf } from './read-csv.ts'
import { readQuestions } from './read-questions.ts'
import { settleQuestion } from './settle-question.ts'

// What other programs write for questions that are no choice.

async function read(name: string, file: string) {
  const reader = { language: 'en' as const, columnNames: columnNamesOf(text) }
  const { rows } = await readQuestions(name, Buffer.from(file), reader)
  return Promise.all(
    rows.map(async ({ question, problems }) =>
      question ? (await settleQuestion(question, 'en', async () => null)).question : problems.map(({ code }) => code),
    ),
  )
}

const whole = (text: string) => ({ text, credit: 100 })
const number = (value: number, tolerance = 0, credit = 100) => ({ value, tolerance, percent: false, credit })

test('GIFT: numbers with tolerance, as a range and in part, words, and pairs', async () => {
  const rows = await read(
    'a.gift',
    [
      'When?{#1822:5}',
      'Pi?{#2.5..2.75}',
      'Half{#=1822:0 =%50%1822:2 ~*#no}',
      'Who?{=Orwell =%50%Blair}',
      'Pair{=cat -> cats =dog -> dogs = -> mice}',
    ].join('\n\n'),
  )
  expect(rows).toMatchObject([
    { options: [], ask: { kind: 'numeric', answers: [number(1822, 5)], units: [] } },
    { ask: { answers: [number(2.625, 0.125)] } },
    { ask: { answers: [number(1822), number(1822, 2, 50)] } },
    { ask: { kind: 'text', answers: [whole('Orwell'), { text: 'Blair', credit: 50 }], matchCase: false } },
    {
      options: [
        { body: 'cat', match: 'cats' },
        { body: 'dog', match: 'dogs' },
      ],
      ask: { kind: 'matching', others: ['mice'] },
    },
  ])
})

test('Moodle XML: units, wildcards, points, pairs and orders', async () => {
  const question = (type: string, inner: string) =>
    `<question type="${type}"><name><text>n</text></name><questiontext format="html"><text>Q?</text></questiontext>${inner}</question>`
  const answer = (text: string, fraction: number, more = '') =>
    `<answer fraction="${fraction}"><text>${text}</text>${more}</answer>`
  const rows = await read(
    'a.xml',
    `<quiz>${[
      question(
        'numerical',
        `<defaultgrade>2.5</defaultgrade>${answer('9.81', 100, '<tolerance>0.05</tolerance>')}${answer('10', 50, '<tolerance>0</tolerance>')}
        <units><unit><multiplier>100</multiplier><unit_name>cm</unit_name></unit><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit></units>`,
      ),
      question(
        'shortanswer',
        `<usecase>1</usecase>${answer('*map', 100, '<feedback><text>Yes.</text></feedback>')}${answer('x', 0)}`,
      ),
      question(
        'matching',
        `<shuffleanswers>false</shuffleanswers>
        <subquestion format="html"><text>sun</text><answer><text>directional</text></answer></subquestion>
        <subquestion format="html"><text>bulb</text><answer><text>point</text></answer></subquestion>
        <subquestion><text></text><answer><text>area</text></answer></subquestion>`,
      ),
      question('ordering', `${answer('first', 1)}${answer('second', 2)}`),
    ].join('')}</quiz>`,
  )
  expect(rows).toMatchObject([
    {
      points: 2.5,
      ask: {
        kind: 'numeric',
        answers: [number(9.81, 0.05), number(10, 0, 50)],
        units: [
          { name: 'm', factor: 1 },
          { name: 'cm', factor: 0.01 },
        ],
      },
    },
    { ask: { kind: 'text', answers: [whole('*map')], matchCase: true }, quizFeedback: { correct: 'Yes.' } },
    {
      shuffleOptions: false,
      options: [
        { body: 'sun', match: 'directional' },
        { body: 'bulb', match: 'point' },
      ],
      ask: { kind: 'matching', others: ['area'] },
    },
    { options: [{ body: 'first' }, { body: 'second' }], ask: { kind: 'ordering' } },
  ])
})

test('QTI 2: text entries of words and of numbers, orders and pairs', async () => {
  const item = (declaration: string, body: string) =>
    `<assessmentItem identifier="i" title="T"><responseDeclaration identifier="RESPONSE" ${declaration}</responseDeclaration><itemBody>${body}</itemBody></assessmentItem>`
  const values = (...all: string[]) =>
    `<correctResponse>${all.map((value) => `<value>${value}</value>`).join('')}</correctResponse>`
  const entry = '<textEntryInteraction responseIdentifier="RESPONSE"/>'
  const rows = await Promise.all(
    [
      item(
        `cardinality="single" baseType="string">${values('York')}<mapping><mapEntry mapKey="York" mappedValue="2"/><mapEntry mapKey="york*" mappedValue="1"/></mapping>`,
        `<p>Now is the winter, son of ${entry}.</p>`,
      ),
      item(`cardinality="single" baseType="float">${values('3.5')}`, `<p>How much?</p><p>${entry}</p>`),
      item(
        `cardinality="ordered" baseType="identifier">${values('B', 'A')}`,
        '<orderInteraction responseIdentifier="RESPONSE" shuffle="true"><prompt>Order</prompt><simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice></orderInteraction>',
      ),
      item(
        `cardinality="multiple" baseType="directedPair">${values('A X', 'B X')}`,
        `<matchInteraction responseIdentifier="RESPONSE"><prompt>Match</prompt><simpleMatchSet><simpleAssociableChoice identifier="A">a</simpleAssociableChoice><simpleAssociableChoice identifier="B">b</simpleAssociableChoice></simpleMatchSet>
         <simpleMatchSet><simpleAssociableChoice identifier="X">x</simpleAssociableChoice><simpleAssociableChoice identifier="Y">y</simpleAssociableChoice></simpleMatchSet></matchInteraction>`,
      ),
    ].map((xml) => read('a.xml', xml)),
  )
  expect(rows.flat()).toMatchObject([
    {
      body: '<p>Now is the winter, son of _____.</p>',
      ask: { kind: 'text', answers: [whole('York'), { text: 'york\\*', credit: 50 }] },
    },
    { body: '<p>How much?</p>', ask: { kind: 'numeric', answers: [number(3.5)] } },
    { options: [{ body: 'b' }, { body: 'a' }], ask: { kind: 'ordering' } },
    {
      options: [
        { body: 'a', match: 'x' },
        { body: 'b', match: 'x' },
      ],
      ask: { kind: 'matching', others: ['y'] },
    },
  ])
})

test('Moodle XML: gaps in a text, typed, counted or chosen', async () => {
  const question = (type: string, text: string, more = '') =>
    `<question type="${type}"><name><text>n</text></name><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext>${more}</question>`
  const option = (text: string, group: number) =>
    `<selectoption><text>${text}</text><group>${group}</group></selectoption>`
  const rows = await read(
    'a.xml',
    `<quiz>${question(
      'cloze',
      '<p>{1:SHORTANSWER:=Berlin#good~%50%Bonn~*#no} has {1:NUMERICAL:=3.7:0.2} and {2:MC:=river~lake\\}~sea}.</p>',
    )}${question('gapselect', '<p>[[2]] and [[1]]</p>', `${option('sun', 1)}${option('moon', 1)}${option('two', 2)}`)}
    ${question('multianswer', '<p>{1:MULTIRESPONSE:=a~b}</p>')}</quiz>`,
  )
  expect(rows).toMatchObject([
    {
      body: '<p>[[1]] has [[2]] and [[3]].</p>',
      ask: {
        kind: 'gaps',
        gaps: [
          { kind: 'text', answers: [whole('Berlin'), { text: 'Bonn', credit: 50 }], matchCase: false },
          { kind: 'numeric', answers: [number(3.7, 0.2)] },
          { kind: 'choice', answers: [whole('river'), { text: 'lake}', credit: 0 }, { text: 'sea', credit: 0 }] },
        ],
      },
    },
    {
      body: '<p>[[1]] and [[2]]</p>',
      ask: {
        gaps: [
          { kind: 'choice', answers: [whole('moon'), { text: 'sun', credit: 0 }] },
          { kind: 'choice', answers: [whole('sun'), { text: 'moon', credit: 0 }] },
        ],
      },
    },
    ['cloze'],
  ])
})

test('QTI 2: several places in one text are gaps', async () => {
  const rows = await read(
    'a.xml',
    `<assessmentItem identifier="i" title="T">
      <responseDeclaration identifier="R1" cardinality="single" baseType="string"><correctResponse><value>York</value></correctResponse></responseDeclaration>
      <responseDeclaration identifier="R2" cardinality="single" baseType="identifier"><correctResponse><value>B</value></correctResponse></responseDeclaration>
      <itemBody><p>Son of <textEntryInteraction responseIdentifier="R1"/>, <inlineChoiceInteraction responseIdentifier="R2"><inlineChoice identifier="A">he</inlineChoice><inlineChoice identifier="B">she</inlineChoice></inlineChoiceInteraction>.</p></itemBody></assessmentItem>`,
  )
  expect(rows).toMatchObject([
    {
      body: '<p>Son of [[1]], [[2]].</p>',
      ask: {
        kind: 'gaps',
        gaps: [
          { kind: 'text', answers: [whole('York')] },
          { kind: 'choice', answers: [{ text: 'he', credit: 0 }, whole('she')] },
        ],
      },
    },
  ])
})

test('CSV: the type of a row says how its answer is read', async () => {
  const rows = await read(
    'a.csv',
    [
      '题型,题目,选项A,选项B,答案',
      '数值题,多少？,,,"9,81±1%|１０"',
      '填空题,叫什么？,,,阴影|shadow',
      '排序题,先后？,先,后,',
      '匹配题,哪种？,太阳=平行光,灯泡 -> 点光源,',
    ].join('\n'),
  )
  expect(rows).toMatchObject([
    {
      ask: {
        kind: 'numeric',
        answers: [{ value: 9.81, tolerance: 1, percent: true, credit: 100 }, number(10)],
      },
    },
    { ask: { kind: 'text', answers: [whole('阴影'), whole('shadow')] } },
    { ask: { kind: 'ordering' }, options: [{ body: '先' }, { body: '后' }] },
    {
      ask: { kind: 'matching' },
      options: [
        { body: '太阳', match: '平行光' },
        { body: '灯泡', match: '点光源' },
      ],
    },
  ])
})

test('a question that cannot be right says so', async () => {
  expect(await read('a.gift', 'Half?{=%50%only}\n\nNone?{#=%0%5}')).toEqual([
    ['no_correct_answer'],
    ['no_correct_answer'],
  ])
})

test('essays of Moodle and QTI bring what is said to those who mark', async () => {
  const moodle = (more: string) =>
    `<quiz><question type="essay"><name><text>n</text></name><questiontext format="html"><text>Q?</text></questiontext>${more}</question></quiz>`
  const qti = `<assessmentItem identifier="i" title="T"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="string"/>
    <itemBody><p>Q?</p><extendedTextInteraction responseIdentifier="RESPONSE"/><rubricBlock view="scorer"><p>Two &lt;reasons</p></rubricBlock>
    <rubricBlock view="candidate"><p>Write well</p></rubricBlock></itemBody></assessmentItem>`
  const rows = [
    ...(await read(
      'a.xml',
      moodle('<graderinfo format="html"><text>&lt;p&gt;Two reasons&lt;/p&gt;</text></graderinfo>'),
    )),
    ...(await read('a.xml', qti)),
    ...(await read('a.csv', 'type,question,answer\nEssay,Q?,')),
  ]
  expect(rows).toMatchObject([
    { ask: { kind: 'essay', guidance: 'Two reasons' }, options: [] },
    { ask: { kind: 'essay', guidance: 'Two <reasons' } },
    { ask: { kind: 'essay', least: 0, guidance: '' } },
  ])
  expect(await read('a.xml', moodle('<responseformat>noinline</responseformat>'))).toEqual([['upload']])
})

test('QTI: points in areas of a picture, and areas chosen by their names', async () => {
  const item = (declaration: string, body: string) =>
    `<assessmentItem identifier="i" title="T"><responseDeclaration identifier="RESPONSE" ${declaration}</responseDeclaration><itemBody>${body}</itemBody></assessmentItem>`
  const map = '<object type="image/png" data="/media/images/img_1/800.webp" width="200" height="100">A map</object>'
  const areas =
    '<areaMapping defaultValue="0"><areaMapEntry shape="circle" coords="100,50,20" mappedValue="1"/><areaMapEntry shape="rect" coords="0,0,20,10%" mappedValue="1"/><areaMapEntry shape="default" coords="" mappedValue="0"/></areaMapping>'
  const choices =
    '<hotspotChoice shape="poly" coords="0,0,200,0,100,100" identifier="A"/><hotspotChoice shape="ellipse" coords="50,50,20,10" identifier="B"/>'
  const rows = await Promise.all(
    [
      item(
        `cardinality="multiple" baseType="point">${areas}`,
        `<p>Before.</p><selectPointInteraction responseIdentifier="RESPONSE" maxChoices="0"><prompt>Where?</prompt>${map}</selectPointInteraction>`,
      ),
      item(
        'cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse>',
        `<hotspotInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Where?</prompt>${map.replace('A map', '')}${choices}</hotspotInteraction>`,
      ),
      item(
        `cardinality="single" baseType="point">${areas}`,
        `<selectPointInteraction responseIdentifier="RESPONSE">${map.replace(' width="200"', '')}</selectPointInteraction>`,
      ),
    ].map(async (xml) => (await read('a.xml', xml))[0]),
  )
  expect(rows).toMatchObject([
    {
      body: expect.stringMatching(/^<p>Before\.<\/p><p>Where\?<\/p><img src="[^"]+" alt="A map">$/),
      ask: {
        kind: 'hotspot',
        most: 2,
        areas: [
          { shape: 'ellipse', at: [0.5, 0.5, 0.1, 0.2] },
          { shape: 'rectangle', at: [0, 0, 0.1, 0.1] },
        ],
      },
    },
    {
      // who cannot see it reads what is asked
      body: expect.stringContaining('alt="Where?"'),
      ask: { kind: 'hotspot', most: 1, areas: [{ shape: 'polygon', at: [0, 0, 1, 0, 0.5, 1] }] },
    },
    ['hotspot'],
  ])
})
