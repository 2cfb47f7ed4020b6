import { publishPage, savePageDraft, unpublishPage } from '@lantern/contract/cms/pages.ts'
import { getMedia } from '@lantern/contract/media/videos.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { block, buildPage, pageContent } from '#testing/page-builder.ts'
import { testSite } from '#testing/site.ts'
import { buildVideo } from '#testing/video-files.ts'

const site = await testSite()
const guest = site.guest()
const editor = await site.user({ groups: ['learn_editor'] })
const locale = 'zh_CN'

async function watch(id: string) {
  return guest.call(getMedia, { params: { id } })
}

function contentWith(id: string) {
  return pageContent('看', [block('film', 'media', { type: 'video', source: id })])
}

test('a video on a page of editors is for visitors while the page is published with it', async () => {
  const id = await buildVideo(site, editor.id)
  const pageId = await buildPage(editor, { slug: 'film', texts: { [locale]: contentWith(id) }, publish: false })
  const params = { id: pageId, locale } as const
  expect((await watch(id)).status).toBe(404)

  const { result } = await editor.call(publishPage, { params, body: { version: 2 } })
  expect(result).toMatchObject({ publishedVersion: 2 })
  expect((await watch(id)).status).toBe(200)

  // what only a draft shows is nobody's but its editors'
  const other = await buildVideo(site, editor.id)
  await editor.call(savePageDraft, { params, body: { baseVersion: 2, content: contentWith(other), kind: 'save' } })
  expect((await watch(other)).status).toBe(404)
  expect((await watch(id)).status).toBe(200)

  await editor.call(unpublishPage, { params })
  expect((await watch(id)).status).toBe(404)
})

test('a page opens what it shows alone, and a private video to nobody without an account', async () => {
  const paid = await buildVideo(site, editor.id)
  await buildTutorial(site.db, { premium: true, steps: [{ html: `<figure data-video="${paid}"></figure>` }] })
  const hidden = await buildVideo(site, editor.id, { isPrivate: true })
  const texts = { [locale]: contentWith(hidden) }
  await buildPage(editor, { slug: 'private-film', texts, publish: true })
  expect((await watch(paid)).status).toBe(404)
  const { result } = await watch(hidden)
  expect(result.media).toMatchObject({ isPrivate: true })
  expect(JSON.stringify(result)).not.toContain(`/media/videos/${hidden}`)
})
