import { expect, test } from 'vitest'
import type { EngagementEvent } from './event-queue.ts'
import { PageSession } from './page-session.ts'

function setUp() {
  const told: EngagementEvent[] = []
  return { session: new PageSession((event) => told.push(event)), told }
}

const view = (path: string, isFirst: boolean) => ({ type: 'page', eventType: 'view', data: { path, isFirst } })
const leave = (path: string, seconds: number) => ({ type: 'page', eventType: 'leave', data: { path, seconds } })

test('each page is told with the time spent on it', () => {
  const { session, told } = setUp()
  session.view('/', 0)
  session.view('/', 5_000)
  session.view('/tutorials', 10_000)
  session.leave(70_000)
  expect(told).toEqual([view('/', true), leave('/', 10), view('/tutorials', false), leave('/tutorials', 60)])
})

test('time on a page ends after 1800000 ms without a sign, and the next sign is a new visit', () => {
  const { session, told } = setUp()
  session.view('/', 0)
  session.sign(60_000)
  session.sign(60_000 + 1_799_999)
  expect(told).toHaveLength(1)
  session.sign(60_000 + 1_799_999 + 1_800_000)
  expect(told).toEqual([view('/', true), leave('/', 1_860), view('/', true)])
})

test('a page that is told of after the first sign counts from the time it was shown, and the sign counts', () => {
  const { session, told } = setUp()
  session.sign(60_000)
  session.view('/', 0)
  session.sign(60_000 + 1_799_999)
  session.leave(60_000 + 1_800_000)
  expect(told).toEqual([view('/', true), leave('/', 1_860)])
})

test('who comes back to a page left idle did not stay there meanwhile', () => {
  const { session, told } = setUp()
  session.view('/', 0)
  session.sign(30_000)
  session.view('/tutorials', 30_000 + 1_800_000)
  session.leave(30_000 + 1_800_000)
  expect(told).toEqual([view('/', true), leave('/', 30), view('/tutorials', true), leave('/tutorials', 0)])
})
