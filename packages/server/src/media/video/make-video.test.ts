import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getMakersVideo, getMedia, retryVideo, updateVideo } from '@lantern/contract/media/videos.ts'
import { expect, test } from 'vitest'
import { runSql } from '#kit/sql.ts'
import { resumeVideos } from '#media/index.ts'
import { type TestSite, testSite } from '#testing/site.ts'
import { filmed, h264, pictures, tone, uploadVideo } from '#testing/video-files.ts'
import { makeVideo } from './make-video.ts'

const site = await testSite({ VIDEO_PRESET: 'ultrafast' })
const maker = await site.user({ groups: ['learn_creator'] })

async function made(bytes: Uint8Array, at: TestSite = site, by = maker) {
  const id = await uploadVideo(at, by.id, bytes)
  await at.services.jobs.drain()
  const { result } = await by.call(getMakersVideo, { params: { id } })
  return result.video
}

async function read(path: string) {
  const response = await maker.inject({ method: 'GET', url: path })
  expect([path, response.statusCode]).toEqual([path, 200])
  return response
}

function leftovers(): string[] {
  const folder = join(site.dataDir, 'tmp/videos')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('an upload becomes a playlist of aligned renditions, a plain file and a picture [VIDEO-008]', async () => {
  const film = filmed('mp4', [...pictures('426x240', 9), ...tone(9), ...h264, '-c:a', 'aac', '-shortest'])
  const { id, ...video } = await made(film)
  expect(video).toMatchObject({ title: 'film', state: 'ready', progress: 100, fault: null, heights: [240] })
  expect(video.duration).toBeCloseTo(9, 0)
  const { media, watched } = (await maker.call(getMedia, { params: { id } })).result
  expect(watched).toBeNull()
  expect(media).toMatchObject({
    id,
    type: 'video',
    image: { gif: false, width: 426, height: 240 },
    originalImage: { width: 426, height: 240 },
    playlist: [{ contentType: 'application/vnd.apple.mpegurl' }, { contentType: 'video/mp4' }],
    downloadUrl: null,
    subtitleMap: {},
    subtitles: [],
    oembed: null,
    isPrivate: false,
  })
  expect((await read(media.image?.url ?? '')).headers['content-type']).toBe('image/webp')
  const [hls, plain] = media.playlist.map(({ url }) => url)
  const master = (await read(hls ?? '')).body
  expect(master).toMatch(/RESOLUTION=426x240,NAME="240p"\n240p\/index\.m3u8/)
  const list = (await read(hls?.replace('master', '240p/index') ?? '')).body
  expect(list.match(/#EXTINF:[\d.]+/g)).toEqual(['#EXTINF:4.000000', '#EXTINF:4.000000', '#EXTINF:1.000000'])
  expect(list).toContain('#EXT-X-MAP:URI="init.mp4"')
  const segment = await read(hls?.replace('master.m3u8', '240p/00000.m4s') ?? '')
  expect(segment.headers).toMatchObject({ 'content-type': 'video/iso.segment' })
  const mp4 = (await read(plain ?? '')).rawPayload
  // the head comes before the pictures, so that it plays while it comes
  expect(mp4.indexOf('moov')).toBeLessThan(mp4.indexOf('mdat'))
  expect(leftovers()).toEqual([])
})

test('a video that stands upright is turned, and measured by its short side', async () => {
  const lying = filmed('mp4', [...pictures('480x360', 2), ...h264])
  const path = join(site.dataDir, 'lying.mp4')
  writeFileSync(path, lying)
  const upright = filmed('mp4', ['-i', path, '-c', 'copy', '-metadata:s:v:0', 'rotate=90'])
  expect(await made(upright)).toMatchObject({ state: 'ready', width: 360, height: 480, heights: [360, 240] })
})

test('a video of one picture is a video', async () => {
  const film = filmed('mp4', [...pictures('320x240', 1, 1), ...h264])
  expect(await made(film)).toMatchObject({ state: 'ready', poster: { width: 320, height: 240 } })
})

test('a recording that was written while it went on, as browsers do, has its length found out', async () => {
  const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus']
  const film = filmed('webm', [...pictures('320x240', 3), ...tone(3), ...vp8, '-live', '1', '-flush_packets', '1'])
  const { duration, ...video } = await made(film)
  expect(video).toMatchObject({ state: 'ready', heights: [240] })
  expect(duration).toBeCloseTo(3, 0)
})

test('where the sound goes on after the last picture, that picture stays to the end', async () => {
  const { id, ...video } = await made(filmed('mp4', [...pictures('320x240', 1, 1), ...tone(9), ...h264, '-c:a', 'aac']))
  expect(video).toMatchObject({ state: 'ready', fault: null })
  expect(video.duration).toBeCloseTo(9, 0)
  const { media } = (await maker.call(getMedia, { params: { id } })).result
  const list = (await read(media.playlist[0]?.url.replace('master', '240p/index') ?? '')).body
  const seconds = [...list.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, length]) => sum + Number(length), 0)
  expect(seconds).toBeCloseTo(9, 0)
})

test('VP9 without sound is made ready too', async () => {
  const film = filmed('webm', [
    ...pictures('320x240', 2),
    '-c:v',
    'libvpx-vp9',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
  ])
  expect(await made(film)).toMatchObject({ state: 'ready', heights: [240] })
})

test('a video with no video, no video at all, half a video and a list of other files are refused with words', async () => {
  const whole = filmed('mp4', [...pictures('320x240', 6), ...h264])
  const streamed = filmed('mp4', [...pictures('320x240', 20), ...h264, '-movflags', '+faststart'])
  const list = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n/etc/passwd\n#EXT-X-ENDLIST\n'
  const files: [string, Uint8Array][] = [
    ['media.video_fault_no_video', filmed('m4a', [...tone(2), '-c:a', 'aac'])],
    ['media.video_fault_not_video', Buffer.from('<html>a page that calls itself film.mp4</html>'.repeat(50))],
    ['media.video_fault_not_video', Buffer.from(list)],
    ['media.video_fault_not_video', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
    ['media.video_fault_damaged', whole.subarray(0, Math.floor(whole.length / 2))],
    ['media.video_fault_cut_off', streamed.subarray(0, Math.floor(streamed.length / 2))],
    ['media.video_fault_not_video', Buffer.alloc(0)],
  ]
  for (const [fault, bytes] of files) expect(await made(bytes)).toMatchObject({ state: 'failed', fault, heights: [] })
  expect(leftovers()).toEqual([])
})

/** A stand-in for ffmpeg that goes wrong as the script says, while the file `broken` is there. */
async function siteWithBroken(script: string) {
  const path = join(site.dataDir, `ffmpeg-${Math.random().toString(36).slice(2)}`)
  const broken = `${path}.broken`
  writeFileSync(broken, '')
  writeFileSync(path, `#!/bin/sh\n[ -e ${broken} ] || exec ffmpeg "$@"\n${script}\n`)
  chmodSync(path, 0o755)
  const other = await testSite({ VIDEO_PRESET: 'ultrafast', FFMPEG_PATH: path }, { beside: site })
  return { other, broken }
}

test('ffmpeg that is killed halfway leaves nothing behind, and the next try makes the whole video', async () => {
  const film = filmed('mp4', [...pictures('320x240', 9), ...h264])
  const { other, broken } = await siteWithBroken(`ffmpeg -re "$@" & sleep 1; rm ${'$0'}.broken; kill -9 $!; kill -9 $$`)
  const id = await uploadVideo(site, maker.id, film)
  await expect(other.services.jobs.drain()).rejects.toThrow(/stopped/)
  expect(existsSync(broken)).toBe(false)
  const row = () => site.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(await row()).toMatchObject({ state: 'processing', edition: null, worked_until: null, attempts: 0 })
  expect(leftovers()).toEqual([])
  const { result } = await maker.call(getMedia, { params: { id } })
  expect(result.media).toMatchObject({ state: 'processing', playlist: [] })
  await site.services.jobs.send(site.db, 'media.make_video', { id })
  await other.services.jobs.drain()
  expect(await row()).toMatchObject({ state: 'ready', progress: 100, fault: null })
})

test('a video that is made anew drops its edition before, also when the process ends right after publishing', async () => {
  const id = await uploadVideo(site, maker.id, filmed('mp4', [...pictures('320x240', 1), ...h264]))
  const { storage } = site.services
  const old = `videos/${id}/0123456789ab/master.m3u8`
  await storage.put(old, Buffer.from('#EXTM3U'), 'application/vnd.apple.mpegurl')
  await site.db.updateTable('videos').set({ edition: '0123456789ab' }).where('id', '=', id).execute()
  const keys = () => {
    throw new Error('the process ends here')
  }
  const ending = { ...site.services, storage: { ...storage, keys } }
  await expect(makeVideo(ending, id, new AbortController().signal)).rejects.toThrow('ends here')
  await site.services.jobs.drain()
  const { result } = await maker.call(getMedia, { params: { id } })
  expect(result.media.state).toBe('ready')
  expect(await storage.exists(old)).toBe(false)
  await read(result.media.playlist[0]?.url ?? '')
})

test('when ffmpeg is killed over the picture of a second, the file is not blamed', async () => {
  const { other } = await siteWithBroken('kill -9 $$')
  const ada = await other.user({ groups: ['learn_creator'] })
  const id = await uploadVideo(site, ada.id, filmed('mp4', [...pictures('320x240', 1), ...h264]))
  const { status, result } = await ada.call(updateVideo, { params: { id }, body: { posterSecond: 0 } })
  expect([status, result.code]).toEqual([503, 'unavailable'])
  await site.services.jobs.drain()
})

test('a full disk is waited for and said, a program that always gives up is not asked for ever', async () => {
  const film = filmed('mp4', [...pictures('320x240', 1), ...h264])
  const full = await siteWithBroken('echo "av_interleaved_write_frame(): No space left on device" >&2; exit 1')
  const id = await uploadVideo(site, maker.id, film)
  await expect(full.other.services.jobs.drain()).rejects.toThrow(/No space/)
  const read = async () => (await maker.call(getMakersVideo, { params: { id } })).result.video
  expect(await read()).toMatchObject({ state: 'processing', fault: 'media.video_waits_disk' })
  const failing = await siteWithBroken('echo "Conversion failed!" >&2; exit 1')
  for (let time = 1; time < 5; time++) {
    await failing.other.services.jobs.send(site.db, 'media.make_video', { id })
    await expect(failing.other.services.jobs.drain()).rejects.toThrow(/Conversion failed/)
    expect((await read()).state).toBe('processing')
  }
  await failing.other.services.jobs.send(site.db, 'media.make_video', { id })
  await failing.other.services.jobs.drain()
  expect(await read()).toMatchObject({ state: 'failed', fault: 'media.video_fault_gave_up' })
  await maker.call(retryVideo, { params: { id } })
  await site.services.jobs.drain()
  expect(await read()).toMatchObject({ state: 'ready', fault: null })
})

test.each([
  ['a piece', 'ffmpeg "$@"; truncate -s -100 240p/00001.m4s'],
  ['the plain file', 'ffmpeg "$@"; [ ! -e video.mp4 ] || truncate -s -100 video.mp4'],
])(
  'a disk that fills up over %s, of which ffmpeg says nothing, is waited for as a full disk',
  async (_what, script) => {
    const { other } = await siteWithBroken(script)
    const id = await uploadVideo(site, maker.id, filmed('mp4', [...pictures('320x240', 9), ...h264]))
    await expect(other.services.jobs.drain()).rejects.toThrow(/No space/)
    const { result } = await maker.call(getMakersVideo, { params: { id } })
    expect(result.video).toMatchObject({ state: 'processing', fault: 'media.video_waits_disk' })
    await site.services.jobs.send(site.db, 'media.make_video', { id })
    await site.services.jobs.drain()
    expect((await maker.call(getMakersVideo, { params: { id } })).result.video).toMatchObject({
      state: 'ready',
      fault: null,
    })
  },
)

test('without ffmpeg an upload waits and says what for, and is made when the program has come', async () => {
  const bare = await testSite({ FFMPEG_PATH: '/nowhere/ffmpeg', FFPROBE_PATH: '/nowhere/ffprobe' }, { beside: site })
  const film = filmed('mp4', [...pictures('320x240', 1), ...h264])
  const id = await uploadVideo(site, maker.id, film)
  await bare.services.jobs.drain()
  const read = async () => (await maker.call(getMakersVideo, { params: { id } })).result.video
  expect(await read()).toMatchObject({ state: 'processing', fault: 'media.video_waits_program' })
  await resumeVideos(bare.services)
  await resumeVideos(site.services)
  await site.services.jobs.drain()
  expect(await read()).toMatchObject({ state: 'ready', fault: null })
})

test('a video that somebody makes is left to them, and taken over when they have fallen silent', async () => {
  const film = filmed('mp4', [...pictures('320x240', 1), ...h264])
  const id = await uploadVideo(site, maker.id, film)
  const until = new Date(site.clock.now().getTime() + 30_000)
  await site.db.updateTable('videos').set({ worked_until: until }).where('id', '=', id).execute()
  await site.services.jobs.drain()
  const read = async () => (await maker.call(getMakersVideo, { params: { id } })).result.video
  expect(await read()).toMatchObject({ state: 'processing', progress: 0 })
  // the one at it may have been killed: the job comes again, however long that takes
  const waiting = `name = 'media.make_video' and data->>'id' = '${id}' and state = 'created' and retry_count = 0`
  const comesNow = () => runSql(site.db, `update pgboss.job set start_after = now() where ${waiting}`)
  for (let time = 0; time < 25; time++) {
    expect(await runSql(site.db, `select count(*)::int as n from pgboss.job where ${waiting}`)).toEqual([{ n: 1 }])
    await comesNow()
    await site.services.jobs.drain()
  }
  site.clock.advance({ minutes: 1 })
  await comesNow()
  await site.services.jobs.drain()
  expect((await read()).state).toBe('ready')
})

test('however often a worker starts, a video that waits has one job', async () => {
  const id = await uploadVideo(site, maker.id, filmed('mp4', [...pictures('320x240', 1), ...h264]))
  for (let start = 0; start < 5; start++) await resumeVideos(site.services)
  const sent = `select data->>'id' as id from pgboss.job where name = 'media.make_video' and state = 'created'`
  expect(await runSql(site.db, sent)).toEqual([{ id }])
  await site.services.jobs.drain()
})

test('a process that ends stops its ffmpeg and leaves the video to the next one', async () => {
  const film = filmed('mp4', [...pictures('320x240', 30), ...h264])
  const { other } = await siteWithBroken('exec ffmpeg -re "$@"')
  const id = await uploadVideo(site, maker.id, film)
  const closing = new AbortController()
  const work = makeVideo(other.services, id, closing.signal)
  const row = () => site.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await expect.poll(async () => (await row()).progress, { timeout: 20_000 }).toBeGreaterThan(0)
  closing.abort()
  await expect(work).rejects.toThrow(/this process ends/)
  expect(await row()).toMatchObject({ state: 'processing', worked_until: null, attempts: 0, fault: null })
  expect(leftovers()).toEqual([])
})
