import {
  cancelPageSchedule,
  getPageDraft,
  listPages,
  savePageDraft,
  schedulePage,
} from '@lantern/contract/cms/pages.ts'
import { expect, test } from 'vitest'
import { runSql } from '#kit/sql.ts'
import { momentOf } from '#kit/zoned-time.ts'
import { block, heading, pageContent, pageDrafts, pageReader } from '#testing/page-builder.ts'
import { testSite } from '#testing/site.ts'
import { runSchedules } from './schedules.ts'

const site = await testSite({ PUBLIC_URL: 'https://lantern.example' })
const editor = await site.user({ groups: ['learn_editor'] })
const draft = pageDrafts(editor)
const seen = pageReader(site)

test('the time of a zone is a moment: also where summer time leaves an hour out or has it twice', () => {
  const moment = (at: string, zone: string) => momentOf(at, zone).toISOString()
  expect(moment('2026-12-24T18:00', 'Asia/Shanghai')).toBe('2026-12-24T10:00:00.000Z')
  expect(moment('2026-07-01T09:00', 'Europe/Berlin')).toBe('2026-07-01T07:00:00.000Z')
  // from 2:00 to 3:00 the clock skips: half past two is half past three
  expect(moment('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  // from 3:00 back to 2:00: the first of the two
  expect(moment('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(() => moment('2026-02-30T09:00', 'Asia/Shanghai')).toThrow('bad_request')
  expect(() => moment('2026-02-03T09:00', 'Moon/Sea')).toThrow('bad_request')
  // a whole time is no name of a zone: no clock could show it
  expect(() => moment('2026-02-03T09:00', '2020-01-01T00:00Z')).toThrow('bad_request')
  expect(() => moment('2026-02-03T09:00', '2020-01-01T00:00+01:00[Europe/Berlin]')).toThrow('bad_request')
  expect(() => moment('9999-12-31T23:59', 'America/Los_Angeles')).toThrow('bad_request')
})

test('a page is published at its time and taken back at its time, by one of several workers', async () => {
  site.clock.set('2026-03-04T00:00:00Z')
  const { slug, params } = await draft()
  const plan = (action: 'publish' | 'unpublish', at: string) =>
    editor.call(schedulePage, { params, body: { action, at, timeZone: 'Asia/Shanghai' } })
  await plan('publish', '2026-03-04T10:00')
  const { schedule } = (await plan('publish', '2026-03-04T10:00')).result
  expect(schedule).toMatchObject([
    { action: 'publish', version: 2, at: '2026-03-04T02:00:00.000Z', timeZone: 'Asia/Shanghai', failure: null },
  ])
  await plan('unpublish', '2026-03-04T12:00')
  // later edits are not part of the scheduled revision
  await editor.call(savePageDraft, {
    params,
    body: { baseVersion: 2, content: pageContent('晚', [heading('晚')]), kind: 'autosave' },
  })
  site.clock.set('2026-03-04T01:59:00Z')
  await runSchedules(site.services)
  expect((await seen(slug)).content).toBeNull()
  site.clock.set('2026-03-04T02:00:00Z')
  const before = site.services
  await Promise.all([runSchedules(before), runSchedules(before), runSchedules(before)])
  expect((await seen(slug)).content?.contentDetails[0]?.value).toBe('旧')
  site.clock.set('2026-03-04T04:00:30Z')
  await runSchedules(site.services)
  expect((await seen(slug)).content).toBeNull()
  expect((await editor.call(getPageDraft, { params })).result.page.locales[0]?.schedule).toEqual([])
})

test('times that nobody was there for are made up for, in their order', async () => {
  site.clock.set('2026-03-06T00:00:00Z')
  const { slug, params } = await draft()
  for (const [action, at] of [
    ['publish', '2026-03-06T01:00'],
    ['unpublish', '2026-03-06T02:00'],
    ['publish', '2026-03-06T03:00'],
  ] as const) {
    await editor.call(schedulePage, {
      params,
      body: { action, at, timeZone: 'UTC', ...(action === 'publish' && { version: 2 }) },
    })
  }
  site.clock.set('2026-03-08T00:00:00Z')
  await runSchedules(site.services)
  expect((await seen(slug)).content).not.toBeNull()
})

test('what cannot be done at its time is left with the reason until somebody has seen it', async () => {
  site.clock.set('2026-03-10T00:00:00Z')
  const { id, slug, params } = await draft()
  await editor.call(schedulePage, { params, body: { action: 'publish', at: '2026-03-10T01:00', timeZone: 'UTC' } })
  // an older version of the site took what this one does not
  await site.db
    .updateTable('cms_revisions')
    .set({ content: JSON.stringify(pageContent('', [])) })
    .where('page_id', '=', id)
    .execute()
  site.clock.set('2026-03-10T01:00:00Z')
  await runSchedules(site.services)
  const planned = async () =>
    (await editor.call(listPages, { query: { q: slug } })).result.results[0]?.locales[0]?.schedule ?? []
  const [failed] = await planned()
  expect(failed).toMatchObject({ action: 'publish', failure: 'page_has_errors' })
  await editor.call(cancelPageSchedule, { params, body: { scheduleId: failed?.id ?? '' } })
  expect(await planned()).toEqual([])
  expect((await seen(slug)).content).toBeNull()
})

test('what another transaction was in the way of stays due, and is done when the way is free', async () => {
  site.clock.set('2026-03-12T00:00:00Z')
  const { slug, params } = await draft()
  await editor.call(schedulePage, { params, body: { action: 'publish', at: '2026-03-12T01:00', timeZone: 'UTC' } })
  await runSql(
    site.db,
    `create function in_the_way() returns trigger language plpgsql as
      $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`,
  )
  await runSql(site.db, 'create trigger in_the_way before insert on cms_contents execute function in_the_way()')
  site.clock.set('2026-03-12T01:00:00Z')
  await expect(runSchedules(site.services)).rejects.toThrow('deadlock detected')
  await runSql(site.db, 'drop trigger in_the_way on cms_contents')
  await runSchedules(site.services)
  expect((await seen(slug)).content?.contentDetails[0]?.value).toBe('旧')
})

test('a time that is over, a zone that is none and a page with errors are not planned; a plan can be called off', async () => {
  site.clock.set('2026-03-14T00:00:00Z')
  const { slug, params } = await draft()
  const plan = (body: object) =>
    editor.call(schedulePage, { params, body: { action: 'publish', at: '2026-03-15T10:00', timeZone: 'UTC', ...body } })
  for (const [body, field] of [
    [{ at: '2026-03-13T23:59' }, 'at'],
    [{ at: '2026-13-01T10:00' }, 'at'],
    [{ at: 'tomorrow' }, 'at'],
    [{ timeZone: 'Nowhere' }, 'timeZone'],
  ] as const) {
    const { status, result } = await plan(body)
    expect([status, result.details?.[0]?.field]).toEqual([400, field])
  }
  const { schedule } = (await plan({})).result
  expect(
    (await editor.call(cancelPageSchedule, { params, body: { scheduleId: schedule[0]?.id ?? '' } })).result,
  ).toEqual({
    schedule: [],
  })
  site.clock.set('2026-03-16T00:00:00Z')
  await runSchedules(site.services)
  expect((await seen(slug)).content).toBeNull()
  const broken = await draft([block('h', 'heading', {})])
  const refused = await editor.call(schedulePage, {
    params: broken.params,
    body: { action: 'publish', at: '2026-03-18T10:00', timeZone: 'UTC' },
  })
  expect(refused.result.code).toBe('page_has_errors')
})

test('a page is not published by the plan of somebody who may not publish it any more', async () => {
  site.clock.set('2026-03-11T00:00:00Z')
  const former = await site.user({ groups: ['learn_editor'] })
  const { slug, params } = await pageDrafts(former)()
  await former.call(schedulePage, { params, body: { action: 'publish', at: '2026-03-11T01:00', timeZone: 'UTC' } })
  await site.db.updateTable('users').set({ groups: [] }).where('id', '=', former.id).execute()
  site.clock.set('2026-03-11T01:00:00Z')
  await runSchedules(site.services)
  expect((await seen(slug)).content).toBeNull()
  const listed = (await editor.call(listPages, { query: { q: slug } })).result.results[0]
  expect(listed?.locales[0]?.schedule).toMatchObject([{ action: 'publish', failure: 'forbidden' }])
})
