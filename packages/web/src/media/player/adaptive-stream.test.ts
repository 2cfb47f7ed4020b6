// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { openStream, type StreamFault } from './stream.ts'
import { giveVideo, sampleMedia } from './testing/video.ts'

type Heard = (event: string, data: unknown) => void

/** Stands in for hls.js: keeps what it was asked for, and tells what the test wants. */
class FakeHls {
  static Events = { MANIFEST_PARSED: 'manifest', ERROR: 'error' }
  static ErrorTypes = { NETWORK_ERROR: 'network', MEDIA_ERROR: 'media' }
  static isSupported = () => true
  static last: FakeHls
  readonly settings: { startPosition: number; xhrSetup(request: XMLHttpRequest): void }
  readonly acts: unknown[] = []
  readonly heard: Record<string, Heard> = {}
  levels = [
    { width: 1280, height: 720 },
    { width: 426, height: 240 },
  ]
  nextLevel: number | undefined

  constructor(settings: FakeHls['settings']) {
    this.settings = settings
    FakeHls.last = this
  }
  on(event: string, heard: Heard) {
    this.heard[event] = heard
  }
  tell(event: string, data: unknown = {}) {
    this.heard[event]?.(event, data)
  }
  loadSource(url: string) {
    this.acts.push(url)
  }
  attachMedia() {}
  startLoad(at: number) {
    this.acts.push(at)
  }
  recoverMediaError() {
    this.acts.push('mend')
  }
  destroy() {}
}
vi.mock('hls.js/light', () => ({ default: FakeHls }))

const faults: StreamFault[] = []
const video = document.createElement('video')

beforeEach(() => {
  giveVideo()
  vi.stubGlobal('MediaSource', class {})
  faults.length = 0
})

const open = (startAt = 0) =>
  openStream(video, sampleMedia(), { startAt, quality: '240p', onFault: (fault) => faults.push(fault) })

const master = '/media/videos/vd_scene/abc/master.m3u8'

test('every list and every piece is asked for with credentials, from where the viewer goes on [VIDEO-020]', async () => {
  await open(62)
  const request = new XMLHttpRequest()
  FakeHls.last.settings.xhrSetup(request)
  expect([request.withCredentials, FakeHls.last.settings.startPosition, FakeHls.last.acts]).toEqual([
    true,
    62,
    [master],
  ])
})

test('the chosen quality holds as soon as it is known which there are, and can be changed', async () => {
  const stream = await open()
  FakeHls.last.tell('manifest')
  expect(FakeHls.last.nextLevel).toBe(1)
  stream.setQuality('High')
  expect(FakeHls.last.nextLevel).toBe(0)
  stream.setQuality('Auto')
  expect(FakeHls.last.nextLevel).toBe(-1)
})

test('who may not watch any more is told so, a lost network is another matter, and trying again goes on there', async () => {
  const stream = await open()
  const fails = (type: string, code?: number, fatal = true) =>
    FakeHls.last.tell('error', { fatal, type, ...(code !== undefined && { response: { code } }) })
  for (const code of [401, 403, 404, 500, 0]) fails('network', code)
  fails('network')
  fails('network', 401, false)
  expect(faults).toEqual(['refused', 'refused', 'refused', 'network', 'network', 'network'])
  stream.retry()
  FakeHls.last.tell('manifest')
  video.currentTime = 120
  stream.retry()
  expect(FakeHls.last.acts).toEqual([master, master, 120])
})

test('pictures that cannot be decoded are tried twice more before it is said', async () => {
  await open()
  for (let time = 0; time < 3; time++) FakeHls.last.tell('error', { fatal: true, type: 'media' })
  expect([FakeHls.last.acts, faults]).toEqual([[master, 'mend', 'mend'], ['broken']])
})
