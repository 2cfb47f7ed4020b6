import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { codes, one, read } from './testing/read-file.ts'

// Items as Canvas writes them for each of its types, and as other programs do.

const set = (points: number, action = 'Set') => `<setvar action="${action}" varname="SCORE">${points}</setvar>`
const when = (condition: string, then: string) =>
  `<respcondition continue="No"><conditionvar>${condition}</conditionvar>${then}</respcondition>`
const equal = (value: string, response = 'response1') => `<varequal respident="${response}">${value}</varequal>`
const words = (text: string, type = 'text/html') =>
  `<material><mattext texttype="${type}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</mattext></material>`
const label = (id: string, text: string) =>
  `<response_label ident="${id}">${words(text, 'text/plain')}</response_label>`
const choices = (ident: string, labels: string, cardinality = 'Single', own = '') =>
  `<response_lid ident="${ident}" rcardinality="${cardinality}">${own}<render_choice>${labels}</render_choice></response_lid>`
const typed = '<response_str ident="response1" rcardinality="Single"><render_fib/></response_str>'

function item(type: string, presentation: string, scoring: string, more = ''): string {
  const field = (name: string, value: string) =>
    `<qtimetadatafield><fieldlabel>${name}</fieldlabel><fieldentry>${value}</fieldentry></qtimetadatafield>`
  return `<item ident="i1" title="Question"><itemmetadata><qtimetadata>${type && field('question_type', type)}${field('points_possible', '2.0')}</qtimetadata></itemmetadata>
    <presentation>${presentation}</presentation>
    <resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${scoring}</resprocessing>${more}</item>`
}

const file = (...items: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="Quiz"><section ident="root_section">${items.join('')}</section></assessment></questestinterop>`

const asked = async (...parts: Parameters<typeof item>) => (await one('a.xml', file(item(...parts)))).question

const whole = (text: string) => ({ text, credit: 100 })
const number = (value: number, tolerance = 0) => ({ value, tolerance, percent: false, credit: 100 })

test('a choice with its feedback and points', async () => {
  const feedback = (id: string, text: string) =>
    `<itemfeedback ident="${id}"><flow_mat>${words(text)}</flow_mat></itemfeedback>`
  const question = await asked(
    'multiple_choice_question',
    `${words('<p>二加二？</p>')}${choices('response1', label('10', '四 & <b>') + label('11', '五'))}`,
    when(equal('11'), '<displayfeedback feedbacktype="Response" linkrefid="11_fb"/>') + when(equal('10'), set(100)),
    feedback('11_fb', '<p>再想</p>') + feedback('correct_fb', '对') + feedback('general_incorrect_fb', '错'),
  )
  expect(question).toEqual({
    body: '<p>二加二？</p>',
    options: [
      { body: '四 &#x26; &#x3C;b>', correct: true },
      { body: '五', correct: false, feedback: '<p>再想</p>' },
    ],
    points: 2,
    shuffleOptions: false,
    quizFeedback: { correct: '对', wrong: '错' },
  })
})

test('several answers: what must not be chosen is wrong', async () => {
  const labels = label('1', 'a') + label('2', 'b') + label('3', 'c')
  const question = await asked(
    'multiple_answers_question',
    words('Q') + choices('response1', labels, 'Multiple'),
    when(`<and>${equal('1')}<not>${equal('2')}</not>${equal('3')}</and>`, set(100)),
  )
  expect(question.options.map(({ correct }) => correct)).toEqual([true, false, true])
})

test('words and numbers, with a margin or between two bounds', async () => {
  const short = await asked('short_answer_question', words('Q') + typed, when(equal('map') + equal('a*'), set(100)))
  expect(short).toMatchObject({ options: [], ask: { kind: 'text', answers: [whole('map'), whole('a\\*')] } })
  const between = (least: string, most: string) =>
    `<vargte respident="response1">${least}</vargte><varlte respident="response1">${most}</varlte>`
  const numeric = await asked(
    'numerical_question',
    words('Q') + typed,
    when(`<or>${equal('4.0')}<and>${between('3.9', '4.1')}</and></or>`, set(100)) + when(between('7', '9'), set(100)),
  )
  expect(numeric.ask).toEqual({ kind: 'numeric', answers: [number(4, 0.1), number(8, 1)], units: [] })
})

test('pairs, and what belongs to none', async () => {
  const targets = label('91', '平行光') + label('92', '点光源') + label('93', '面光源')
  const question = await asked(
    'matching_question',
    words('配对') +
      choices('response_1', targets, 'Single', words('太阳', 'text/plain')) +
      choices('response_2', targets, 'Single', words('灯泡', 'text/plain')),
    when(equal('91', 'response_1'), set(50, 'Add')) + when(equal('92', 'response_2'), set(50, 'Add')),
  )
  expect(question).toMatchObject({
    options: [
      { body: '太阳', match: '平行光' },
      { body: '灯泡', match: '点光源' },
    ],
    ask: { kind: 'matching', others: ['面光源'] },
  })
})

test('an order is told by the places that its scoring names', async () => {
  const at = (index: number, value: string) => `<varequal respident="response1" index="${index}">${value}</varequal>`
  const question = await asked(
    '',
    words('Q') + choices('response1', label('a', 'one') + label('b', 'two') + label('c', 'three'), 'Ordered'),
    when(at(3, 'c') + at(1, 'b') + at(2, 'a'), set(5)) + when(at(1, 'a') + at(2, 'b') + at(3, 'c'), set(2)),
  )
  expect(question).toMatchObject({
    ask: { kind: 'ordering' },
    options: [{ body: 'two' }, { body: 'one' }, { body: 'three' }],
  })
})

test('rows that were left empty in a form are no options', async () => {
  const question = await asked(
    'multiple_choice_question',
    words('Q') + choices('response1', label('0', '') + label('1', 'a') + label('2', 'b')),
    when(equal('1'), set(100)),
  )
  expect(question.options.map(({ body }) => body)).toEqual(['a', 'b'])
})

test('gaps that are typed and gaps that are chosen stand where the text names them', async () => {
  const responses =
    choices('response_day', label('1', 'Monday') + label('2', 'Tuesday')) + choices('response_no', label('3', 'one'))
  const scoring = when(equal('1', 'response_day'), set(50, 'Add')) + when(equal('3', 'response_no'), set(50, 'Add'))
  const text = words('<p>[day] is day [no].</p>')
  expect(await asked('multiple_dropdowns_question', text + responses, scoring)).toMatchObject({
    body: '<p>[[1]] is day [[2]].</p>',
    ask: {
      kind: 'gaps',
      gaps: [
        { kind: 'choice', answers: [whole('Monday'), { text: 'Tuesday', credit: 0 }] },
        { kind: 'choice', answers: [whole('one')] },
      ],
    },
  })
  expect(await asked('fill_in_multiple_blanks_question', text + responses, scoring)).toMatchObject({
    ask: {
      gaps: [
        { kind: 'text', answers: [whole('Monday')] },
        { kind: 'text', answers: [whole('one')] },
      ],
    },
  })
})

test('files of other programs are told by what takes the answer', async () => {
  const gap = (id: string, type = 'String') =>
    `<response_str ident="${id}"><render_fib fibtype="${type}"/></response_str>`
  const question = await asked(
    '',
    `<flow>${words('The', 'text/plain')}${gap('A')}${words('has', 'text/plain')}${gap('B', 'Integer')}</flow>`,
    when(`<and>${equal('sun', 'A')}${equal('9', 'B')}</and>`, set(1)),
  )
  expect(question).toMatchObject({
    body: 'The [[1]] has [[2]]',
    ask: {
      gaps: [
        { kind: 'text', answers: [whole('sun')] },
        { kind: 'numeric', answers: [number(9)] },
      ],
    },
  })
})

test('what is written and has no right answer is an essay', async () => {
  const rows = await read(
    'a.xml',
    file(item('essay_question', words('Write') + typed, ''), item('', words('Write') + typed, '')),
  )
  expect(rows.map(({ question }) => question?.ask?.kind)).toEqual(['essay', 'essay'])
})

test('what cannot be asked is refused by its name, and the others are not', async () => {
  const choice = words('Q') + choices('response1', label('1', 'a') + label('2', 'b'))
  const rows = await read(
    'a.xml',
    file(
      item('file_upload_question', words('Send'), ''),
      item('text_only_question', words('Read'), ''),
      item('multiple_choice_question', choice, ''),
      item('multiple_choice_question', choice, when(equal('9'), set(100))),
      item(
        'fill_in_multiple_blanks_question',
        words('no gap') + choices('response_x', label('1', 'a')),
        when(equal('1', 'response_x'), set(100)),
      ),
      item('', `${words('Q')}<response_xy ident="r"/>`, ''),
      item('multiple_choice_question', choice, when(equal('2'), set(100))),
    ),
  )
  expect(codes(rows)).toEqual([
    'upload',
    'description',
    'no_correct_answer',
    'no_correct_answer',
    'cloze',
    'hotspot',
    'ok',
  ])
})

test('an export of Canvas brings its pictures along, wherever it keeps them', async () => {
  const picture = (src: string) => words(`<p>Q<img src="${src}" alt=""></p>`)
  const labels = label('1', 'a') + label('2', 'b')
  const quiz = (src: string) =>
    Buffer.from(file(item('', picture(src) + choices('response1', labels), when(equal('1'), set(100)))))
  const rows = await read(
    'a.zip',
    zipSync({
      'imsmanifest.xml': Buffer.from('<manifest/>'),
      'one/one.xml': quiz('%24IMS-CC-FILEBASE%24/Uploaded%20Media/a.png'),
      'one/assessment_meta.xml': Buffer.from('<quiz xmlns="http://canvas.instructure.com/xsd/cccv1p0"/>'),
      'non_cc_assessments/two.xml.qti': quiz('$IMS-CC-FILEBASE$/b.png'),
      'web_resources/Uploaded Media/a.png': Buffer.from('a'),
      'b.png': Buffer.from('b'),
    }),
  )
  expect(
    rows.map(({ question }) => [...(question?.pictures.values() ?? [])].map((bytes) => Buffer.from(bytes).toString())),
  ).toEqual([['a'], ['b']])
})
