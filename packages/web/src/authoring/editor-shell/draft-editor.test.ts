import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { autosaveMs } from '#kit/documents/save-rhythm.ts'
import { memoryCopies } from '#kit/documents/testing/memory-copies.ts'
import { closeGate, draftEditorOn, draftServer, leftBehind, titled } from '../testing/draft-server.ts'
import { sampleForms, step, text } from '../testing/sample-draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is typed is sent within five seconds, once, with what came meanwhile', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  draftEditor.change('general', titled('一'))
  await vi.advanceTimersByTimeAsync(autosaveMs - 1)
  expect(server.calls).toEqual([])
  draftEditor.change('general', titled('一二'))
  await vi.advanceTimersByTimeAsync(1)
  expect(server.calls).toEqual(['autosave general'])
  expect(server.draft.forms.general.title).toBe('一二')
  expect(draftEditor.state()).toMatchObject({ status: 'saved', unsaved: [] })
  await vi.advanceTimersByTimeAsync(autosaveMs * 3)
  expect(server.calls).toHaveLength(1)
})

test('one request at a time: what is typed while one is under way is neither lost nor sent beside it', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  let open: () => void = () => undefined
  server.gate = new Promise((resolve) => {
    open = resolve
  })
  draftEditor.change('general', titled('一'))
  const first = draftEditor.flush()
  await vi.advanceTimersByTimeAsync(0)
  draftEditor.change('general', titled('一二三'))
  const second = draftEditor.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.calls).toEqual(['autosave general'])
  server.gate = null
  open()
  await Promise.all([first, second])
  expect(server.calls).toEqual(['autosave general', 'autosave general'])
  expect([server.draft.forms.general.title, draftEditor.state().forms.general.title]).toEqual(['一二三', '一二三'])
})

test('without a network the text stays, is kept on the device, and goes out within two seconds of the network, however long that took', async () => {
  const server = draftServer()
  const copies = memoryCopies()
  const draftEditor = draftEditorOn(server, { copies })
  server.fault = { kind: 'away' }
  draftEditor.change('general', titled('离线写的'))
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(draftEditor.state().status).toBe('away')
  expect(draftEditor.state().keptAt).not.toBeNull()
  expect([...copies.kept.values()].map(({ form }) => (form as { title: string }).title)).toEqual(['离线写的'])
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  draftEditor.change('general', titled('离线写的，再写'))
  server.fault = null
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.draft.forms.general.title).toBe('离线写的，再写')
  expect(draftEditor.state()).toMatchObject({ status: 'saved', keptAt: null })
  expect(copies.kept.size).toBe(0)
})

test('a server that is busy is asked less and less often', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  server.fault = { kind: 'away', busy: true }
  draftEditor.change('general', titled('一'))
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(server.calls.length).toBeLessThan(12)
})

test('somebody else saved the same part: nothing is written, both texts are there, and saving waits', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  draftEditor.change('general', titled('我的标题'))
  server.write('general', titled('对方的标题'), 'u_bob')
  await vi.advanceTimersByTimeAsync(autosaveMs)
  const { status, conflict, forms } = draftEditor.state()
  expect(status).toBe('conflict')
  expect(forms.general.title).toBe('我的标题')
  expect(conflict?.parts).toEqual(['general'])
  expect(conflict?.theirs.forms.general.title).toBe('对方的标题')
  expect(conflict?.base?.general.title).toBe('级联阴影贴图')
  const calls = server.calls.length
  draftEditor.change('general', titled('我的标题，再改'))
  await vi.advanceTimersByTimeAsync(autosaveMs * 3)
  expect(server.calls).toHaveLength(calls)
  expect(server.draft.forms.general.title).toBe('对方的标题')
  await draftEditor.resolve({ general: titled('我的标题 / 对方的标题') })
  expect(server.draft.forms.general.title).toBe('我的标题 / 对方的标题')
  expect(draftEditor.state()).toMatchObject({ status: 'saved', conflict: null })
})

test('two people in two parts do not meet: each gets the part of the other', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  server.write('steps', { ...sampleForms().steps, sections: [step('se_9', '对方加的一步')] }, 'u_bob')
  draftEditor.change('general', titled('我的标题'))
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(draftEditor.state()).toMatchObject({ status: 'saved', conflict: null })
  expect(draftEditor.state().forms.steps.sections.map(({ title }) => title)).toEqual(['对方加的一步'])
  expect(server.draft.forms.general.title).toBe('我的标题')
})

test('an editor in which nothing waits shows what somebody else has saved, before its author types', async () => {
  const server = draftServer()
  const heard: unknown[] = []
  const draftEditor = draftEditorOn(server, { onNewer: (by) => heard.push(by?.fullName) })
  server.write('general', titled('对方的标题'), 'u_bob')
  await draftEditor.lookForNewer()
  expect(draftEditor.state()).toMatchObject({
    status: 'saved',
    forms: { general: { title: '对方的标题' } },
    draft: { version: 18 },
  })
  expect(heard).toEqual(['u_bob'])
  await draftEditor.lookForNewer()
  expect(heard).toHaveLength(1)
  // what is typed then is based on it
  draftEditor.change('general', titled('对方的标题，接着写'))
  expect(await draftEditor.flush()).toBe(true)
  expect(draftEditor.state().conflict).toBeNull()
})

test('what waits to be saved is not written over by a newer version: both are there to choose from', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  draftEditor.change('general', titled('我的标题'))
  server.write('general', titled('对方的标题'), 'u_bob')
  await draftEditor.lookForNewer()
  expect(draftEditor.state().forms.general.title).toBe('我的标题')
  await draftEditor.flush()
  expect(draftEditor.state().conflict?.theirs.forms.general.title).toBe('对方的标题')
})

test('both wrote the same: there is nothing to choose', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  draftEditor.change('general', titled('同一个标题'))
  server.write('general', titled('同一个标题'), 'u_bob')
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(draftEditor.state()).toMatchObject({ status: 'saved', conflict: null })
})

test('rights that were lost meanwhile end saving and keep the text, here and on the device', async () => {
  const server = draftServer()
  const copies = memoryCopies()
  const draftEditor = draftEditorOn(server, { copies })
  server.fault = { kind: 'lost' }
  draftEditor.change('general', titled('还没存的'))
  await vi.advanceTimersByTimeAsync(autosaveMs)
  const calls = server.calls.length
  await vi.advanceTimersByTimeAsync(autosaveMs * 20)
  expect(server.calls).toHaveLength(calls)
  expect(draftEditor.state()).toMatchObject({ status: 'lost', forms: { general: { title: '还没存的' } } })
  expect(copies.kept.size).toBe(1)
})

test('a save by hand is skipped when nothing changed since the last one, also after an autosave that was not', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  expect(await draftEditor.save('general')).toBe('unchanged')
  draftEditor.change('general', titled('新标题'))
  await draftEditor.flush()
  expect(await draftEditor.save('general')).toBe('saved')
  expect(await draftEditor.save('general')).toBe('unchanged')
  expect(server.calls).toEqual(['autosave general', 'save general'])
})

test('what is not complete is not saved by hand, shows why, and is kept as it stands', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  draftEditor.change('general', titled(''))
  expect(await draftEditor.save('general')).toBe('invalid')
  expect(draftEditor.state().touched.has('general.title')).toBe(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(server.calls).toEqual(['autosave general'])
  expect(server.draft.forms.general.title).toBe('')
})

test('what the server does not take is said at its field until that field changes, and stays on the screen [CREA-105]', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  server.fault = { kind: 'refused', problem: '不行', details: [{ field: 'title', message: '标题不能这样写' }] }
  draftEditor.change('general', titled('坏标题'))
  expect(await draftEditor.save('general')).toBe('failed')
  expect(draftEditor.state()).toMatchObject({
    status: 'refused',
    problem: '不行',
    refusals: { 'general.title': '标题不能这样写' },
    forms: { general: { title: '坏标题' } },
  })
  draftEditor.change('general', { ...draftEditor.state().forms.general, language: 'en' })
  expect(draftEditor.state().refusals).toEqual({ 'general.title': '标题不能这样写' })
  draftEditor.change('general', titled('好标题'))
  expect(draftEditor.state().refusals).toEqual({})
})

test('what a save by hand was refused for stays marked when it is kept as it stands, until it is saved by hand', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  server.fault = { kind: 'refused', problem: '不行', details: [{ field: 'language', message: '这种语言已有译文' }] }
  draftEditor.change('general', titled('新标题'))
  expect(await draftEditor.save('general')).toBe('failed')
  server.fault = null
  expect(await draftEditor.flush()).toBe(true)
  expect(draftEditor.state()).toMatchObject({ status: 'saved', refusals: { 'general.language': '这种语言已有译文' } })
  expect(await draftEditor.save('general')).toBe('saved')
  expect(draftEditor.state().refusals).toEqual({})
})

test('the saved tutorial of the answer replaces the forms that nobody has touched since [CREA-046]', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  const details = { ...sampleForms().details, topicIds: ['lighting', 'shadows'] }
  server.draft = { ...server.draft, forms: { ...server.draft.forms, details } }
  draftEditor.change('steps', { ...sampleForms().steps, sections: [step('se_1', '改过的一步')] })
  draftEditor.change('general', titled('新标题'))
  expect(await draftEditor.save('general')).toBe('saved')
  expect(draftEditor.state().forms.details.topicIds).toEqual(['lighting', 'shadows'])
  // typed here and not sent yet: the answer does not take it away
  expect(draftEditor.state().forms.steps.sections.map(({ title }) => title)).toEqual(['改过的一步'])
  expect(draftEditor.state().unsaved).toEqual(['steps'])
})

test('publishing saves what was not saved by hand first, then publishes [CREA-062]', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  draftEditor.change('steps', { ...sampleForms().steps, sections: [step('se_1', '唯一的一步')] })
  draftEditor.change('general', titled('新标题'))
  expect(draftEditor.unconfirmed()).toEqual(['general', 'steps'])
  expect(await draftEditor.publish()).toBe('saved')
  expect(server.calls).toEqual(['save general', 'save steps', 'publish'])
  expect(draftEditor.state()).toMatchObject({ status: 'saved', draft: { published: true } })
  expect(draftEditor.unconfirmed()).toEqual([])
})

test('nothing is published while the save before it has not succeeded [CREA-119]', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  draftEditor.change('general', titled('新标题'))
  server.fault = { kind: 'away' }
  expect(await draftEditor.publish()).toBe('failed')
  expect(server.calls).toEqual(['save general'])
  server.fault = null
  draftEditor.change('general', titled(''))
  expect(await draftEditor.publish()).toBe('invalid')
  expect(server.calls).not.toContain('publish')
})

test('a restored revision replaces what is on the screen', () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  const forms = sampleForms({ general: { ...titled('以前的'), description: text('以前的简介') } })
  draftEditor.adopt({ ...server.draft, version: 18, forms })
  expect(draftEditor.state()).toMatchObject({ unsaved: [], forms: { general: { title: '以前的' } } })
})

test('an answer that got lost is no conflict with oneself: what was typed since is saved over it', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  server.losesAnswer = true
  draftEditor.change('general', titled('一'))
  expect(await draftEditor.flush()).toBe(false)
  server.fault = { kind: 'away' }
  draftEditor.change('general', titled('一二'))
  expect(await draftEditor.flush()).toBe(false)
  server.fault = null
  draftEditor.change('general', titled('一二三'))
  await vi.advanceTimersByTimeAsync(autosaveMs * 4)
  expect(draftEditor.state()).toMatchObject({
    status: 'saved',
    conflict: null,
    forms: { general: { title: '一二三' } },
  })
  expect(server.draft.forms.general.title).toBe('一二三')
})

test('what is taken back while it is on its way, or while nobody knows whether it came, is not safe before the server has that', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  const before = draftEditor.state().forms.general
  const open = closeGate(server)
  draftEditor.change('general', titled('写错了'))
  void draftEditor.flush()
  await vi.advanceTimersByTimeAsync(0)
  draftEditor.change('general', before)
  expect(draftEditor.state().unsaved).toEqual(['general'])
  open()
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect([server.draft.forms.general.title, draftEditor.state().status]).toEqual([before.title, 'saved'])

  server.losesAnswer = true
  draftEditor.change('general', titled('又写错了'))
  await draftEditor.flush()
  draftEditor.change('general', before)
  expect(draftEditor.state().unsaved).toEqual(['general'])
  await vi.advanceTimersByTimeAsync(autosaveMs * 4)
  expect([server.draft.forms.general.title, draftEditor.state().status]).toEqual([before.title, 'saved'])
})

test('a save by hand that is pressed twice is sent once', async () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  const open = closeGate(server)
  draftEditor.change('general', titled('新标题'))
  const presses = [draftEditor.save('general'), draftEditor.save('general')]
  await vi.advanceTimersByTimeAsync(0)
  open()
  expect(await Promise.all(presses)).toEqual(['saved', 'unchanged'])
  expect(server.calls).toEqual(['save general'])
})

test('typing on while one publishes neither stops it nor gets lost', async () => {
  const server = draftServer()
  // a word more with every request but the publishing itself
  const draftEditor = draftEditorOn(server, {
    save({ part, baseVersion, form }) {
      const answer = server.take('autosave', part, baseVersion, form)
      const { title } = draftEditor.state().forms.general
      if (title.length < 8) draftEditor.change('general', titled(`${title}写`))
      return answer
    },
  })
  draftEditor.change('general', titled('一'))
  const open = closeGate(server)
  const publishing = draftEditor.publish()
  await vi.advanceTimersByTimeAsync(0)
  draftEditor.change('general', titled('一二'))
  open()
  expect(await publishing).toBe('saved')
  expect(server.calls.at(-2)).toBe('autosave general')
  expect(server.draft).toMatchObject({ published: true, forms: { general: draftEditor.state().forms.general } })
  expect(draftEditor.state()).toMatchObject({ status: 'saved', conflict: null, unsaved: [] })
})

test('what is typed while the next page is on its way is sent when the editor closes, and left behind when it cannot be', async () => {
  const server = draftServer()
  const copies = memoryCopies()
  const draftEditor = draftEditorOn(server, { copies })
  draftEditor.change('general', titled('最后几个字'))
  draftEditor.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.draft.forms.general.title).toBe('最后几个字')
  expect(copies.kept.size).toBe(0)
  expect(copies.released).toBe(1)
  await leftBehind('断网时写的').then(({ copies: left }) => expect([left.kept.size, left.released]).toEqual([1, 1]))
})

test('a page that goes hands over what waits, and not what is on its way', async () => {
  const server = draftServer()
  const left: string[] = []
  const draftEditor = draftEditorOn(server, {
    leave({ part, baseVersion, form }) {
      left.push(`${part} ${baseVersion} ${(form as { title?: string }).title ?? ''}`)
      return true
    },
  })
  const open = closeGate(server)
  draftEditor.change('general', titled('一'))
  void draftEditor.flush()
  await vi.advanceTimersByTimeAsync(0)
  draftEditor.leave()
  expect(left).toEqual([])
  draftEditor.change('general', titled('一二'))
  draftEditor.leave()
  draftEditor.leave()
  expect(left).toEqual(['general 15 一二'])
  // it was not left after all, and the server has the one or the other
  server.write('general', titled('一二'))
  open()
  await vi.advanceTimersByTimeAsync(autosaveMs * 2)
  expect(draftEditor.state()).toMatchObject({ status: 'saved', conflict: null, forms: { general: { title: '一二' } } })
})

test('a restored revision does not take away what was typed while it was on its way: both are there to choose from', () => {
  const server = draftServer()
  const draftEditor = draftEditorOn(server)
  draftEditor.change('general', titled('刚写的'))
  const forms = sampleForms({ general: titled('以前的') })
  draftEditor.adopt({
    ...server.draft,
    version: 18,
    partVersions: { ...server.draft.partVersions, general: 18 },
    forms,
  })
  expect(draftEditor.state()).toMatchObject({
    status: 'conflict',
    forms: { general: { title: '刚写的' } },
    conflict: { parts: ['general'], theirs: { forms: { general: { title: '以前的' } } } },
  })
})
