import { autosaveDraft, restoreRevision } from '@lantern/contract/authoring/drafts.ts'
import { savePageDraft } from '@lantern/contract/cms/pages.ts'
import { type Group, plainLearner } from '@lantern/contract/roles.ts'
import { expect, test } from 'vitest'
import { draftedTutorial } from '#testing/draft-builder.ts'
import { block, buildPage, pageContent } from '#testing/page-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'] })
const editor = await site.user({ groups: ['learn_admin'] })

const heard: unknown[] = []
site.services.topics.serve({
  tell: (topic, message) => heard.push({ topic, message }),
  recheck: () => undefined,
  onGap: () => undefined,
})

/** What open pages are told of while this is done. */
async function toldOf(act: () => Promise<unknown>) {
  heard.length = 0
  await act()
  await site.services.events.caughtUp()
  return [...heard]
}

const mayFollow = (topic: string, id: string, ...groups: Group[]) =>
  site.services.topics.find(topic)?.mayFollow({ ...plainLearner({ id, name: '' }), groups })

test('every save of a draft is told to its open editors, and one that changed nothing is not', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const data = { ...forms.general, title: '新的标题' }
  const save = (baseVersion: number) =>
    author.call(autosaveDraft, { params: { id }, body: { part: 'general', baseVersion, data } })
  expect(await toldOf(() => save(1))).toEqual([{ topic: `draft/${id}`, message: { type: 'SAVED', version: 2 } }])
  expect(await toldOf(() => save(2))).toEqual([])
  expect(await toldOf(() => author.call(restoreRevision, { params: { id }, body: { version: 1 } }))).toEqual([
    { topic: `draft/${id}`, message: { type: 'SAVED', version: 3 } },
  ])
})

test('a draft is followed by those who may edit it, and by nobody else', async () => {
  const { id } = await draftedTutorial(site.db, author)
  const topic = `draft/${id}`
  expect(await mayFollow(topic, author.id, 'learn_creator')).toBe(true)
  expect(await mayFollow(topic, editor.id, 'learn_admin')).toBe(true)
  expect(await mayFollow(topic, 'u_other', 'learn_creator')).toBe(false)
  expect(await mayFollow(topic, 'u_other')).toBe(false)
  expect(await mayFollow('draft/ltu_none', editor.id, 'learn_admin')).toBe(false)
})

test('a page is told of and followed language by language, by editors alone', async () => {
  const content = (words: string) => pageContent('题', [block('b', 'heading', { value: words })])
  const id = await buildPage(editor, { slug: 'told', texts: { zh_CN: content('零') }, publish: false })
  const topic = `page-draft/${id}/zh_CN`
  const body = { baseVersion: 2, content: content('一'), kind: 'autosave' } as const
  const save = () => editor.call(savePageDraft, { params: { id, locale: 'zh_CN' }, body })
  expect(await toldOf(save)).toEqual([{ topic, message: { type: 'SAVED', version: 3 } }])
  expect(await mayFollow(topic, editor.id, 'learn_admin')).toBe(true)
  expect(await mayFollow(topic, editor.id, 'learn_editor_ja')).toBe(true)
  expect(await mayFollow(topic, author.id, 'learn_creator')).toBe(false)
  expect(await mayFollow(`page-draft/${id}/ja_JP`, editor.id, 'learn_admin')).toBe(false)
})
