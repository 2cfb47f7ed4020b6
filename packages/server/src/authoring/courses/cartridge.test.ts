import { getDraft } from '@lantern/contract/authoring/drafts.ts'
import type { OutlineForms, QuizForms, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { saveTutorialDetails } from '@lantern/contract/authoring/tutorial-editing.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { countIn } from '../packages/testing/course-package.ts'
import { broughtCourse, plannedCourse, zipped } from './testing/bring-course.ts'

const site = await testSite()
const ada = await site.user({ groups: ['learn_creator'] })
const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#f80' } })
  .png()
  .toBuffer()

const item = (id: string, title: string, inner = '', ref = '') =>
  `<item identifier="${id}"${ref && ` identifierref="${ref}"`}><title>${title}</title>${inner}</item>`
const resource = (id: string, type: string, href: string) =>
  `<resource identifier="${id}" type="${type}" href="${href}"><file href="${href}"/></resource>`

const choice = (ident: string, words: string) => `
  <item ident="${ident}"><presentation><material><mattext texttype="text/html">${words}</mattext></material>
    <response_lid ident="r"><render_choice>
      <response_label ident="a"><material><mattext>Light</mattext></material></response_label>
      <response_label ident="b"><material><mattext>Shadow</mattext></material></response_label>
    </render_choice></response_lid></presentation>
  <resprocessing><respcondition><conditionvar><varequal respident="r">a</varequal></conditionvar>
    <setvar varname="SCORE">100</setvar></respcondition></resprocessing></item>`

const upload = `<item ident="q9"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel>
  <fieldentry>file_upload_question</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
  <presentation><material><mattext>Say more</mattext></material></presentation></item>`

function cartridge(first = '<p>Light falls.</p>') {
  return {
    'imsmanifest.xml': `<?xml version="1.0"?><manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1">
      <metadata><schema>IMS Common Cartridge</schema><schemaversion>1.3.0</schemaversion>
        <lom><general><title><string>Lighting</string></title><language>en-US</language></general></lom></metadata>
      <organizations><organization><item identifier="root">
        ${item('m_1', 'Basics', item('i1', 'What light does', '', 'r1') + item('i2', 'Colours', '', 'r2') + item('i3', 'Check', '', 'r3'))}
        ${item('m_2', 'More', item('i4', 'A site', '', 'r4') + item('i5', 'Talk', '', 'r5') + item('i6', 'Tool', '', 'r6') + item('i7', 'Gone', '', 'r7'))}
      </item></organization></organizations>
      <resources>
        ${resource('r1', 'webcontent', 'pages/one.html')}${resource('r2', 'webcontent', 'pages/two.html')}
        ${resource('r3', 'imsqti_xmlv1p2/imscc_xmlv1p3/assessment', 'quiz/q.xml')}
        ${resource('r4', 'imswl_xmlv1p3', 'link.xml')}${resource('r5', 'imsdt_xmlv1p3', 'topic.xml')}
        ${resource('r6', 'imsbasiclti_xmlv1p3', 'tool.xml')}${resource('r7', 'webcontent', 'pages/none.html')}
        ${resource('f1', 'webcontent', 'web_resources/a b.png')}
      </resources></manifest>`,
    'pages/one.html': `<html><head><title>x</title></head><body><h1>Light</h1>${first}<p><img src="$IMS-CC-FILEBASE$/a%20b.png" alt="orange"></p>
      <p><a href="two.html">next</a> <a href="../web_resources/sheet.pdf">sheet</a> <a href="missing.html">nowhere</a></p>
      <script>alert(1)</script></body></html>`,
    'pages/two.html':
      '<p>Red, green, blue. \\(a^2\\)</p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
    'quiz/q.xml': `<questestinterop><assessment ident="a" title="Check">${choice('q1', '<p>What falls?</p>')}${upload}</assessment></questestinterop>`,
    'link.xml': '<webLink><title>L</title><url href="https://example.org/light"/></webLink>',
    'topic.xml': '<topic><title>T</title><text texttype="text/html">&lt;p&gt;What do you see?&lt;/p&gt;</text></topic>',
    'tool.xml':
      '<cartridge_basiclti_link><title>T</title><launch_url>https://tool.example/launch</launch_url></cartridge_basiclti_link>',
    'web_resources/a b.png': png,
    'web_resources/sheet.pdf': '%PDF-1.4 sheet',
  }
}

test('a cartridge is read without anything being written, and says of each part what becomes of it', async () => {
  const report = await plannedCourse(site, ada, zipped(cartridge()))
  expect(report).toMatchObject({ state: 'planned', problem: null, format: 'cc', title: 'Lighting' })
  expect(report.items.map(({ type, title, outcome }) => [type, title, outcome])).toEqual([
    ['tutorial', 'Basics', 'created'],
    ['tutorial', 'More', 'created'],
    ['quiz', 'Check', 'created'],
    ['course', 'Lighting', 'created'],
  ])
  expect(
    report.parts.map(({ kind, title, outcome, notes }) => [kind, title, outcome, notes.map(({ code }) => code)]),
  ).toEqual([
    ['page', 'What light does', 'changed', ['link_broken', 'script_dropped']],
    ['page', 'Colours', 'kept', []],
    ['quiz', 'Check', 'kept', []],
    ['question', 'Say more', 'left_out', ['upload']],
    ['tool', 'Tool', 'left_out', ['tool']],
    ['page', 'Gone', 'left_out', ['file_missing']],
    ['link', 'A site', 'kept', []],
    ['discussion', 'Talk', 'changed', ['discussion_as_step']],
  ])
  expect(report.counts).toEqual({ kept: 4, changed: 2, leftOut: 3 })
  expect(await countIn(site, report.items[3]?.id ?? '')).toMatchObject({ items: 0, images: 0 })
})

test('what is made are drafts of the editors, with pictures, files and links that lead somewhere', async () => {
  const report = await broughtCourse(site, ada, zipped(cartridge()))
  expect(report).toMatchObject({ state: 'done', problem: null })
  const [basics, , quiz, course] = report.items
  const forms = async <Forms>(id = '') => (await ada.call(getDraft, { params: { id } })).result.draft.forms as Forms
  const { contents, general } = await forms<OutlineForms>(course?.id)
  expect([general.title, general.language, general.ownerId]).toEqual(['Lighting', 'en', ada.id])
  expect(contents.chapters.map(({ title }) => title)).toEqual(['Basics', 'More'])
  expect(contents.contentIds.slice(0, 2)).toEqual([basics?.id, quiz?.id])
  const tutorial = await forms<TutorialForms>(basics?.id)
  const [one, two] = tutorial.steps.sections
  expect([one?.title, two?.title]).toEqual(['What light does', 'Colours'])
  const text = JSON.stringify(one?.body)
  expect(text).toMatch(/"imageId":"img_[0-9a-z]{26}"/)
  expect(text).toContain(`/tutorial/${basics?.id}?`)
  expect(text).toContain(`${two?.id}`)
  expect(text).not.toContain('alert')
  const [sheet] = tutorial.details.materials
  expect(sheet).toMatchObject({ type: 'file', name: 'sheet.pdf' })
  expect(text).toContain(`/media/attachments/${sheet?.type === 'file' ? sheet.attachmentId : ''}/sheet.pdf`)
  expect(JSON.stringify(two?.body)).toContain('"type":"math","attrs":{"latex":"a^2"}')
  expect(JSON.stringify(two?.body)).toContain('"type":"embed"')
  const { questions } = await forms<QuizForms>(quiz?.id)
  expect(questions.questions.map(({ options }) => options.map(({ correct }) => correct))).toEqual([[true, false]])
})

test('the same file again changes nothing; another text of it is said and changed, and what the author set stays', async () => {
  const before = await countIn(site, '')
  const again = await broughtCourse(site, ada, zipped(cartridge()))
  expect(again.items.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged'])
  const after = await countIn(site, '')
  expect(after.images).toBe(before.images)
  const id = again.items[0]?.id ?? ''
  const formsOf = async () => (await ada.call(getDraft, { params: { id } })).result.draft.forms as TutorialForms
  const body = { ...(await formsOf()).details, offline: true }
  expect((await ada.call(saveTutorialDetails, { params: { id }, body })).status).toBe(200)
  const changed = await broughtCourse(site, ada, zipped(cartridge('<p>Light falls again.</p>')))
  expect(changed.items.map(({ outcome }) => outcome)).toEqual(['updated', 'unchanged', 'unchanged', 'unchanged'])
  const { details, steps } = await formsOf()
  expect(details.offline).toBe(true)
  expect(JSON.stringify(steps.sections[0]?.body)).toContain('Light falls again.')
})
