import { newId } from '@lantern/contract/ids.ts'
import { expect, test } from 'vitest'
import { audienceSite } from '#testing/audiences.ts'
import { buildTutorial } from '#testing/builders.ts'
import { buildVideo } from '#testing/video-files.ts'

// A file belongs to the items that show it: to a viewer who may see none of them, its address answers as unknown.

const { site, people, kinds } = await audienceSite()
const { db, services } = site
/** Uploads everything, and is nobody of the audiences: whose upload it is opens it to them. */
const uploader = await site.user({ groups: ['learn_creator'] })

const secret = 'secret of the school'

async function attachment(kind: 'material' | 'webgl', name: string): Promise<{ id: string; url: string }> {
  const id = newId('attachment')
  const key = `attachments/${id}`
  await services.storage.put(key, Buffer.from(secret), 'text/plain')
  const now = site.clock.now()
  const row = { id, owner_id: uploader.id, kind, name, byte_size: secret.length, entry_path: 'index.html' }
  await db
    .insertInto('attachments')
    .values({ ...row, state: 'ready', content_type: 'text/plain', storage_key: key, created_at: now, updated_at: now })
    .execute()
  return { id, url: `/media/attachments/${id}/${name}` }
}

async function film(): Promise<{ id: string; urls: string[] }> {
  const id = await buildVideo(site, uploader.id)
  const now = site.clock.now()
  await db
    .insertInto('video_captions')
    .values({ video_id: id, language: 'zh', vtt: `WEBVTT\n\n${secret}`, is_default: true, updated_at: now })
    .execute()
  const files = `/media/videos/${id}`
  return {
    id,
    urls: [`/api/learn/media/${id}`, `${files}/captions/zh.vtt`, `${files}/abcdef012345/master.m3u8`],
  }
}

const things = await Promise.all(
  Object.entries(kinds).map(async ([kind, { options }]) => {
    const file = await attachment('material', 'notes.txt')
    const build = await attachment('webgl', 'build.zip')
    const [overview, inStep] = [await film(), await film()]
    const item = await buildTutorial(db, {
      ...options,
      ownerId: people.author?.id ?? '',
      materials: [
        { type: 'file', name: 'notes', attachmentId: file.id },
        { type: 'file', name: 'build', attachmentId: build.id },
      ],
      steps: [{ html: `<p>看</p><div data-video="${inStep.id}"></div>` }],
    })
    await db
      .updateTable('tutorial_details')
      .set({ overview_video_id: overview.id })
      .where('item_id', '=', item.id)
      .execute()
    // its page on the origin of uploads knows nobody; what tells the address is this
    const urls = [file.url, build.url, `/api/learn/media/${build.id}`, ...overview.urls, ...inStep.urls]
    return { kind, id: item.id, files: urls, share: `/media/share/${item.id}/1.png` }
  }),
)

for (const [name, person] of Object.entries(people)) {
  test(`as ${name}, a file of an item that is not for them is not there`, async () => {
    const wrong: string[] = []
    for (const { kind, files } of things) {
      const isFor = kinds[kind]?.seenBy.includes(name) ?? false
      for (const url of files) {
        const { statusCode, body } = await person.inject({ method: 'GET', url })
        // what is theirs is there, as far as it was stored for this test
        const isThere = statusCode === 200 || (isFor && url.endsWith('.m3u8'))
        const isTold = !isFor && body.includes(secret)
        if (isThere !== isFor || isTold) wrong.push(`${kind} ${url}: ${statusCode}`)
        if (!isFor && statusCode !== 404) wrong.push(`${kind} ${url}: ${statusCode} instead of 404`)
      }
    }
    expect(wrong).toEqual([])
  })
}

test('a share picture is there for what a guest may see, whoever asks', async () => {
  for (const [name, person] of Object.entries(people)) {
    for (const { kind, share } of things) {
      const { statusCode } = await person.inject({ method: 'GET', url: share })
      const isForAll = kinds[kind]?.seenBy.includes('guest')
      expect([name, kind, statusCode]).toEqual([name, kind, isForAll ? 200 : 404])
    }
  }
}, 120_000)
