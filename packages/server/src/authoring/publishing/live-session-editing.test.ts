import { getDraft, listDrafts, listRevisions, translateDraft } from '@lantern/contract/authoring/drafts.ts'
import type { LiveSessionForms } from '@lantern/contract/authoring/forms.ts'
import {
  publishLiveSession,
  saveLiveSessionContents,
  saveLiveSessionDetails,
  saveLiveSessionGeneral,
} from '@lantern/contract/authoring/live-session-editing.ts'
import { getLiveSession, getProject } from '@lantern/contract/catalog/details.ts'
import { listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import { expect, test } from 'vitest'
import { buildProject } from '#testing/builders.ts'
import { publishedLiveSession, soundLiveSession } from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2030-04-01T02:00:00Z')
const author = await site.user({ groups: ['learn_creator'] })
const forms = await soundLiveSession(site.db, author.id)
const project = await buildProject(site.db, { title: '灯塔' })

async function begun() {
  const { result } = await author.call(saveLiveSessionGeneral, { params: { id: '0' }, query: {}, body: forms.general })
  return result.liveSessionData.id
}

const shown = async (id: string) =>
  (await site.guest().call(getLiveSession, { params: { id }, query: {} })).result.liveSessionData

test('what its author writes is what learners find in the calendar, in the time of its zone', async () => {
  const id = await begun()
  const host = await site.user({ name: '何一鸣' })
  const details: LiveSessionForms['details'] = {
    ...forms.details,
    start: '2030-07-04T09:30',
    end: '2030-07-04T11:00',
    timeZone: 'America/New_York',
    hosts: [
      { id: 'hs_1', userId: host.id, name: '旧名', title: '主程' },
      { id: 'hs_2', userId: null, name: '嘉宾', title: '' },
    ],
    seats: 40,
  }
  const contents = { withProject: true, contentIds: [project.id] }
  expect((await author.call(saveLiveSessionContents, { params: { id }, body: contents })).status).toBe(200)
  const saved = await author.call(saveLiveSessionDetails, { params: { id }, body: details })
  expect(saved.result.liveSessionData.details).toEqual(details)
  const { status } = await author.call(publishLiveSession, {
    params: { id },
    body: { ...forms.general, contents, details },
  })
  expect(status).toBe(200)
  const { liveDetails, contentIds } = await shown(id)
  expect([liveDetails, contentIds]).toEqual([
    {
      startTime: '2030-07-04T13:30:00.000Z',
      endTime: '2030-07-04T15:00:00.000Z',
      timeZone: 'America/New_York',
      cancelled: false,
      url: 'https://meeting.example/light',
      seats: 40,
      speakers: [
        { id: host.id, name: '何一鸣', title: '主程' },
        { id: null, name: '嘉宾', title: '' },
      ],
      isRecorded: false,
      recording: null,
    },
    [project.id],
  ])
  const { result } = await site.guest().call(listLiveSessions, { query: { period: 'coming' } })
  expect(result.results).toContain(id)
  // the card of the project says that there is a session, and does not once it is about another
  const sessionsOf = async () =>
    (await site.guest().call(getProject, { params: { id: project.id }, query: {} })).result.projectData.liveSessionIds
  expect(await sessionsOf()).toEqual([id])
  const none = { withProject: false, contentIds: [] }
  await author.call(publishLiveSession, { params: { id }, body: { ...forms.general, contents: none, details } })
  expect(await sessionsOf()).toEqual([])
})

test('a second project is refused in words of its own, and none where one belongs [LIVE-005] [CREA-116]', async () => {
  const id = await begun()
  const other = await buildProject(site.db)
  const save = (contentIds: string[], withProject = true) =>
    author.call(saveLiveSessionContents, { params: { id }, body: { withProject, contentIds } })
  const two = await save([project.id, other.id])
  expect([two.status, two.result.code, two.result.message]).toEqual([
    422,
    'live_session_project_limit_1',
    '一场直播最多只能有一个项目。',
  ])
  const none = await save([])
  expect([none.status, none.result.details]).toEqual([
    400,
    [{ field: 'withProject', message: '还没有选择项目，请选择一个，或关闭“关联项目”。' }],
  ])
  expect((await save([], false)).status).toBe(200)
  const published = await author.call(publishLiveSession, {
    params: { id },
    body: {
      ...forms.general,
      contents: { withProject: true, contentIds: [project.id, other.id] },
      details: forms.details,
    },
  })
  expect(published.result.code).toBe('live_session_project_limit_1')
})

test.each<[string, Partial<LiveSessionForms['details']>, string[]]>([
  ['no time', { start: '', end: '' }, ['start', 'end']],
  ['a day that no calendar has', { start: '2030-02-31T20:00' }, ['start']],
  ['an end before the start', { end: '2030-05-01T19:59' }, ['end']],
  ['an end at the start', { end: '2030-05-01T20:00' }, ['end']],
  ['three days', { end: '2030-05-04T20:00' }, ['end']],
  ['a zone that nobody knows', { timeZone: 'Mars/Olympus' }, ['timeZone']],
  ['a meeting without https', { url: 'http://meeting.example/a' }, ['url']],
  ['a script for a meeting', { url: 'javascript:alert(1)' }, ['url']],
  ['no seats', { seats: 0 }, ['seats']],
  ['a guest without a name', { hosts: [{ id: 'hs_1', userId: null, name: ' ', title: '' }] }, ['hosts.hs_1.name']],
  [
    'chapters out of order',
    {
      recordingChapters: [
        { id: 'ch_1', title: '一', second: 60 },
        { id: 'ch_2', title: '二', second: 30 },
      ],
    },
    ['recordingChapters.ch_2.second'],
  ],
  ['an account that is not there', { hosts: [{ id: 'hs_1', userId: 'u_gone', name: '', title: '' }] }, ['hosts']],
  ['a film that is not there', { recordingVideoId: 'vd_gone' }, ['recordingVideoId']],
])('%s is refused by the name of the field', async (_, change, fields) => {
  const id = await begun()
  const { status, result } = await author.call(saveLiveSessionDetails, {
    params: { id },
    body: { ...forms.details, ...change },
  })
  expect([status, result.details?.map(({ field }) => field)]).toEqual([400, fields])
})

test('a session may go past midnight and the date line, and not begin in the past', async () => {
  const { id, publish } = await publishedLiveSession(site.db, author, {
    start: '2030-05-01T23:30',
    end: '2030-05-02T01:00',
    timeZone: 'Pacific/Kiritimati',
  })
  expect((await shown(id)).liveDetails).toMatchObject({
    startTime: '2030-05-01T09:30:00.000Z',
    endTime: '2030-05-01T11:00:00.000Z',
  })
  const leftOut = { start: '2031-03-30T02:30', end: '2031-03-30T04:00', timeZone: 'Europe/Berlin' }
  expect((await publish(leftOut)).result.details).toEqual([
    { field: 'details.start', message: '请写一个存在的日期和时间。' },
  ])
  const past = await publish({ start: '2030-03-31T20:00', end: '2030-03-31T21:00' })
  expect(past.result.details?.map(({ field }) => field)).toEqual(['details.start'])
  // once it is over it keeps its time, and its recording comes
  const soon = { start: '2030-04-01T10:30', end: '2030-04-01T11:00', timeZone: 'Asia/Shanghai' }
  expect((await publish(soon)).status).toBe(200)
  site.clock.advance({ minutes: 120 })
  const materials = [{ type: 'link' as const, name: '讲稿', url: 'https://a.example' }]
  expect((await publish({ ...soon, materials })).status).toBe(200)
})

test('drafts of live sessions are listed, keep their revisions and are translated like others', async () => {
  const { id } = await publishedLiveSession(site.db, author)
  const { results } = (await author.call(listDrafts, { params: { type: 'liveSession' }, query: {} })).result
  expect(results.find((row) => row.id === id)).toMatchObject({ title: '光的问答', published: true })
  const revisions = (await author.call(listRevisions, { params: { id }, query: {} })).result
  expect(revisions.results.map(({ kind }) => kind)).toContain('publish')
  const english = await author.call(translateDraft, { params: { id }, body: { language: 'en' } })
  expect(english.result.type).toBe('liveSession')
  const { draft } = (await author.call(getDraft, { params: { id: english.result.id } })).result
  expect((draft.forms as LiveSessionForms).details.start).toBe('2030-05-01T20:00')
})

test('a session that no editor wrote is opened as learners see it', async () => {
  const { id, publish } = await publishedLiveSession(site.db, author, { timeZone: 'Europe/Berlin' })
  await site.db.deleteFrom('drafts').where('item_id', '=', id).execute()
  const { draft } = (await author.call(getDraft, { params: { id } })).result
  const { details } = draft.forms as LiveSessionForms
  expect([details.start, details.end, details.timeZone]).toEqual([
    '2030-05-01T20:00',
    '2030-05-01T21:30',
    'Europe/Berlin',
  ])
  expect((await publish()).status).toBe(200)
})
