// @vitest-environment jsdom
import type { Attachment } from '@lantern/contract/media/attachments.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Call } from '#kit/request.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { TransferHooks, TransferPlan } from './transfer.ts'
import { UploadFailure } from './upload-faults.ts'
import { createUploadQueue } from './upload-queue.ts'

interface Started {
  plan: TransferPlan
  hooks: TransferHooks
  acts: string[]
}

let started: Started[]
let known: Partial<Attachment>[]
let answers: Record<string, Partial<Attachment>>
/** The next look at an upload that is whole fails so often. */
let awayLooks = 0
/** Holds the beginning of a transfer back. */
let preparing: Promise<void> | null

beforeEach(() => {
  started = []
  known = []
  answers = {}
  awayLooks = 0
  preparing = null
})

function queue(atOnce = 2) {
  const call = (async (route: string, input: { params?: { id: string }; query?: { fingerprint: string } }) => {
    // which learners may ask too, who hand in films
    if (route === 'GET /api/learn/attachment/unfinished') {
      return { ids: known.filter(({ fingerprint }) => fingerprint === input.query?.fingerprint).map(({ id }) => id) }
    }
    const id = input.params?.id ?? ''
    if (awayLooks-- > 0) throw new TypeError('network')
    return { attachment: { id, state: 'ready', kind: 'image', ...answers[id] } }
  }) as unknown as Call
  const startTransfer = async (plan: TransferPlan, hooks: TransferHooks) => {
    const acts: string[] = []
    started.push({ plan, hooks, acts })
    await preparing
    return {
      pause: () => void acts.push('pause'),
      resume: () => void acts.push('resume'),
      cancel: async () => void acts.push('cancel'),
    }
  }
  return createUploadQueue({ call, load: async () => ({ startTransfer }), atOnce })
}

function file(name: string, text = 'some bytes'): File {
  return new File([text], name)
}

const begun = (count: number) => expect.poll(() => started).toHaveLength(count)

test('a file is sent, reported and becomes what the server made of it', async () => {
  const uploads = queue()
  answers.at_1 = { imageId: 'img_1' }
  const [entry] = uploads.add([file('a.png')], 'image')
  await begun(1)
  const [one] = started
  expect(one?.plan).toMatchObject({ kind: 'image', name: 'a.png', fingerprint: await fingerprintOf(file('a.png')) })
  one?.hooks.onBegun('at_1')
  one?.hooks.onProgress(5)
  expect(uploads.current()).toMatchObject([{ state: 'uploading', percent: 50, attachmentId: 'at_1' }])
  one?.hooks.onDone('at_1')
  expect(await uploads.finished(entry?.key ?? 0)).toMatchObject({ imageId: 'img_1' })
  expect(uploads.current()).toMatchObject([{ state: 'done', percent: 100 }])
})

test('what may not be uploaded is said at once and never sent [PLAT-037] [PLAT-038] [PLAT-040]', async () => {
  const uploads = queue()
  const large = file('b.pdf')
  Object.defineProperty(large, 'size', { value: 1024 ** 3 + 1 })
  const tooLarge = file('c.mp4')
  Object.defineProperty(tooLarge, 'size', { value: 3 * 1024 ** 3 + 1 })
  uploads.add([file('a.exe'), large, file('empty.txt', '')], 'material')
  uploads.add([tooLarge], 'video')
  expect(uploads.current().map(({ state, fault }) => [state, fault])).toEqual([
    ['failed', 'upload_forbidden_type'],
    ['failed', 'upload_attachment_too_large_1G'],
    ['failed', 'upload_invalid_file'],
    ['failed', 'upload_attachment_too_large_3G'],
  ])
  expect(started).toEqual([])
})

test('several are sent at once, the others wait for a place', async () => {
  const uploads = queue(2)
  uploads.add([file('a.png'), file('b.png'), file('c.png')], 'image')
  await begun(2)
  expect(uploads.current().map(({ state }) => state)).toEqual(['uploading', 'uploading', 'waiting'])
  started[0]?.hooks.onDone('at_1')
  await begun(3)
  expect(started[2]?.plan.name).toBe('c.png')
})

test('a lost network is waited for, and what was sent is not lost', async () => {
  const uploads = queue()
  uploads.add([file('a.png')], 'image')
  await begun(1)
  started[0]?.hooks.onProgress(4)
  started[0]?.hooks.onWaiting()
  expect(uploads.current()).toMatchObject([{ state: 'retrying', percent: 40 }])
  started[0]?.hooks.onProgress(5)
  expect(uploads.current()).toMatchObject([{ state: 'uploading', percent: 50 }])
})

test('paused stays paused until it is resumed, and gives its place to the next', async () => {
  const uploads = queue(1)
  const [first] = uploads.add([file('a.png'), file('b.png')], 'image')
  await begun(1)
  uploads.pause(first?.key ?? 0)
  started[0]?.hooks.onProgress(9)
  expect(uploads.current()[0]).toMatchObject({ state: 'paused', percent: 0 })
  expect(started[0]?.acts).toEqual(['pause'])
  await begun(2)
  uploads.resume(first?.key ?? 0)
  expect(started[0]?.acts).toEqual(['pause', 'resume'])
  expect(uploads.current()[0]?.state).toBe('uploading')
})

test('a cancelled one is gone here and there, and says nothing more', async () => {
  const uploads = queue()
  const [entry] = uploads.add([file('a.png')], 'image')
  await begun(1)
  uploads.cancel(entry?.key ?? 0)
  expect(started[0]?.acts).toEqual(['cancel'])
  started[0]?.hooks.onDone('at_1')
  expect(uploads.current()).toEqual([])
})

test('a refusal names its reason, and trying again sends the file again', async () => {
  const uploads = queue()
  const [entry] = uploads.add([file('a.png')], 'image')
  const result = uploads.finished(entry?.key ?? 0)
  await begun(1)
  started[0]?.hooks.onFailed(new UploadFailure('upload_quota_exceeded'))
  await expect(result).rejects.toMatchObject({ wording: 'upload_quota_exceeded' })
  expect(uploads.current()).toMatchObject([{ state: 'failed', fault: 'upload_quota_exceeded' }])
  uploads.retry(entry?.key ?? 0)
  await begun(2)
  expect(uploads.current()).toMatchObject([{ state: 'uploading', fault: null }])
})

test('trying again after a refusal begins anew, and after a break goes on with what came', async () => {
  const uploads = queue()
  const [entry] = uploads.add([file('a.png')], 'image')
  await begun(1)
  started[0]?.hooks.onBegun('at_1')
  started[0]?.hooks.onFailed(new UploadFailure('upload_disk_full'))
  uploads.retry(entry?.key ?? 0)
  await begun(2)
  // the site has thrown away what came: to go on with it would end in the same refusal for ever
  expect(started[1]?.plan.attachmentId).toBeUndefined()
  started[1]?.hooks.onBegun('at_2')
  known = [{ id: 'at_2', fingerprint: await fingerprintOf(file('a.png')) }]
  started[1]?.hooks.onFailed(new UploadFailure('media.upload_signed_out'))
  uploads.retry(entry?.key ?? 0)
  await begun(3)
  expect(started[2]?.plan.attachmentId).toBe('at_2')
})

test('what the server refuses once it is whole is shown with its reason', async () => {
  const uploads = queue()
  answers.at_1 = { state: 'failed', fault: 'upload_invalid_file' }
  uploads.add([file('a.png')], 'image')
  await begun(1)
  started[0]?.hooks.onDone('at_1')
  await expect.poll(() => uploads.current()).toMatchObject([{ state: 'failed', fault: 'upload_invalid_file' }])
})

test('a file that was begun before the page was loaded anew goes on where it stopped', async () => {
  known = [{ id: 'at_7', fingerprint: await fingerprintOf(file('a.png')) }]
  const uploads = queue()
  uploads.add([file('a.png'), file('a.png'), file('a.png', 'other bytes')], 'image')
  await begun(2)
  started[0]?.hooks.onDone('at_7')
  await begun(3)
  const resumed = started.filter(({ plan }) => plan.attachmentId === 'at_7')
  expect(resumed.map(({ plan }) => plan.file.size)).toEqual([file('a.png').size])
})

test('an unfinished upload goes on with the same file and with no other', async () => {
  const uploads = queue()
  const right = file('a.png')
  const unfinished = { id: 'at_9', kind: 'image', byteSize: right.size, fingerprint: await fingerprintOf(right) }
  expect(await uploads.goOn(unfinished as Attachment, file('a.png', 'same bytes'))).toBe(false)
  expect(await uploads.goOn(unfinished as Attachment, file('a.png', 'more and other bytes'))).toBe(false)
  expect(uploads.current()).toEqual([])
  expect(await uploads.goOn(unfinished as Attachment, file('a.png'))).toBe(true)
  await begun(1)
  expect(started[0]?.plan.attachmentId).toBe('at_9')
})

test('what the server was still making is done, or says why not, as soon as somebody knows', async () => {
  const uploads = queue()
  for (const id of ['at_1', 'at_2']) answers[id] = { state: 'processing' }
  uploads.add([file('a.zip'), file('b.zip', 'other')], 'webgl')
  await begun(2)
  for (const [at, { hooks }] of started.entries()) hooks.onDone(`at_${at + 1}`)
  await expect.poll(() => uploads.current().map(({ state }) => state)).toEqual(['processing', 'processing'])
  uploads.learn([
    { id: 'at_1', state: 'ready' },
    { id: 'at_2', state: 'failed', fault: 'media.build_no_index' },
  ] as Attachment[])
  const found = uploads.current().map(({ attachmentId, state, fault }) => [attachmentId, state, fault])
  expect(found.sort()).toEqual([
    ['at_1', 'done', null],
    ['at_2', 'failed', 'media.build_no_index'],
  ])
})

test('a file that is whole on the server is not sent again because nobody could say so', async () => {
  const uploads = queue()
  awayLooks = 1
  const [entry] = uploads.add([file('a.png')], 'image')
  await begun(1)
  started[0]?.hooks.onDone('at_1')
  await expect.poll(() => uploads.current()).toMatchObject([{ state: 'failed' }])
  uploads.retry(entry?.key ?? 0)
  expect(await uploads.finished(entry?.key ?? 0)).toMatchObject({ id: 'at_1' })
  expect(started).toHaveLength(1)
})

test('paused and gone on with before the transfer is there: the one that is left goes on, and nothing is ended on the server', async () => {
  const uploads = queue()
  const gate = Promise.withResolvers<void>()
  preparing = gate.promise
  const [entry] = uploads.add([file('a.png')], 'image')
  await begun(1)
  const key = entry?.key ?? 0
  uploads.pause(key)
  uploads.resume(key)
  await begun(2)
  gate.resolve()
  await expect.poll(() => started[0]?.acts).toEqual(['pause'])
  uploads.pause(key)
  expect(started.map(({ acts }) => acts)).toEqual([['pause'], ['pause']])
})
