import { newId } from '@lantern/contract/ids.ts'
import type { AttachmentKind } from '@lantern/contract/media/upload-rules.ts'
import { getMedia } from '@lantern/contract/media/videos.ts'
import { expect, test } from 'vitest'
import { audienceSite } from '#testing/audiences.ts'
import { buildTutorial } from '#testing/builders.ts'
import { buildImage } from '#testing/draft-builder.ts'
import type { Person } from '#testing/site.ts'
import { buildVideo } from '#testing/video-files.ts'

const { site, people, kinds } = await audienceSite()
const uploader = await site.user({ groups: ['learn_creator'] })

interface Upload {
  name: string
  videoId?: string
  imageId?: string
  entryPath?: string
}

async function upload(kind: AttachmentKind, { name, videoId, imageId, entryPath }: Upload): Promise<string> {
  const id = newId('attachment')
  const now = site.clock.now()
  const made = { video_id: videoId ?? null, image_id: imageId ?? null, entry_path: entryPath ?? null }
  const file = {
    name,
    byte_size: 1,
    content_type: kind === 'video' ? 'video/mp4' : '',
    storage_key: `attachments/${id}`,
  }
  const times = { created_at: now, updated_at: now }
  await site.db
    .insertInto('attachments')
    .values({ id, owner_id: uploader.id, kind, state: 'ready', ...file, ...made, ...times })
    .execute()
  return id
}

async function ask(person: Person, id: string) {
  return person.call(getMedia, { params: { id } })
}

/** What is said of an id, without what differs with every request. */
async function refusalOf(person: Person, id: string) {
  const { status, result } = await ask(person, id)
  return { status, code: result.code, message: result.message, details: result.details }
}

const build = { name: '<Mein "Spiel">.zip', entryPath: 'My Game/index.html' }

test('[VIDEO-009] media is a picture, a video, a video file or a build', async () => {
  const [imageId, videoId] = [await buildImage(site.db), await buildVideo(site, uploader.id)]
  await site.db.updateTable('videos').set({ poster_image_id: imageId }).where('id', '=', videoId).execute()
  const picture = { url: `/media/images/${imageId}/1200.webp`, gif: false, width: 1200, height: 675 }
  const originalImage = { ...picture, url: `/media/images/${imageId}/orig.png` }
  await buildTutorial(site.db, { ownerId: uploader.id, steps: [{ html: `<div data-video="${videoId}"></div>` }] })

  const { media, watched } = (await ask(site.guest(), imageId)).result
  expect([media, watched]).toMatchObject([
    { id: imageId, type: 'img', image: picture, originalImage, playlist: [] },
    null,
  ])
  expect((await ask(site.guest(), videoId)).result.media).toMatchObject({ id: videoId, type: 'video' })

  const film = await upload('video', { name: 'film.mp4', videoId })
  const file = `/media/attachments/${film}/film.mp4`
  expect((await ask(uploader, film)).result.media).toMatchObject({
    id: film,
    type: 'videoattachment',
    title: 'film.mp4',
    image: picture,
    playlist: [{ url: file, contentType: 'video/mp4' }],
    downloadUrl: file,
    duration: 600,
  })

  const game = await upload('webgl', build)
  const { oembed, ...shown } = (await ask(uploader, game)).result.media
  expect(shown).toMatchObject({ id: game, type: 'webgl', title: build.name, image: null, playlist: [] })
  expect(oembed).toMatchObject({ width: 960, height: 600 })
  expect(oembed?.html).toContain(`src="http://usercontent.localhost:3000/webgl/${game}/My%20Game/index.html"`)
  expect(oembed?.html).toContain('sandbox="allow-scripts allow-pointer-lock"')
  // a name is text and never markup
  expect(oembed?.html).not.toContain(build.name)

  const uploadedPicture = await upload('image', { name: 'licht.png', imageId })
  expect((await ask(uploader, uploadedPicture)).result.media).toMatchObject({ type: 'img', image: picture })
  // a text file is nothing to look at
  expect((await ask(uploader, await upload('material', { name: 'notes.txt' }))).status).toBe(404)
})

test('[VIDEO-009] an upload of an item that is not for somebody answers like an id that nothing has', async () => {
  const unknown = newId('attachment')
  const wrong: string[] = []
  for (const [kind, { options, seenBy }] of Object.entries(kinds)) {
    const film = await upload('video', { name: 'film.mp4', videoId: await buildVideo(site, uploader.id) })
    const ids = [film, await upload('webgl', build)]
    const materials = ids.map((attachmentId) => ({ type: 'file' as const, name: 'file', attachmentId }))
    await buildTutorial(site.db, { ...options, ownerId: people.author?.id ?? '', materials })
    for (const [name, person] of Object.entries(people)) {
      const nothing = JSON.stringify(await refusalOf(person, unknown))
      for (const id of ids) {
        const { status } = await ask(person, id)
        if (status !== (seenBy.includes(name) ? 200 : 404)) wrong.push(`${kind}, ${name}: ${status}`)
        if (status !== 200 && JSON.stringify(await refusalOf(person, id)) !== nothing) wrong.push(`${kind}, ${name}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('what only buyers and members may have is not there for others, and of a private video a guest hears nothing', async () => {
  const game = await upload('webgl', build)
  await buildTutorial(site.db, { premium: true, materials: [{ type: 'file', name: 'game', attachmentId: game }] })
  const unknown = newId('attachment')
  for (const person of [site.guest(), await site.user()]) {
    expect(await refusalOf(person, game)).toEqual(await refusalOf(person, unknown))
  }
  expect((await ask(await site.learner({ premium: true }), game)).status).toBe(200)

  const hidden = await upload('video', {
    name: 'secret.mp4',
    videoId: await buildVideo(site, uploader.id, { isPrivate: true }),
  })
  await buildTutorial(site.db, { materials: [{ type: 'file', name: 'film', attachmentId: hidden }] })
  const { media } = (await ask(site.guest(), hidden)).result
  expect(media).toMatchObject({ type: 'videoattachment', title: '', isPrivate: true, playlist: [], downloadUrl: null })
  expect((await ask(await site.user(), hidden)).result.media).toMatchObject({ title: 'secret.mp4', isPrivate: true })
})
