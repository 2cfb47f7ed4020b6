// @vitest-environment jsdom
import type { Teaching } from '@lantern/contract/campus/teaching.ts'
import type { Breadcrumb } from '@lantern/contract/catalog/items.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hearOfTopic } from '#kit/topics.ts'
import { learnerSession } from '#testing/samples.ts'
import { type FakeCall, fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { CoursePlaceReport } from './course-place.ts'
import CourseTeaching from './course-teaching.tsx'

beforeEach(prepareBrowser)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const place = {
  path: '/campus/tutorial/ltu_1?courseId=lco_1#measure',
  title: '体检',
  language: 'zh',
  stepTitle: '量一量',
}
const idle: Teaching = { live: null, ownPlace: null, mayTeach: false }
const running: Teaching = { ...idle, live: { teacherName: '周老师', since: '2026-03-02T01:00:00.000Z', place } }
const refused = () => Response.json({ code: 'forbidden', message: '', details: [] }, { status: 403 })

const open = (answers: Record<string, (sent: FakeCall) => object>) => {
  const calls = fakeServer(answers)
  show(<CourseTeaching courseId="lco_1" />, learnerSession())
  return calls
}

test('a member sees that the class is live, and the way to where its teacher is [CAMP-011]', async () => {
  open({ '/api/campus/course/lco_1/teaching': () => running })
  expect(await screen.findByText('周老师正在上课（09:00开始）')).toBeTruthy()
  expect(screen.getByText('体检 · 量一量')).toBeTruthy()
  expect(screen.getByRole('link', { name: '去老师所在处' }).getAttribute('href')).toBe(place.path)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a teacher begins and ends the class [CAMP-011]', async () => {
  const user = userEvent.setup()
  const calls = open({
    '/api/campus/course/lco_1/teaching': () => ({ ...idle, ownPlace: place, mayTeach: true }),
    '/api/campus/course/lco_1/liveStatus': ({ body }) => ({ ...(body.isLive ? running : idle), mayTeach: true }),
  })
  expect((await screen.findByRole('link', { name: '接着来' })).getAttribute('href')).toBe(place.path)
  await user.click(screen.getByRole('button', { name: '开始上课' }))
  await user.click(await screen.findByRole('button', { name: '下课' }))
  expect(await screen.findByRole('button', { name: '开始上课' })).toBeTruthy()
  expect(calls.filter(({ path }) => path.endsWith('liveStatus')).map(({ body }) => body)).toEqual([
    { isLive: true },
    { isLive: false },
  ])
})

test('an answer to an earlier question does not take back that the class is live', async () => {
  const early = held<object>()
  const answers = [() => early.answer, () => running]
  open({ '/api/campus/course/lco_1/teaching': () => answers.shift()?.() ?? running })
  await act(async () => hearOfTopic({ type: 'TOPIC_FOLLOWING', topic: 'campus-course/lco_1', id: 'here' }))
  expect(await screen.findByText('周老师正在上课（09:00开始）')).toBeTruthy()
  await act(async () => early.give(idle))
  expect(screen.getByText('周老师正在上课（09:00开始）')).toBeTruthy()
})

test('a live status that cannot be changed is logged on its own, and said [CAMP-013]', async () => {
  const user = userEvent.setup()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  open({
    '/api/campus/course/lco_1/teaching': () => ({ ...idle, mayTeach: true }),
    '/api/campus/course/lco_1/liveStatus': refused,
  })
  await user.click(await screen.findByRole('button', { name: '开始上课' }))
  await waitFor(() => expect(logged).toHaveBeenCalledOnce())
  expect(String(logged.mock.calls[0])).toMatch(/^live_status: /)
  expect(screen.getByRole('button', { name: '开始上课' })).toBeTruthy()
})

const crumb = (type: 'course' | 'project' | 'tutorial' | 'quiz', id: string): Breadcrumb[number] => ({
  type,
  id,
  slug: id,
  title: id,
  language: 'zh',
  learnOptionType: 'campus',
})

test('where a person is in a course of the campus is told after a while, with step and parents [CAMP-010]', async () => {
  vi.useFakeTimers()
  const calls = fakeServer({ '/api/campus/course/teaching/progress': () => ({ success: true }) })
  const breadcrumb = [crumb('course', 'lco_1'), crumb('project', 'lpr_1'), crumb('tutorial', 'ltu_1')]
  show(<CoursePlaceReport breadcrumb={breadcrumb} stepId="se_1" />, learnerSession())
  show(
    <CoursePlaceReport breadcrumb={[crumb('course', 'lco_1'), crumb('quiz', 'lqz_1')]} stepId={null} />,
    learnerSession(),
  )
  // a lesson that is opened by itself is in no course, and a guest in no class
  show(<CoursePlaceReport breadcrumb={[crumb('tutorial', 'ltu_1')]} stepId="se_1" />, learnerSession())
  show(<CoursePlaceReport breadcrumb={breadcrumb} stepId="se_1" />)
  await vi.advanceTimersByTimeAsync(4000)
  expect(calls.map(({ body }) => body)).toEqual([
    { courseId: 'lco_1', projectId: 'lpr_1', tutorialId: 'ltu_1', quizId: null, stepId: 'se_1' },
    { courseId: 'lco_1', projectId: null, tutorialId: null, quizId: 'lqz_1', stepId: null },
  ])
})

test('a place that cannot be kept is logged on its own [CAMP-012]', async () => {
  vi.useFakeTimers()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fakeServer({ '/api/campus/course/teaching/progress': refused })
  const breadcrumb = [crumb('course', 'lco_1'), crumb('tutorial', 'ltu_1')]
  show(<CoursePlaceReport breadcrumb={breadcrumb} stepId="se_1" />, learnerSession())
  await vi.advanceTimersByTimeAsync(4000)
  expect(logged).toHaveBeenCalledOnce()
  expect(String(logged.mock.calls[0])).toMatch(/^campus_progress: /)
})
