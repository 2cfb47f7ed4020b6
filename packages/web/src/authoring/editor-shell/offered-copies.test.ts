import { emptyTutorial } from '@lantern/contract/authoring/empty-forms.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { autosaveMs } from '#kit/documents/save-rhythm.ts'
import { memoryCopies } from '#kit/documents/testing/memory-copies.ts'
import { draftEditorOn, draftServer, leftBehind, titled } from '../testing/draft-server.ts'
import { sampleForms, step } from '../testing/sample-draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what a closed page left behind is offered, shown, and taken over only when asked', async () => {
  const { server, copies } = await leftBehind('断网时写的')
  const draftEditor = draftEditorOn(server, { copies })
  await draftEditor.lookForCopies()
  expect(draftEditor.state().forms.general.title).toBe('级联阴影贴图')
  expect(draftEditor.state().offer?.forms.general?.title).toBe('断网时写的')
  draftEditor.takeOffer()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.draft.forms.general.title).toBe('断网时写的')
  expect(draftEditor.state()).toMatchObject({ status: 'saved', offer: null })
  expect(copies.kept.size).toBe(0)
})

test('of what a closed page left behind only what was chosen goes to the server', async () => {
  const server = draftServer()
  const copies = memoryCopies()
  const before = draftEditorOn(server, { copies, session: 'before' })
  before.change('general', { ...titled('断网时写的'), isExercise: true })
  await before.keep()
  const draftEditor = draftEditorOn(server, { copies })
  await draftEditor.lookForCopies()
  await draftEditor.takeOffer({ general: { ...sampleForms().general, isExercise: true } })
  await vi.advanceTimersByTimeAsync(0)
  expect(server.draft.forms.general).toEqual({ ...sampleForms().general, isExercise: true })
  expect([draftEditor.state().offer, copies.kept.size]).toEqual([null, 0])
})

test('what was chosen beside a text that somebody else has changed since is not saved over theirs', async () => {
  const { server, copies } = await leftBehind('断网时写的')
  const draftEditor = draftEditorOn(server, { copies })
  await draftEditor.lookForCopies()
  server.write('general', titled('别人刚改的'), 'u_bo')
  // the save of another part brings the news
  draftEditor.change('steps', { ...sampleForms().steps, sections: [step('se_1', '我的步骤')] })
  await draftEditor.takeOffer({ general: titled('断网时写的') })
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(server.draft.forms.general.title).toBe('别人刚改的')
  expect(draftEditor.state()).toMatchObject({ forms: { general: { title: '别人刚改的' } }, status: 'saved' })
  expect(draftEditor.state().offer?.forms.general?.title).toBe('断网时写的')
})

test('a copy of a page that is still open, or that the server has already, is not offered', async () => {
  const server = draftServer()
  const living = new Set(['other-tab'])
  const copies = memoryCopies(living)
  const other = draftEditorOn(server, { copies, session: 'other-tab' })
  other.change('general', titled('另一个标签页'))
  await other.keep()
  const draftEditor = draftEditorOn(server, { copies })
  await draftEditor.lookForCopies()
  expect(draftEditor.state().offer).toBeNull()
  living.clear()
  server.write('general', titled('另一个标签页'))
  const later = draftEditorOn(server, { copies, session: 'later' })
  await later.lookForCopies()
  expect(later.state().offer).toBeNull()
  expect(copies.kept.size).toBe(0)
})

test('a copy that is older than the server becomes a choice between both, not an overwriting', async () => {
  const { server, copies } = await leftBehind('旧的离线修改')
  server.write('general', titled('别人后来的标题'), 'u_bob')
  const draftEditor = draftEditorOn(server, { copies })
  await draftEditor.lookForCopies()
  draftEditor.takeOffer()
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(draftEditor.state().conflict?.parts).toEqual(['general'])
  expect(draftEditor.state().forms.general.title).toBe('旧的离线修改')
  expect(server.draft.forms.general.title).toBe('别人后来的标题')
})

test('what was typed before the offer was taken is not overwritten by it: both are there to choose from', async () => {
  const { server, copies } = await leftBehind('断网时写的')
  const draftEditor = draftEditorOn(server, { copies })
  await draftEditor.lookForCopies()
  draftEditor.change('general', titled('回来后写的'))
  await draftEditor.takeOffer()
  expect(draftEditor.state()).toMatchObject({
    status: 'conflict',
    forms: { general: { title: '断网时写的' } },
    conflict: { parts: ['general'], theirs: { forms: { general: { title: '回来后写的' } } } },
  })
  expect(server.draft.forms.general.title).toBe('回来后写的')
})

test('what was typed and cannot reach the server, or meets somebody else’s text, is not given up for the offer', async () => {
  const { server, copies } = await leftBehind('断网时写的')
  const draftEditor = draftEditorOn(server, { copies })
  await draftEditor.lookForCopies()
  draftEditor.change('general', titled('回来后写的'))
  server.fault = { kind: 'away' }
  await draftEditor.takeOffer()
  expect(draftEditor.state()).toMatchObject({
    forms: { general: { title: '回来后写的' } },
    offer: { keptAt: expect.any(String) },
  })
  server.fault = null
  server.write('general', titled('对方的标题'), 'u_bob')
  await draftEditor.takeOffer()
  expect(draftEditor.state()).toMatchObject({
    status: 'conflict',
    forms: { general: { title: '回来后写的' } },
    conflict: { theirs: { forms: { general: { title: '对方的标题' } } } },
    offer: { forms: { general: { title: '断网时写的' } } },
  })
})

test('dropping the offer forgets it for good', async () => {
  const server = draftServer()
  const copies = memoryCopies()
  const before = draftEditorOn(server, { copies, session: 'gone' })
  before.change('general', titled('不要了'))
  await before.keep()
  const draftEditor = draftEditorOn(server, { copies })
  await draftEditor.lookForCopies()
  await draftEditor.dropOffer()
  expect(copies.kept.size).toBe(0)
  const later = draftEditorOn(server, { copies, session: 'later' })
  await later.lookForCopies()
  expect(later.state().offer).toBeNull()
})

test('what is new has its draft from the first autosave, with every part as it stands, finished or not', async () => {
  const server = draftServer()
  const copies = memoryCopies()
  const draftEditor = draftEditorOn(server, { copies, draft: null, forms: emptyTutorial('u_ada') })
  draftEditor.change('details', { ...emptyTutorial('u_ada').details, hidden: true })
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(server.calls).toEqual(['begin here'])
  expect(server.draft.forms).toMatchObject({ general: { title: '' }, details: { hidden: true } })
  expect(draftEditor.state()).toMatchObject({ status: 'saved', unsaved: [], draft: { id: 'ltu_new' } })
  expect(copies.kept.size).toBe(0)
  draftEditor.change('general', { ...draftEditor.state().forms.general, title: '第一篇' })
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(server.calls).toEqual(['begin here', 'autosave general'])
})

test('a draft whose beginning nobody heard of is not begun twice, and what was typed since is sent after it', async () => {
  const server = draftServer()
  const copies = memoryCopies()
  const draftEditor = draftEditorOn(server, { copies, draft: null, forms: emptyTutorial('u_ada') })
  draftEditor.change('general', { ...emptyTutorial('u_ada').general, title: '一' })
  server.losesAnswer = true
  await draftEditor.flush()
  expect(draftEditor.state()).toMatchObject({ status: 'away', draft: null })
  expect([...copies.kept.values()]).toMatchObject([{ owner: 'u_ada/new', form: { title: '一' } }])
  draftEditor.change('general', { ...emptyTutorial('u_ada').general, title: '一二' })
  expect(await draftEditor.flush()).toBe(true)
  expect(server.calls).toEqual(['begin here', 'begin here', 'autosave general'])
  expect([server.draft.id, server.draft.forms.general.title]).toEqual(['ltu_new', '一二'])
  expect(copies.kept.size).toBe(0)
})

test('what a closed page had begun and never heard of is taken over into the draft that it began', async () => {
  const server = draftServer()
  const copies = memoryCopies()
  const general = { ...emptyTutorial('u_ada').general, title: '一' }
  const before = draftEditorOn(server, { copies, session: 'before', draft: null, forms: emptyTutorial('u_ada') })
  before.change('general', general)
  server.losesAnswer = true
  await before.flush()
  const draftEditor = draftEditorOn(server, { copies, draft: null, forms: emptyTutorial('u_ada') })
  await draftEditor.lookForCopies()
  await draftEditor.takeOffer()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.calls).toEqual(['begin before', 'begin before'])
  expect(draftEditor.state()).toMatchObject({ status: 'saved', draft: { id: 'ltu_new' }, forms: { general } })
})
