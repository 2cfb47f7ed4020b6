import { getTutorial } from '@lantern/contract/catalog/details.ts'
import {
  countPlay,
  deleteCaption,
  getMakersVideo,
  getMedia,
  keepWatchPosition,
  saveCaption,
  updateVideo,
} from '@lantern/contract/media/videos.ts'
import { expect, test } from 'vitest'
import { errandsAside } from '#kit/aside.ts'
import { inTransaction } from '#kit/sql.ts'
import { buildTutorial } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { buildVideo, filmed, h264, pictures } from '#testing/video-files.ts'
import { rangeOf } from '../send-stored.ts'
import { viewerPersonalData } from './personal-data.ts'

const site = await testSite()
const guest = site.guest()
const learner = await site.learner()
const member = await site.learner({ premium: true })
const maker = await site.user({ groups: ['learn_creator'] })
const otherMaker = await site.user({ groups: ['learn_creator'] })
const admin = await site.user({ groups: ['learn_admin'] })

const figure = (id: string) => `<figure data-video="${id}"></figure>`
const fileOf = (id: string, name = 'video.mp4') => `/media/videos/${id}/abcdef012345/${name}`

/** A video that can be watched, with one file of ten bytes, shown in a step of a tutorial. */
async function shown(item: { premium?: boolean } = {}, more: { isPrivate?: boolean } = {}): Promise<string> {
  const id = await buildVideo(site, maker.id, more)
  await site.services.storage.put(`videos/${id}/abcdef012345/video.mp4`, Buffer.from('0123456789'), 'video/mp4')
  await buildTutorial(site.db, { ...item, steps: [{ html: `<p>看</p>${figure(id)}` }] })
  return id
}

async function statuses(url: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [name, person] of Object.entries({ guest, learner, member, maker, otherMaker, admin })) {
    found[name] = (await person.inject({ method: 'GET', url })).statusCode
  }
  return found
}

/** What the editor of an item keeps before it is published. */
async function draftOf(itemId: string, forms: object): Promise<void> {
  const row = {
    item_id: itemId,
    version: 1,
    part_versions: '{}',
    forms: JSON.stringify(forms),
    saved_at: site.clock.now(),
  }
  await site.db.insertInto('drafts').values(row).execute()
}

const everyone = { guest: 200, learner: 200, member: 200, maker: 200, otherMaker: 200, admin: 200 }

test('the files of a video are for whoever may read a place where it is shown', async () => {
  const free = await shown()
  expect(await statuses(fileOf(free))).toEqual(everyone)
  const premium = await shown({ premium: true })
  const members = { ...everyone, guest: 404, learner: 404, otherMaker: 404 }
  expect(await statuses(fileOf(premium))).toEqual(members)
  expect(await statuses(`/api/learn/media/${premium}`)).toEqual(members)
  // shown once more where everybody may look
  await buildTutorial(site.db, { steps: [{ html: figure(premium) }] })
  expect(await statuses(fileOf(premium))).toEqual(everyone)
})

test('an overview video is for everybody who sees the item; one that is shown nowhere for who made it and works on its draft', async () => {
  const id = await buildVideo(site, maker.id)
  await site.services.storage.put(`videos/${id}/abcdef012345/video.mp4`, Buffer.from('0123456789'), 'video/mp4')
  await maker.call(saveCaption, {
    params: { id },
    body: { language: 'en', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi' },
  })
  const makers = { guest: 404, learner: 404, member: 404, maker: 200, otherMaker: 404, admin: 200 }
  const everyAddress = [`/api/learn/media/${id}`, fileOf(id), `/media/videos/${id}/captions/en.vtt`]
  for (const url of everyAddress) expect([url, await statuses(url)]).toEqual([url, makers])
  const drafted = await buildTutorial(site.db, { authorId: otherMaker.id, steps: [{ html: '' }] })
  const forms = { steps: { html: figure(id) } }
  await draftOf(drafted.id, forms)
  // naming a foreign video gives no access; working on one draft together does
  for (const url of everyAddress) expect([url, await statuses(url)]).toEqual([url, makers])
  const work = { item_id: drafted.id, version: 1, kind: 'save', forms: JSON.stringify(forms), saved_by: maker.id }
  const at = site.clock.now()
  await site.db
    .insertInto('draft_revisions')
    .values({ ...work, begun_at: at, saved_at: at })
    .execute()
  for (const url of everyAddress) {
    expect([url, await statuses(url)]).toEqual([url, { ...makers, otherMaker: 200 }])
  }
  const tutorial = await buildTutorial(site.db, { premium: true, steps: [{ html: '' }] })
  await site.db
    .updateTable('tutorial_details')
    .set({ overview_video_id: id })
    .where('item_id', '=', tutorial.id)
    .execute()
  expect(await statuses(`/api/learn/media/${id}`)).toEqual(everyone)
  const page = await guest.call(getTutorial, { params: { id: tutorial.id }, query: {} })
  expect(page.result.tutorialData.overviewVideo).toEqual({ id, title: '第一个场景' })
  await site.db.updateTable('items').set({ hidden: true }).where('id', '=', tutorial.id).execute()
  expect((await guest.inject({ method: 'GET', url: `/api/learn/media/${id}` })).statusCode).toBe(404)
})

test('a draft of one’s own opens no video that others pay for', async () => {
  const id = await shown({ premium: true })
  const drafted = await buildTutorial(site.db, { authorId: otherMaker.id, steps: [{ html: '' }] })
  await draftOf(drafted.id, { steps: { html: figure(id) } })
  expect((await statuses(fileOf(id))).otherMaker).toBe(404)
})

test('a private video needs somebody signed in, for each of its files; a guest hears only that it is there [VIDEO-018]', async () => {
  const id = await shown({}, { isPrivate: true })
  expect(await statuses(fileOf(id))).toEqual({ ...everyone, guest: 401 })
  const { media } = (await guest.call(getMedia, { params: { id } })).result
  expect(media).toMatchObject({ isPrivate: true, title: '', playlist: [], duration: null, image: null })
  expect((await learner.call(getMedia, { params: { id } })).result.media.playlist).toHaveLength(2)
})

test('files come whole, in ranges and from the cache of the browser, and nothing outside an edition is served', async () => {
  const id = await shown()
  const ask = (url: string, headers = {}) => guest.inject({ method: 'GET', url, headers })
  const whole = await ask(fileOf(id))
  expect([whole.statusCode, whole.body]).toEqual([200, '0123456789'])
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
  })
  const part = await ask(fileOf(id), { range: 'bytes=2-4' })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  expect((await ask(fileOf(id), { range: 'bytes=-3' })).body).toBe('789')
  expect((await ask(fileOf(id), { range: 'bytes=4-4', 'if-range': '"other"' })).statusCode).toBe(200)
  const outside = await ask(fileOf(id), { range: 'bytes=10-' })
  expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, 'bytes */10'])
  expect((await ask(fileOf(id), { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304)
  for (const name of ['../video.mp4', '..%2f..%2fvideo.mp4', 'poster.png', '240p/1.m4s', '240p/00009.m4s', '%00']) {
    expect([name, (await ask(fileOf(id, name))).statusCode]).toEqual([name, 404])
  }
  expect((await ask(`/media/videos/${id}/000000000000/video.mp4`)).statusCode).toBe(404)
  for (const odd of ['bytes=0-1,4-5', 'bytes=5-2', 'bytes=-', 'lines=1-2'])
    expect([odd, rangeOf(odd, 10)]).toEqual([odd, null])
})

async function keep(person: Person, id: string, position: number, at: string, more = {}) {
  const { result } = await person.call(keepWatchPosition, { params: { id }, body: { position, rate: 1, at, ...more } })
  return result.watched
}

test('of all devices the newest moment counts, in whatever order they tell, and nobody is brought back to zero', async () => {
  const id = await shown()
  const ada = await site.learner()
  const phone = await site.signedInAgain(ada, 'mobile')
  const at = (minute: number) => new Date(site.clock.now().getTime() + (minute - 60) * 60_000).toISOString()
  expect(await keep(ada, id, 300, at(10), { rate: 1.5 })).toEqual({ position: 300, rate: 1.5, at: at(10) })
  expect(await keep(phone, id, 120, at(5))).toMatchObject({ position: 300 })
  expect(await keep(phone, id, 200, at(12))).toMatchObject({ position: 200 })
  expect(await keep(ada, id, 0, at(20))).toMatchObject({ position: 200 })
  expect(await keep(ada, id, 1.9, at(21))).toMatchObject({ position: 200 })
  expect(await keep(ada, id, 599, at(22))).toMatchObject({ position: 200 })
  // a clock that runs ahead counts as now
  await keep(ada, id, 250, '2099-01-01T00:00:00.000Z')
  expect(await keep(ada, id, 1, at(1))).toEqual({ position: 250, rate: 1, at: site.clock.now().toISOString() })
  site.clock.advance({ minutes: 1 })
  expect(await keep(phone, id, 260, site.clock.now().toISOString())).toMatchObject({ position: 260 })
  const { watched } = (await phone.call(getMedia, { params: { id } })).result
  expect(watched).toMatchObject({ position: 260 })
})

test('a video seen to its end is forgotten, also for a device that tells late', async () => {
  const id = await shown()
  const ada = await site.learner()
  const now = site.clock.now().getTime()
  await keep(ada, id, 300, new Date(now - 60_000).toISOString())
  expect(await keep(ada, id, 600, new Date(now).toISOString(), { ended: true })).toMatchObject({
    position: 0,
    ended: true,
  })
  expect(await keep(ada, id, 310, new Date(now - 30_000).toISOString())).toMatchObject({ ended: true })
  expect((await ada.call(getMedia, { params: { id } })).result.watched).toMatchObject({ ended: true })
  expect(
    (await guest.call(keepWatchPosition, { params: { id }, body: { position: 5, rate: 1, at: 'x' } })).status,
  ).toBe(401)
  for (const at of ['x', '-271821-04-20T00:00:00.000Z'])
    expect((await ada.call(keepWatchPosition, { params: { id }, body: { position: 5, rate: 1, at } })).status).toBe(400)
})

test('a play counts once for each person and video [ANA-003] [ANA-009]', async () => {
  const id = await shown()
  const plays = await Promise.all([1, 2, 3].map(() => learner.call(countPlay, { params: { videoId: id } })))
  expect(plays.map(({ result }) => result.counted).filter(Boolean)).toHaveLength(1)
  await member.call(countPlay, { params: { videoId: id } })
  expect((await guest.call(countPlay, { params: { videoId: id } })).result).toEqual({ counted: false })
  expect((await maker.call(getMakersVideo, { params: { id } })).result.video.playCount).toBe(2)
  const premium = await shown({ premium: true })
  expect((await learner.call(countPlay, { params: { videoId: premium } })).status).toBe(404)
})

const srt = '1\n00:00:01,000 --> 00:00:02,000\n<font color="red">你好</font>\n\n2\nno cue --> at all\n'

test('captions that keep their reader busy are read aside: they are refused by their field, and others are answered', async () => {
  const id = await shown()
  const save = (text: string) => maker.call(saveCaption, { params: { id }, body: { language: 'zh', text } })
  const megabyte = 1_000_000
  const hostile = {
    arrows: '-->\n'.repeat(megabyte / 4),
    'arrows under a head': `WEBVTT\n\n${'a\n-->\n'.repeat(megabyte / 6)}`,
    'times without a text': `WEBVTT\n\n${'00:00.000 --> 00:01.000\n'.repeat(megabyte / 24)}`,
    'open tags': `WEBVTT\n\n00:00.000 --> 00:01.000\n${'<v.a'.repeat(megabyte / 4)}`,
    'spaces before a time': `WEBVTT\n\n${' '.repeat(megabyte)}00:00.000 --> x`,
  }
  expect((await save('WEBVTT\n\n00:00.000 --> 00:01.000\n光\n')).status).toBe(200)
  const before = errandsAside()
  for (const [what, text] of Object.entries(hostile)) {
    const [{ status, result }, session] = await Promise.all([
      save(text),
      site.guest().inject({ method: 'GET', url: '/api/session' }),
    ])
    const expected = what === 'open tags' ? [200, undefined] : [400, 'text']
    expect([what, status, result.details?.[0]?.field]).toEqual([what, ...expected])
    expect(session.statusCode).toBe(200)
  }
  expect(errandsAside() - before).toBe(Object.keys(hostile).length)
})

test('captions come in as WebVTT or SubRip and go out as WebVTT, by language [VIDEO-008]', async () => {
  const id = await shown()
  const saved = await maker.call(saveCaption, { params: { id }, body: { language: 'zh', text: srt, isDefault: true } })
  expect(saved.result).toMatchObject({ skipped: 1, video: { captions: [{ language: 'zh', label: '中文', cues: 1 }] } })
  await maker.call(saveCaption, {
    params: { id },
    body: { language: 'en', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi' },
  })
  const { media } = (await guest.call(getMedia, { params: { id } })).result
  expect(media.subtitles).toEqual([
    { language: 'en', default: false, url: media.subtitleMap.en, label: expect.any(String) },
    { language: 'zh', default: true, url: media.subtitleMap.zh, label: expect.any(String) },
  ])
  const url = media.subtitleMap.zh ?? ''
  const file = await guest.inject({ method: 'GET', url })
  expect(file.headers['content-type']).toBe('text/vtt; charset=utf-8')
  expect(file.body).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n你好\n')
  const again = await guest.inject({ method: 'GET', url, headers: { 'if-none-match': String(file.headers.etag) } })
  expect(again.statusCode).toBe(304)
  await maker.call(updateVideo, { params: { id }, body: { defaultCaption: 'en' } })
  await maker.call(deleteCaption, { params: { id }, body: { language: 'zh' } })
  const left = (await guest.call(getMedia, { params: { id } })).result.media.subtitles
  expect(left).toMatchObject([{ language: 'en', default: true }])
  const wrong = await maker.call(saveCaption, { params: { id }, body: { language: 'zh', text: '<html>' } })
  expect(wrong.status).toBe(400)
  expect(wrong.result.details?.[0]).toMatchObject({ field: 'text', message: expect.stringMatching(/\p{Script=Han}/u) })
})

test('settings are for the owner and those who look after all content; a picture is taken from the video', async () => {
  const id = await shown()
  const params = { id }
  for (const [person, status] of [
    [guest, 401],
    [learner, 403],
    [otherMaker, 403],
    [admin, 200],
    [maker, 200],
  ] as const) {
    expect((await person.call(updateVideo, { params, body: { title: '新名字' } })).status).toBe(status)
  }
  const source = filmed('mp4', [...pictures('320x240', 2), ...h264])
  await site.services.storage.put(`attachments/${id}`, source, 'video/mp4')
  const { result } = await maker.call(updateVideo, { params, body: { posterSecond: 1.5, isPrivate: true } })
  expect(result.video).toMatchObject({ title: '新名字', isPrivate: true, poster: { width: 320, height: 240 } })
  expect((await maker.call(updateVideo, { params, body: { posterImageId: 'img_none' } })).status).toBe(404)
})

test('what somebody watched goes over to the account they merge into, goes out on request and is forgotten on request', async () => {
  const [id, second] = [await shown(), await shown()]
  const [ada, bob] = [await site.learner(), await site.learner()]
  const at = (minutes: number) => new Date(site.clock.now().getTime() - minutes * 60_000).toISOString()
  await keep(ada, id, 100, at(1))
  await keep(bob, id, 200, at(5))
  await keep(ada, second, 50, at(1))
  for (const person of [ada, bob]) await person.call(countPlay, { params: { videoId: id } })
  const plays = async () => (await maker.call(getMakersVideo, { params: { id } })).result.video.playCount
  expect(await plays()).toBe(2)
  for (const _time of [1, 2]) {
    await inTransaction(site.db, (trx) => viewerPersonalData.merge(trx, { from: ada.id, into: bob.id }))
    expect(await plays()).toBe(1)
    const positions = (await viewerPersonalData.read(site.db, bob.id)).watchedVideos as { position: number }[]
    expect(positions.map(({ position }) => position).sort()).toEqual([100, 50])
    expect((await viewerPersonalData.read(site.db, ada.id)).watchedVideos).toEqual([])
  }
  await inTransaction(site.db, (trx) => viewerPersonalData.erase(trx, bob.id))
  expect([await plays(), (await viewerPersonalData.read(site.db, bob.id)).watchedVideos]).toEqual([0, []])
})

test('of captions that come at the same time one language is the default', async () => {
  const id = await shown()
  const text = 'WEBVTT\n\n00:00.000 --> 00:01.000\n光\n'
  const languages = ['zh', 'en', 'ja', 'ko', 'de', 'fr']
  const add = (language: string) =>
    maker.call(saveCaption, { params: { id }, body: { language, text, isDefault: true } })
  const answers = await Promise.all(languages.map(add))
  expect(answers.map(({ status }) => status)).toEqual(languages.map(() => 200))
  const { result } = await maker.call(getMakersVideo, { params: { id } })
  expect(result.video.captions.filter((one) => one.default)).toHaveLength(1)
})
