import { expect, test } from 'vitest'
import { contentLink, editLink, languageParam, linkTarget, topicLink, tutorialLink, withParams } from './links.ts'

const shadows = { type: 'tutorial', slug: 'real-time-shadows', language: 'zh' }

test('content in another language than the locale says so in its link', () => {
  expect(contentLink(shadows, { locale: 'en_US' })).toBe('/tutorial/real-time-shadows?language=zh')
})

test('content in the language of the locale does not', () => {
  expect(contentLink(shadows, { locale: 'zh_CN' })).toBe('/tutorial/real-time-shadows')
  expect(languageParam('en', 'en_US')).toBeUndefined()
  expect(languageParam('zh_TW', 'zh_CN')).toBeUndefined()
})

test('a link made for a version carries it in uv', () => {
  expect(contentLink(shadows, { uv: '2022.3' })).toBe('/tutorial/real-time-shadows?uv=2022.3')
  expect(contentLink(shadows, { uv: null })).toBe('/tutorial/real-time-shadows')
})

test('a link made for a preview says so', () => {
  expect(contentLink(shadows, { preview: true })).toBe('/tutorial/real-time-shadows?preview=true')
  expect(contentLink(shadows, { preview: false })).toBe('/tutorial/real-time-shadows')
})

test('a link inside a project and a course carries both', () => {
  expect(contentLink(shadows, { projectId: 'lpr_1' })).toBe('/tutorial/real-time-shadows?projectId=lpr_1')
  expect(contentLink(shadows, { courseId: 'lco_1' })).toBe('/tutorial/real-time-shadows?courseId=lco_1')
  expect(contentLink(shadows, { projectId: 'lpr_1', courseId: 'lco_1' })).toBe(
    '/tutorial/real-time-shadows?projectId=lpr_1&courseId=lco_1',
  )
})

test('a link to a step ends in its fragment, after the query', () => {
  expect(contentLink(shadows, { uv: '2022.3', step: 'step-3' })).toBe('/tutorial/real-time-shadows?uv=2022.3#step-3')
  expect(contentLink(shadows, { step: '第三步' })).toBe(`/tutorial/real-time-shadows#${encodeURIComponent('第三步')}`)
})

test('the tutorial page opens at a chapter and section', () => {
  expect(tutorialLink({ id: 'ltu_1' }, { chapterId: 'ch_1', sectionId: 'se_2' })).toBe(
    '/tutorial/ltu_1?chapterId=ch_1&sectionId=se_2',
  )
})

test('message and submission links carry their ids, and a fragment when there is one', () => {
  expect(contentLink(shadows, { messageId: 'm1', step: 'step-2' })).toBe(
    '/tutorial/real-time-shadows?messageId=m1#step-2',
  )
  expect(contentLink(shadows, { submissionId: 's1' })).toBe('/tutorial/real-time-shadows?submissionId=s1')
})

test('what belongs to the campus is linked under /campus', () => {
  const taught = { ...shadows, learnOptionType: 'campus' } as const
  expect(contentLink(taught)).toBe('/campus/tutorial/real-time-shadows')
  expect(tutorialLink({ id: 'ltu_1', learnOptionType: 'campus' })).toBe('/campus/tutorial/ltu_1')
  expect(editLink({ type: 'quiz', id: 'lqz_1' }, { campus: true })).toBe('/campus/quiz/lqz_1/edit')
})

test('a slug cannot break out of its path', () => {
  expect(contentLink({ ...shadows, slug: '../admin?x#y' })).toBe('/tutorial/..%2Fadmin%3Fx%23y')
})

test('links to our own hosts open in the same tab', () => {
  const own = ['learn.example.com', 'Classroom.example.com']
  expect(linkTarget('https://learn.example.com/tutorials', own, '_blank')).toBe('_self')
  expect(linkTarget('//CLASSROOM.example.com/', own)).toBe('_self')
})

test('relative links and anchors use the given target or the same tab', () => {
  for (const href of ['/tutorials', 'lesson', '#step-2', '?page=2', '']) {
    expect(linkTarget(href, [])).toBe('_self')
    expect(linkTarget(href, [], '_blank')).toBe('_blank')
  }
})

test('links to any other host open a new tab, whatever they pretend', () => {
  const own = ['learn.example.com']
  const others = [
    'https://example.com/',
    'https://learn.example.com.evil.com/',
    'https://learn.example.com@evil.com/',
    '//evil.com',
    '\\\\evil.com',
    'mailto:a@example.com',
  ]
  for (const href of others) expect([href, linkTarget(href, own)]).toEqual([href, '_blank'])
})

test('card links carry source and medium, ranking links the campaign too', () => {
  expect(contentLink(shadows, { utm: { source: 'lantern', medium: 'home' } })).toBe(
    '/tutorial/real-time-shadows?utm_source=lantern&utm_medium=home',
  )
  expect(tutorialLink({ id: 'ltu_1' }, { utm: { source: 'lantern', medium: 'home', campaign: 'rank_a' } })).toBe(
    '/tutorial/ltu_1?utm_source=lantern&utm_medium=home&utm_campaign=rank_a',
  )
})

test('the topic for educators has its own page, every other leads to search', () => {
  expect(topicLink('educators')).toBe('/educators')
  expect(topicLink('lighting')).toBe(`/search?k=${encodeURIComponent('["tag:lighting"]')}`)
})

test('parameters are added to what is there, replaced when there, and left out when empty', () => {
  expect(withParams('/a?x=1#h', { y: '2', x: '3', z: '', w: null })).toBe('/a?x=3&y=2#h')
})
