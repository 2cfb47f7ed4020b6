import { getDraft } from '@lantern/contract/authoring/drafts.ts'
import type { OutlineForms, QuizForms, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Person, testSite } from '#testing/site.ts'
import { broughtCourse } from './testing/bring-course.ts'
import { tarred } from './testing/tarred.ts'

const site = await testSite()
const ada = await site.user({ groups: ['learn_creator'] })
const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#08f' } })
  .png()
  .toBuffer()

async function formsOf<Forms>(person: Person, id = '') {
  return (await person.call(getDraft, { params: { id } })).result.draft.forms as Forms
}

test('a course of Open edX comes in with its units as steps and its problems as quizzes', async () => {
  const bytes = await tarred({
    'course/course.xml': '<course url_name="run" org="L" course="LX"/>',
    'course/course/run.xml': '<course display_name="Light" language="en"><chapter url_name="c1"/></course>',
    'course/chapter/c1.xml': '<chapter display_name="First"><sequential url_name="s1"/></chapter>',
    'course/sequential/s1.xml':
      '<sequential display_name="Seeing"><vertical url_name="v1"/><vertical url_name="v2"/></sequential>',
    'course/vertical/v1.xml':
      '<vertical display_name="Look"><html url_name="h1"/><video youtube="1.00:dQw4w9WgXcQ" url_name="f1" display_name="Film"/></vertical>',
    'course/vertical/v2.xml':
      '<vertical display_name="Try"><problem url_name="p1"/><problem url_name="p2"/><problem url_name="p3"/><lti url_name="l1" launch_url="https://t.example"/></vertical>',
    'course/html/h1.xml': '<html filename="h1" display_name="Text"/>',
    'course/html/h1.html':
      '<p>See \\(x^2\\) <img src="/static/room.png" alt="a room"> and <a href="/jump_to_id/v2">try</a></p>',
    'course/problem/p1.xml': `<problem><multiplechoiceresponse><label>Which falls?</label><choicegroup>
      <choice correct="true">Light</choice><choice correct="false">Air</choice></choicegroup></multiplechoiceresponse>
      <demandhint><hint>Look up</hint></demandhint></problem>`,
    'course/problem/p2.xml': `<problem><numericalresponse answer="9.8"><p>How fast?</p>
      <responseparam type="tolerance" default="1%"/><formulaequationinput/></numericalresponse></problem>`,
    'course/problem/p3.xml': '<problem><customresponse cfn="f"><p>Write code</p><textline/></customresponse></problem>',
    'course/static/room.png': png,
  })
  const report = await broughtCourse(site, ada, bytes, { name: 'course.tar.gz' })
  expect(report.format).toBe('olx')
  expect(
    report.parts.map(({ kind, title, outcome, notes }) => [kind, title, outcome, notes.map(({ code }) => code)]),
  ).toEqual([
    ['tool', 'Try', 'left_out', ['tool']],
    ['page', 'Look', 'kept', []],
    ['quiz', 'Try', 'kept', []],
    ['question', 'Write code', 'left_out', ['calculated']],
  ])
  const [tutorial, quiz, course] = report.items
  const { contents } = await formsOf<OutlineForms>(ada, course?.id)
  expect([contents.chapters.map(({ title }) => title), contents.contentIds]).toEqual([
    ['First'],
    [tutorial?.id, quiz?.id],
  ])
  const { steps } = await formsOf<TutorialForms>(ada, tutorial?.id)
  const text = JSON.stringify(steps.sections)
  expect(text).toContain('"latex":"x^2"')
  expect(text).toContain('"imageId":"img_')
  expect(text).toContain('"type":"embed"')
  const { questions } = await formsOf<QuizForms>(ada, quiz?.id)
  expect(questions.questions.map(({ ask }) => ask?.kind ?? 'choice')).toEqual(['choice', 'numeric'])
})

test('a backup of Moodle comes in with its sections as chapters, its pictures and its questions', async () => {
  const hash = 'ab00000000000000000000000000000000000000'
  const activity = (id: number, kind: string) =>
    `<activity><moduleid>${id}</moduleid><sectionid>7</sectionid><modulename>${kind}</modulename><title>t${id}</title><directory>activities/${kind}_${id}</directory></activity>`
  const module = (id: number, kind: string, inner: string) =>
    `<activity id="${id}" moduleid="${id}" modulename="${kind}" contextid="${id}0"><${kind} id="${id}">${inner}</${kind}></activity>`
  const answer = (id: number, words: string, fraction: string) =>
    `<answer id="${id}"><answertext>${words}</answertext><answerformat>1</answerformat><fraction>${fraction}</fraction><feedback></feedback></answer>`
  const question = (id: number, name: string, kind = 'multichoice') =>
    `<question id="${id}"><parent>0</parent><name>${name}</name><questiontext>&lt;p&gt;${name}?&lt;/p&gt;</questiontext>
      <questiontextformat>1</questiontextformat><defaultmark>2</defaultmark><qtype>${kind}</qtype>
      <plugin_qtype_${kind}_question><answers>${answer(id * 10, 'Yes', '1.0')}${answer(id * 10 + 1, 'No', '0.0')}</answers>
      <${kind} id="1"><single>1</single><shuffleanswers>1</shuffleanswers></${kind}></plugin_qtype_${kind}_question></question>`
  const entry = (id: number, inner: string) =>
    `<question_bank_entry id="${id}"><question_version><question_versions id="1"><questions>${inner}</questions></question_versions></question_version></question_bank_entry>`
  const bytes = await tarred({
    'moodle_backup.xml': `<moodle_backup><information><original_course_id>3</original_course_id>
      <original_course_fullname>Optics</original_course_fullname><original_site_identifier_hash>h</original_site_identifier_hash>
      <contents><activities>${activity(1, 'page')}${activity(2, 'quiz')}${activity(3, 'url')}${activity(4, 'glossary')}</activities>
      <sections><section><sectionid>7</sectionid><title>1</title><directory>sections/section_7</directory></section></sections></contents>
      </information></moodle_backup>`,
    'course/course.xml': '<course id="3"><fullname>Optics</fullname><lang>de</lang><summary></summary></course>',
    'sections/section_7/section.xml':
      '<section id="7"><number>1</number><name>Lenses</name><summary></summary><sequence>1,2,3,4</sequence></section>',
    'activities/page_1/page.xml': module(
      1,
      'page',
      '<name>Glass</name><intro></intro><content>&lt;p&gt;&lt;img src="@@PLUGINFILE@@/a%20lens.png" alt="lens"&gt; &lt;a href="$@URLVIEWBYID*3@$"&gt;more&lt;/a&gt;&lt;/p&gt;</content>',
    ),
    'activities/quiz_2/quiz.xml': module(
      2,
      'quiz',
      `<name>Check</name><intro></intro><timelimit>600</timelimit><question_instances><question_instance id="1"><question_reference>
        <questionbankentryid>5</questionbankentryid></question_reference></question_instance></question_instances>`,
    ),
    'activities/url_3/url.xml': module(
      3,
      'url',
      '<name>Site</name><intro></intro><externalurl>https://example.org/</externalurl>',
    ),
    'activities/glossary_4/glossary.xml': module(4, 'glossary', '<name>Words</name><intro></intro>'),
    'questions.xml': `<question_categories><question_category id="1"><name>Bank</name><question_bank_entries>
      ${entry(5, question(50, 'Asked'))}${entry(6, question(60, 'Kept'))}</question_bank_entries></question_category></question_categories>`,
    'files.xml': `<files><file id="1"><contenthash>${hash}</contenthash><contextid>10</contextid><component>mod_page</component>
      <filearea>content</filearea><itemid>0</itemid><filepath>/</filepath><filename>a lens.png</filename></file></files>`,
    [`files/ab/${hash}`]: png,
  })
  const report = await broughtCourse(site, ada, bytes, { name: 'course.mbz' })
  expect(report).toMatchObject({ format: 'mbz', title: 'Optics', state: 'done' })
  expect(
    report.parts.map(({ kind, title, outcome, notes }) => [kind, title, outcome, notes.map(({ code }) => code)]),
  ).toEqual([
    ['page', 'Glass', 'kept', []],
    ['quiz', 'Check', 'kept', []],
    ['other', 'Words', 'left_out', ['kind_unknown']],
    ['link', 'Site', 'kept', []],
    ['bank', 'Bank', 'changed', ['bank_apart']],
  ])
  const [glass, site3, quiz] = report.items
  expect((await formsOf<TutorialForms>(ada, glass?.id)).general.language).toBe('de')
  const text = JSON.stringify((await formsOf<TutorialForms>(ada, glass?.id)).steps.sections)
  expect(text).toMatch(/"imageId":"img_/)
  expect(text).toContain(`/tutorial/${site3?.id}?`)
  const forms = await formsOf<QuizForms>(ada, quiz?.id)
  expect(forms.details.quizSetting.timeLimitInMinutes).toBe(10)
  expect(
    forms.questions.questions.map(({ points, options }) => [points, options.map(({ correct }) => correct)]),
  ).toEqual([[2, [true, false]]])
})
