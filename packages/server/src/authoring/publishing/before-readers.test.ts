import { getDraft, listDrafts } from '@lantern/contract/authoring/drafts.ts'
import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import {
  cancelItemSchedule,
  checkDraft,
  listItemSchedule,
  scheduleItem,
} from '@lantern/contract/authoring/publishing.ts'
import {
  saveTutorialDetails,
  saveTutorialGeneral,
  saveTutorialSteps,
} from '@lantern/contract/authoring/tutorial-editing.ts'
import { getTutorial } from '@lantern/contract/catalog/details.ts'
import type { RichDocument } from '@lantern/contract/media/rich-document.ts'
import type { RichNode } from '@lantern/contract/media/rich-schema.ts'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildImage, draftedTutorial, soundSection } from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'
import { runItemSchedules } from './schedules.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'] })

function documentOf(...content: RichNode[]): RichDocument {
  return { type: 'doc', content } as RichDocument
}

/** A tutorial of one step with this text, all of it saved. */
async function drafted(title: string, body: RichDocument | string = '<p>正文</p>') {
  const { id, forms } = await draftedTutorial(site.db, author, { title })
  const step = soundSection('看', { body })
  const steps: TutorialForms['steps'] = { ...forms.steps, sections: [step] }
  await author.call(saveTutorialSteps, { params: { id }, body: steps })
  await author.call(saveTutorialDetails, { params: { id }, body: forms.details })
  return { id, steps, stepId: step.id, params: { id } }
}

async function seen(id: string) {
  const { status, result } = await site.guest().call(getTutorial, { params: { id }, query: {} })
  return status === 200 ? result.tutorialData : null
}

test('before publishing everything that is missing is named by its field', async () => {
  const { id } = await draftedTutorial(site.db, author)
  const { result } = await author.call(checkDraft, { params: { id } })
  expect(result.faults.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['steps.sections', 'steps.skillLevel', 'details']),
  )
  const sound = await drafted('全')
  expect((await author.call(checkDraft, sound)).result).toEqual({ faults: [], warnings: [] })
})

test('pictures without words, films that do not play and marks of an import are warned of where they stand', async () => {
  const [named, unnamed] = [await buildImage(site.db), await buildImage(site.db)]
  const videos = { vd_made: 'processing', vd_broken: 'failed', vd_good: 'ready' }
  for (const [id, state] of Object.entries(videos)) {
    const at = site.clock.now()
    await site.db
      .insertInto('videos')
      .values({ id, owner_id: author.id, title: id, source_key: id, state, created_at: at, updated_at: at })
      .execute()
  }
  const text = documentOf(
    { type: 'image', attrs: { imageId: named, alt: '一盏灯', caption: '', width: 'full' } },
    { type: 'image', attrs: { imageId: unnamed, alt: ' ', caption: '', width: 'full' } },
    { type: 'image', attrs: { imageId: unnamed, alt: '', caption: '', width: 'full' } },
    { type: 'image', attrs: { imageId: 'img_gone', alt: '没了', caption: '', width: 'full' } },
    ...[...Object.keys(videos), 'vd_gone'].map((videoId) => ({ type: 'video', attrs: { videoId, caption: '' } })),
    { type: 'html', attrs: { markup: '<p><span class="missing">缺少图片: lamp.png</span></p>' } },
  )
  const { stepId, params } = await drafted('图', text)
  const { warnings } = (await author.call(checkDraft, { params })).result
  const field = `steps.sections.${stepId}.body`
  expect(warnings).toEqual([
    { kind: 'picture_unnamed', field, count: 2 },
    { kind: 'picture_missing', field, count: 1 },
    { kind: 'video_unready', field, count: 1 },
    { kind: 'video_failed', field, count: 1 },
    { kind: 'video_missing', field, count: 1 },
    { kind: 'part_missing', field, count: 1 },
  ])
})

test('a picture that is too small for its place is told with its size and the size needed, a drawing too', async () => {
  const sized = async (type: string, width: number, height: number) => {
    const id = await buildImage(site.db)
    await site.db.updateTable('images').set({ content_type: type, width, height }).where('id', '=', id).execute()
    return id
  }
  const shown = async (imageId: string, width: string) => ({
    type: 'image',
    attrs: { imageId, alt: '灯', caption: '', width },
  })
  const [photo, icon] = [await sized('image/png', 300, 150), await sized('image/svg+xml', 24, 24)]
  const { id, stepId, params } = await drafted(
    '小图',
    documentOf(await shown(photo, 'full'), await shown(icon, 'full'), await shown(photo, 'medium')),
  )
  const { draft } = (await author.call(getDraft, { params: { id } })).result
  const { general } = draft.forms as TutorialForms
  const cover = async (thumbnailId: string) => {
    await author.call(saveTutorialGeneral, { params: { id }, query: {}, body: { ...general, thumbnailId } })
    return (await author.call(checkDraft, { params })).result.warnings
  }
  const inText = {
    kind: 'picture_small',
    field: `steps.sections.${stepId}.body`,
    count: 2,
    size: { width: 24, height: 24 },
    needed: { width: 240, height: 240 },
  }
  const onCover = (size: object, needed: object) => ({
    kind: 'picture_small',
    field: 'general.thumbnailId',
    count: 1,
    size,
    needed,
  })
  expect(await cover(photo)).toEqual([onCover({ width: 300, height: 150 }, { width: 780, height: 438 }), inText])
  expect(await cover(icon)).toEqual([onCover({ width: 24, height: 24 }, { width: 390, height: 219 }), inText])
  expect(await cover(await sized('image/svg+xml', 570, 320))).toEqual([inText])
})

test('readers are never told of a missing picture, neither of one that is gone nor by the mark of an import', async () => {
  const gone = { type: 'image', attrs: { imageId: 'img_gone', alt: '', caption: '图一', width: 'full' } }
  const inLine = { type: 'inlineImage', attrs: { imageId: 'img_gone', alt: '', place: 'inline' } }
  const words = { type: 'text', text: '看这里' }
  const { params } = await drafted('缺图', documentOf(gone, { type: 'paragraph', content: [words, inLine] }))
  await author.call(scheduleItem, { params, body: { action: 'publish', at: clockIn(60), timeZone: 'UTC' } })
  site.clock.advance({ minutes: 60 })
  await runItemSchedules(site.services)
  expect((await seen(params.id))?.sections.map(({ body }) => body)).toEqual(['<p>看这里</p>'])

  const marked = '<p>一</p><p><span class="missing">缺少图片: a.png</span></p><p>二<span class="missing">x</span></p>'
  const imported = await buildTutorial(site.db, { steps: [{ html: marked }] })
  expect((await seen(imported.id))?.sections[0]?.body).toBe('<p>一</p><p>二</p>')
  // the editor still shows the mark
  const maker = await site.user({ groups: ['learn_admin'] })
  const { draft } = (await maker.call(getDraft, { params: { id: imported.id } })).result
  expect(JSON.stringify(draft.forms)).toContain('缺少图片: a.png')
})

/** So many minutes from now, as a clock in UTC shows it. */
function clockIn(minutes: number): string {
  return new Date(site.clock.now().getTime() + minutes * 60_000).toISOString().slice(0, 16)
}

test('an item is published at its time as it stood, and taken back at its time, by one of several workers', async () => {
  const { id, params, steps } = await drafted('准时')
  const plan = (action: 'publish' | 'unpublish', minutes: number) =>
    author.call(scheduleItem, { params, body: { action, at: clockIn(minutes), timeZone: 'UTC' } })
  await plan('publish', 10)
  const { schedule } = (await plan('publish', 10)).result
  expect(schedule).toMatchObject([{ action: 'publish', failure: null, timeZone: 'UTC', by: { id: author.id } }])
  await plan('unpublish', 20)
  const listed = async () =>
    (await author.call(listDrafts, { params: { type: 'tutorial' }, query: { q: '准时' } })).result.results[0]?.planned
  expect(await listed()).toEqual({ action: 'publish', at: schedule[0]?.at, failed: false })
  // later edits are not part of the scheduled revision
  await author.call(saveTutorialSteps, {
    params,
    body: { ...steps, sections: [{ ...soundSection('后来'), id: steps.sections[0]?.id ?? '' }] },
  })
  await runItemSchedules(site.services)
  expect(await seen(id)).toBeNull()
  site.clock.advance({ minutes: 10 })
  await Promise.all([1, 2, 3].map(() => runItemSchedules(site.services)))
  expect((await seen(id))?.sections.map(({ title }) => title)).toEqual(['看'])
  const { draft } = (await author.call(getDraft, { params })).result
  expect([draft.published, draft.publishedVersion]).toEqual([true, schedule[0]?.version])
  site.clock.advance({ minutes: 10 })
  await runItemSchedules(site.services)
  expect(await seen(id)).toBeNull()
  expect((await author.call(listItemSchedule, { params })).result.schedule).toEqual([])
})

test('what is not complete is not planned, nor what was, nor by others; a plan can be dropped', async () => {
  const open = await draftedTutorial(site.db, author)
  const at = clockIn(10)
  const body = { action: 'publish' as const, at, timeZone: 'UTC' }
  const refused = await author.call(scheduleItem, { params: { id: open.id }, body })
  expect([refused.status, refused.result.code]).toEqual([400, 'bad_request'])
  const { params } = await drafted('改主意')
  const past = await author.call(scheduleItem, { params, body: { ...body, at: '2020-01-01T00:00' } })
  expect(past.result.details?.[0]?.field).toBe('at')
  expect((await author.call(scheduleItem, { params, body: { ...body, version: 1 } })).result.code).toBe(
    'draft_conflict',
  )
  const other = await site.user({ groups: ['learn_creator'] })
  expect((await other.call(scheduleItem, { params, body })).status).toBe(404)
  const { schedule } = (await author.call(scheduleItem, { params, body })).result
  const dropped = await author.call(cancelItemSchedule, { params, body: { scheduleId: schedule[0]?.id ?? '' } })
  expect(dropped.result.schedule).toEqual([])
})

test('whoever may not edit it any more does not publish it either; the reason stays until it is seen', async () => {
  const planner = await site.user({ groups: ['learn_creator', 'learn_admin'] })
  const { id, params } = await drafted('离职')
  const body = { action: 'publish' as const, at: clockIn(5), timeZone: 'UTC' }
  await planner.call(scheduleItem, { params, body })
  await site.db.updateTable('users').set({ groups: [] }).where('id', '=', planner.id).execute()
  site.clock.advance({ minutes: 5 })
  await runItemSchedules(site.services)
  expect(await seen(id)).toBeNull()
  const { schedule } = (await author.call(listItemSchedule, { params })).result
  expect(schedule).toMatchObject([{ action: 'publish', failure: 'not_found' }])
})

test('what somebody of an organisation has planned for it is published with the rights that their membership gives', async () => {
  const head = await site.user({ groups: ['campus_admin'], member: 'admin' })
  const { id, params } = await drafted('学校的计划')
  await site.db
    .updateTable('items')
    .set({ organisation_id: await buildOrganisation(site.db) })
    .where('id', '=', id)
    .execute()
  await head.call(scheduleItem, { params, body: { action: 'publish', at: clockIn(10), timeZone: 'UTC' } })
  site.clock.advance({ minutes: 10 })
  await runItemSchedules(site.services)
  const { result } = await head.call(getDraft, { params })
  expect(result.draft.published).toBe(true)
})
