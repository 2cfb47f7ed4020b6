import { assignItem, setPersonDates } from '@lantern/contract/campus/assignments.ts'
import { toggleTutorial } from '@lantern/contract/learning/records.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
// ten o'clock at the organisation
site.clock.set('2026-03-02T02:00:00Z')
const organisation = await buildOrganisation(site.db)

async function hoursPass(hours: number) {
  site.clock.advance({ hours })
  for (const name of ['campus.assignments_opened', 'campus.assignments_due']) {
    await site.services.jobs.send(site.db, name, {})
    await site.settle()
  }
}

async function told(person: Person) {
  const { results } = (await person.call(listNotifications, { query: {} })).result
  return results.map(({ kind, title, body, path }) => ({ kind, title, body, path }))
}

test('a class is told once that an assignment is open, and a day before it is due those who have not finished it', async () => {
  const { classId, teacher, learners, outside } = await buildClass(site, { id: 'kl_told', organisation })
  const [ada, ben] = learners
  const lesson = await buildTutorial(site.db, { organisation, title: '第一盏灯' })
  const body = { item: lesson.id, opensAt: '2026-03-02T12:00', dueAt: '2026-03-04T12:00', note: '先看第三步。' }
  const again = () => teacher.call(assignItem, { params: { classId }, body })
  await again()
  await hoursPass(1)
  expect(await told(ada)).toEqual([])
  await hoursPass(1)
  await again()
  await hoursPass(0)
  const opened = {
    kind: 'assignment_opened',
    title: 'kl_told有新作业：《第一盏灯》',
    body: '2026-03-04 12:00截止 先看第三步。',
    path: '/campus/class/kl_told',
  }
  expect([await told(ada), await told(outside), await told(teacher)]).toEqual([[opened], [], []])
  await ada.call(toggleTutorial, { body: { id: lesson.id, type: 'tutorial', completed: true } })
  await hoursPass(24)
  await hoursPass(1)
  const due = {
    kind: 'assignment_due',
    title: '《第一盏灯》快到期了',
    body: '2026-03-04 12:00截止',
    path: '/campus/class/kl_told',
  }
  expect([await told(ada), await told(ben)]).toEqual([[opened], [due, opened]])
  // put off: it falls due again
  body.dueAt = '2026-03-06T12:00'
  await again()
  await hoursPass(50)
  expect((await told(ben)).map(({ kind }) => kind)).toEqual(['assignment_due', 'assignment_due', 'assignment_opened'])
})

test('a learner with dates of their own is told by these, on the clock of the organisation', async () => {
  const abroad = await buildOrganisation(site.db, 'og_told')
  await site.db.updateTable('organisations').set({ time_zone: 'Europe/Berlin' }).where('id', '=', abroad).execute()
  const { classId, teacher, learners } = await buildClass(site, { id: 'kl_dates', organisation: abroad })
  const [ada, ben] = learners
  const lesson = await buildTutorial(site.db, { organisation: abroad, title: 'Licht' })
  const inDays = (days: number) => new Date(site.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 16)
  const params = { classId }
  const body = { item: lesson.id, opensAt: inDays(-1), dueAt: inDays(10) }
  const { id } = (await teacher.call(assignItem, { params, body })).result
  const dates = { opensAt: inDays(2), dueAt: inDays(20) }
  await teacher.call(setPersonDates, { params: { classId, assignmentId: id }, body: { userId: ada.id, dates } })
  await hoursPass(0)
  expect([(await told(ada)).length, (await told(ben)).length]).toEqual([0, 1])
  await hoursPass(72)
  await hoursPass(1)
  const [own, ...others] = await told(ada)
  expect([own?.body, others]).toEqual([`${dates.dueAt.replace('T', ' ')} (Europe/Berlin)截止`, []])
  expect(await told(ben)).toHaveLength(1)
})

test('who left the class is told nothing, nor is anybody of a class that was put away', async () => {
  const { classId, teacher, learners } = await buildClass(site, { id: 'kl_left', organisation })
  const [ada, ben] = learners
  const lesson = await buildTutorial(site.db, { organisation })
  const tomorrow = new Date(site.clock.now().getTime() + 36 * 3_600_000).toISOString().slice(0, 16)
  const body = { item: lesson.id, opensAt: '2026-03-01T12:00', dueAt: tomorrow }
  await teacher.call(assignItem, { params: { classId }, body })
  await site.db.deleteFrom('class_members').where('user_id', '=', ada.id).execute()
  await hoursPass(0)
  expect([(await told(ada)).length, (await told(ben)).length]).toEqual([0, 1])
  await site.db.updateTable('classes').set({ archived_at: site.clock.now() }).where('id', '=', classId).execute()
  await hoursPass(24)
  expect(await told(ben)).toHaveLength(1)
})
