import type { SavedDraft } from '@lantern/contract/authoring/drafts.ts'
import { emptyTutorial } from '@lantern/contract/authoring/empty-forms.ts'
import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryCopies } from '../testing/memory-copies.ts'
import { sampleDraft, sampleForms, step, text } from '../testing/sample-draft.ts'
import { createDesk } from './desk.ts'
import type { DeskOptions, DraftOf, SaveFault } from './desk-state.ts'
import type { EditorKind, PartOf, SaveAnswer } from './editor-kind.ts'
import { sameContent } from './same-content.ts'
import { autosaveMs } from './save-rhythm.ts'

type Part = PartOf<TutorialForms>

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

class Refusal extends Error {
  readonly fault: SaveFault
  constructor(fault: SaveFault) {
    super(fault.kind)
    this.fault = fault
  }
}

/** A server with one draft: it counts versions, keeps forms, and answers with a conflict as the real one does. */
function fakeServer(start: DraftOf<TutorialForms> = sampleDraft()) {
  const server = {
    draft: start,
    calls: [] as string[],
    /** Thrown by the next calls while it is set. */
    fault: null as SaveFault | null,
    /** The next request is taken, and its answer gets lost. */
    losesAnswer: false,
    /** Holds answers back while it is set. */
    gate: null as Promise<void> | null,
    write(part: Part, form: TutorialForms[Part], by = 'u_ada') {
      const version = server.draft.version + 1
      server.draft = {
        ...server.draft,
        version,
        partVersions: { ...server.draft.partVersions, [part]: version },
        forms: { ...server.draft.forms, [part]: form },
        savedBy: { id: by, fullName: by, avatar: null },
      }
    },
    /** The draft that an editor has begun, by its name. */
    begun: new Map<string, DraftOf<TutorialForms>>(),
    async begin(forms: TutorialForms, origin: string): Promise<DraftOf<TutorialForms>> {
      server.calls.push(`begin ${origin}`)
      if (server.fault) throw new Refusal(server.fault)
      if (!server.begun.has(origin)) {
        server.draft = sampleDraft({
          id: 'ltu_new',
          version: 1,
          partVersions: { general: 1, steps: 1, details: 1 },
          forms,
        })
      }
      server.begun.set(origin, server.draft)
      if (server.losesAnswer) {
        server.losesAnswer = false
        throw new Refusal({ kind: 'away' })
      }
      return server.draft
    },
    async take(name: string, part: Part, base: number | undefined, form: TutorialForms[Part]): Promise<SavedDraft> {
      server.calls.push(`${name} ${part}`)
      await server.gate
      if (server.fault) throw new Refusal(server.fault)
      if (base !== undefined && base !== server.draft.partVersions[part]) throw new Refusal({ kind: 'conflict' })
      if (!sameContent(form, server.draft.forms[part])) server.write(part, form)
      if (server.losesAnswer) {
        server.losesAnswer = false
        throw new Refusal({ kind: 'away' })
      }
      const { id, slug, version, partVersions, savedAt, savedBy } = server.draft
      return { id, slug, version, partVersions, savedAt, savedBy }
    },
  }
  return server
}

type Server = ReturnType<typeof fakeServer>

function kindOf(server: Server): EditorKind<TutorialForms> {
  const answer = (draft: SavedDraft): SaveAnswer<TutorialForms> => ({ draft, forms: server.draft.forms })
  return {
    type: 'tutorial',
    parts: [
      { part: 'general', tab: 'g', label: 'authoring.tab_general' },
      { part: 'steps', tab: 's', label: 'authoring.tab_steps' },
      { part: 'details', tab: 'd', label: 'authoring.tab_details' },
    ],
    isSame: (part, one, other) => sameContent(one[part], other[part]),
    faults: (part, { general }) =>
      part === 'general' && general.title === '' ? [{ field: 'title', key: 'error_isRequired', missing: true }] : [],
    save: async (part, { forms, baseVersion }) => answer(await server.take('save', part, baseVersion, forms[part])),
    async publish({ forms }) {
      server.calls.push('publish')
      if (server.fault) throw new Refusal(server.fault)
      for (const part of ['general', 'steps', 'details'] as const) {
        if (!sameContent(forms[part], server.draft.forms[part])) server.write(part, forms[part])
      }
      server.draft = { ...server.draft, published: true, publishedVersion: server.draft.version }
      return answer(server.draft)
    },
  }
}

function deskOn(server: Server, change: Partial<DeskOptions<TutorialForms>> = {}) {
  return createDesk<TutorialForms>({
    kind: kindOf(server),
    draft: server.draft,
    forms: server.draft.forms,
    versions: ['3.2', '3.3'],
    campus: false,
    ownerOf: (id) => `u_ada/${id ?? 'new'}`,
    session: 'here',
    copies: null,
    begin: (forms, origin) => server.begin(forms, origin),
    autosave: (_id, part, base, form) => server.take('autosave', part, base, form as TutorialForms[Part]),
    leave: () => false,
    read: async () => server.draft,
    newest: async () => server.draft.version,
    onNewer: () => undefined,
    faultOf: (error) => (error instanceof Refusal ? error.fault : { kind: 'away' }),
    now: () => new Date(),
    ...change,
  })
}

const titled = (title: string) => ({ ...sampleForms().general, title })

test('what is typed is sent within five seconds, once, with what came meanwhile', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  desk.change('general', titled('一'))
  await vi.advanceTimersByTimeAsync(autosaveMs - 1)
  expect(server.calls).toEqual([])
  desk.change('general', titled('一二'))
  await vi.advanceTimersByTimeAsync(1)
  expect(server.calls).toEqual(['autosave general'])
  expect(server.draft.forms.general.title).toBe('一二')
  expect(desk.state()).toMatchObject({ status: 'saved', unsaved: [] })
  await vi.advanceTimersByTimeAsync(autosaveMs * 3)
  expect(server.calls).toHaveLength(1)
})

test('one request at a time: what is typed while one is under way is neither lost nor sent beside it', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  let open: () => void = () => undefined
  server.gate = new Promise((resolve) => {
    open = resolve
  })
  desk.change('general', titled('一'))
  const first = desk.flush()
  await vi.advanceTimersByTimeAsync(0)
  desk.change('general', titled('一二三'))
  const second = desk.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.calls).toEqual(['autosave general'])
  server.gate = null
  open()
  await Promise.all([first, second])
  expect(server.calls).toEqual(['autosave general', 'autosave general'])
  expect([server.draft.forms.general.title, desk.state().forms.general.title]).toEqual(['一二三', '一二三'])
})

test('without a network the text stays, is kept on the device, and goes out within two seconds of the network, however long that took', async () => {
  const server = fakeServer()
  const copies = memoryCopies()
  const desk = deskOn(server, { copies })
  server.fault = { kind: 'away' }
  desk.change('general', titled('离线写的'))
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(desk.state().status).toBe('away')
  expect(desk.state().keptAt).not.toBeNull()
  expect([...copies.kept.values()].map(({ form }) => (form as { title: string }).title)).toEqual(['离线写的'])
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  desk.change('general', titled('离线写的，再写'))
  server.fault = null
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.draft.forms.general.title).toBe('离线写的，再写')
  expect(desk.state()).toMatchObject({ status: 'saved', keptAt: null })
  expect(copies.kept.size).toBe(0)
})

test('a server that is busy is asked less and less often', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  server.fault = { kind: 'away', busy: true }
  desk.change('general', titled('一'))
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(server.calls.length).toBeLessThan(12)
})

test('somebody else saved the same part: nothing is written, both texts are there, and saving waits', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  desk.change('general', titled('我的标题'))
  server.write('general', titled('对方的标题'), 'u_bob')
  await vi.advanceTimersByTimeAsync(autosaveMs)
  const { status, conflict, forms } = desk.state()
  expect(status).toBe('conflict')
  expect(forms.general.title).toBe('我的标题')
  expect(conflict?.parts).toEqual(['general'])
  expect(conflict?.theirs.forms.general.title).toBe('对方的标题')
  expect(conflict?.base?.general.title).toBe('级联阴影贴图')
  const calls = server.calls.length
  desk.change('general', titled('我的标题，再改'))
  await vi.advanceTimersByTimeAsync(autosaveMs * 3)
  expect(server.calls).toHaveLength(calls)
  expect(server.draft.forms.general.title).toBe('对方的标题')
  await desk.resolve({ general: titled('我的标题 / 对方的标题') })
  expect(server.draft.forms.general.title).toBe('我的标题 / 对方的标题')
  expect(desk.state()).toMatchObject({ status: 'saved', conflict: null })
})

test('two people in two parts do not meet: each gets the part of the other', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  server.write('steps', { ...sampleForms().steps, sections: [step('se_9', '对方加的一步')] }, 'u_bob')
  desk.change('general', titled('我的标题'))
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(desk.state()).toMatchObject({ status: 'saved', conflict: null })
  expect(desk.state().forms.steps.sections.map(({ title }) => title)).toEqual(['对方加的一步'])
  expect(server.draft.forms.general.title).toBe('我的标题')
})

test('an editor in which nothing waits shows what somebody else has saved, before its author types', async () => {
  const server = fakeServer()
  const heard: unknown[] = []
  const desk = deskOn(server, { onNewer: (by) => heard.push(by?.fullName) })
  server.write('general', titled('对方的标题'), 'u_bob')
  await desk.lookForNewer()
  expect(desk.state()).toMatchObject({
    status: 'saved',
    forms: { general: { title: '对方的标题' } },
    draft: { version: 18 },
  })
  expect(heard).toEqual(['u_bob'])
  await desk.lookForNewer()
  expect(heard).toHaveLength(1)
  // what is typed then is based on it
  desk.change('general', titled('对方的标题，接着写'))
  expect(await desk.flush()).toBe(true)
  expect(desk.state().conflict).toBeNull()
})

test('what waits to be saved is not written over by a newer version: both are there to choose from', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  desk.change('general', titled('我的标题'))
  server.write('general', titled('对方的标题'), 'u_bob')
  await desk.lookForNewer()
  expect(desk.state().forms.general.title).toBe('我的标题')
  await desk.flush()
  expect(desk.state().conflict?.theirs.forms.general.title).toBe('对方的标题')
})

test('both wrote the same: there is nothing to choose', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  desk.change('general', titled('同一个标题'))
  server.write('general', titled('同一个标题'), 'u_bob')
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(desk.state()).toMatchObject({ status: 'saved', conflict: null })
})

test('rights that were lost meanwhile end saving and keep the text, here and on the device', async () => {
  const server = fakeServer()
  const copies = memoryCopies()
  const desk = deskOn(server, { copies })
  server.fault = { kind: 'lost' }
  desk.change('general', titled('还没存的'))
  await vi.advanceTimersByTimeAsync(autosaveMs)
  const calls = server.calls.length
  await vi.advanceTimersByTimeAsync(autosaveMs * 20)
  expect(server.calls).toHaveLength(calls)
  expect(desk.state()).toMatchObject({ status: 'lost', forms: { general: { title: '还没存的' } } })
  expect(copies.kept.size).toBe(1)
})

test('a save by hand is skipped when nothing changed since the last one, also after an autosave that was not', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  expect(await desk.save('general')).toBe('unchanged')
  desk.change('general', titled('新标题'))
  await desk.flush()
  expect(await desk.save('general')).toBe('saved')
  expect(await desk.save('general')).toBe('unchanged')
  expect(server.calls).toEqual(['autosave general', 'save general'])
})

test('what is not complete is not saved by hand, shows why, and is kept as it stands', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  desk.change('general', titled(''))
  expect(await desk.save('general')).toBe('invalid')
  expect(desk.state().touched.has('general.title')).toBe(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(server.calls).toEqual(['autosave general'])
  expect(server.draft.forms.general.title).toBe('')
})

test('what the server does not take is said at its field until that field changes, and stays on the screen [CREA-105]', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  server.fault = { kind: 'refused', problem: '不行', details: [{ field: 'title', message: '标题不能这样写' }] }
  desk.change('general', titled('坏标题'))
  expect(await desk.save('general')).toBe('failed')
  expect(desk.state()).toMatchObject({
    status: 'refused',
    problem: '不行',
    refusals: { 'general.title': '标题不能这样写' },
    forms: { general: { title: '坏标题' } },
  })
  desk.change('general', { ...desk.state().forms.general, language: 'en' })
  expect(desk.state().refusals).toEqual({ 'general.title': '标题不能这样写' })
  desk.change('general', titled('好标题'))
  expect(desk.state().refusals).toEqual({})
})

test('what a save by hand was refused for stays marked when it is kept as it stands, until it is saved by hand', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  server.fault = { kind: 'refused', problem: '不行', details: [{ field: 'language', message: '这种语言已有译文' }] }
  desk.change('general', titled('新标题'))
  expect(await desk.save('general')).toBe('failed')
  server.fault = null
  expect(await desk.flush()).toBe(true)
  expect(desk.state()).toMatchObject({ status: 'saved', refusals: { 'general.language': '这种语言已有译文' } })
  expect(await desk.save('general')).toBe('saved')
  expect(desk.state().refusals).toEqual({})
})

test('the saved tutorial of the answer replaces the forms that nobody has touched since [CREA-046]', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  const details = { ...sampleForms().details, topicIds: ['lighting', 'shadows'] }
  server.draft = { ...server.draft, forms: { ...server.draft.forms, details } }
  desk.change('steps', { ...sampleForms().steps, sections: [step('se_1', '改过的一步')] })
  desk.change('general', titled('新标题'))
  expect(await desk.save('general')).toBe('saved')
  expect(desk.state().forms.details.topicIds).toEqual(['lighting', 'shadows'])
  // typed here and not sent yet: the answer does not take it away
  expect(desk.state().forms.steps.sections.map(({ title }) => title)).toEqual(['改过的一步'])
  expect(desk.state().unsaved).toEqual(['steps'])
})

test('publishing saves what was not saved by hand first, then publishes [CREA-062]', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  desk.change('steps', { ...sampleForms().steps, sections: [step('se_1', '唯一的一步')] })
  desk.change('general', titled('新标题'))
  expect(desk.unconfirmed()).toEqual(['general', 'steps'])
  expect(await desk.publish()).toBe('saved')
  expect(server.calls).toEqual(['save general', 'save steps', 'publish'])
  expect(desk.state()).toMatchObject({ status: 'saved', draft: { published: true } })
  expect(desk.unconfirmed()).toEqual([])
})

test('nothing is published while the save before it has not succeeded [CREA-119]', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  desk.change('general', titled('新标题'))
  server.fault = { kind: 'away' }
  expect(await desk.publish()).toBe('failed')
  expect(server.calls).toEqual(['save general'])
  server.fault = null
  desk.change('general', titled(''))
  expect(await desk.publish()).toBe('invalid')
  expect(server.calls).not.toContain('publish')
})

/** A page that was closed before its title reached the server: this device still has it. */
async function leftBehind(title: string) {
  const server = fakeServer()
  const copies = memoryCopies()
  const page = deskOn(server, { copies, session: 'gone' })
  page.change('general', titled(title))
  server.fault = { kind: 'away' }
  await page.keep()
  page.close()
  await vi.advanceTimersByTimeAsync(0)
  server.fault = null
  return { server, copies }
}

test('what a closed page left behind is offered, shown, and taken over only when asked', async () => {
  const { server, copies } = await leftBehind('断网时写的')
  const desk = deskOn(server, { copies })
  await desk.lookForCopies()
  expect(desk.state().forms.general.title).toBe('级联阴影贴图')
  expect(desk.state().offer?.forms.general?.title).toBe('断网时写的')
  desk.takeOffer()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.draft.forms.general.title).toBe('断网时写的')
  expect(desk.state()).toMatchObject({ status: 'saved', offer: null })
  expect(copies.kept.size).toBe(0)
})

test('of what a closed page left behind only what was chosen goes to the server', async () => {
  const server = fakeServer()
  const copies = memoryCopies()
  const before = deskOn(server, { copies, session: 'before' })
  before.change('general', { ...titled('断网时写的'), isExercise: true })
  await before.keep()
  const desk = deskOn(server, { copies })
  await desk.lookForCopies()
  await desk.takeOffer({ general: { ...sampleForms().general, isExercise: true } })
  await vi.advanceTimersByTimeAsync(0)
  expect(server.draft.forms.general).toEqual({ ...sampleForms().general, isExercise: true })
  expect([desk.state().offer, copies.kept.size]).toEqual([null, 0])
})

test('a copy of a page that is still open, or that the server has already, is not offered', async () => {
  const server = fakeServer()
  const living = new Set(['other-tab'])
  const copies = memoryCopies(living)
  const other = deskOn(server, { copies, session: 'other-tab' })
  other.change('general', titled('另一个标签页'))
  await other.keep()
  const desk = deskOn(server, { copies })
  await desk.lookForCopies()
  expect(desk.state().offer).toBeNull()
  living.clear()
  server.write('general', titled('另一个标签页'))
  const later = deskOn(server, { copies, session: 'later' })
  await later.lookForCopies()
  expect(later.state().offer).toBeNull()
  expect(copies.kept.size).toBe(0)
})

test('a copy that is older than the server becomes a choice between both, not an overwriting', async () => {
  const { server, copies } = await leftBehind('旧的离线修改')
  server.write('general', titled('别人后来的标题'), 'u_bob')
  const desk = deskOn(server, { copies })
  await desk.lookForCopies()
  desk.takeOffer()
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(desk.state().conflict?.parts).toEqual(['general'])
  expect(desk.state().forms.general.title).toBe('旧的离线修改')
  expect(server.draft.forms.general.title).toBe('别人后来的标题')
})

test('what was typed before the offer was taken is not overwritten by it: both are there to choose from', async () => {
  const { server, copies } = await leftBehind('断网时写的')
  const desk = deskOn(server, { copies })
  await desk.lookForCopies()
  desk.change('general', titled('回来后写的'))
  await desk.takeOffer()
  expect(desk.state()).toMatchObject({
    status: 'conflict',
    forms: { general: { title: '断网时写的' } },
    conflict: { parts: ['general'], theirs: { forms: { general: { title: '回来后写的' } } } },
  })
  expect(server.draft.forms.general.title).toBe('回来后写的')
})

test('what was typed and cannot reach the server, or meets somebody else’s text, is not given up for the offer', async () => {
  const { server, copies } = await leftBehind('断网时写的')
  const desk = deskOn(server, { copies })
  await desk.lookForCopies()
  desk.change('general', titled('回来后写的'))
  server.fault = { kind: 'away' }
  await desk.takeOffer()
  expect(desk.state()).toMatchObject({
    forms: { general: { title: '回来后写的' } },
    offer: { keptAt: expect.any(String) },
  })
  server.fault = null
  server.write('general', titled('对方的标题'), 'u_bob')
  await desk.takeOffer()
  expect(desk.state()).toMatchObject({
    status: 'conflict',
    forms: { general: { title: '回来后写的' } },
    conflict: { theirs: { forms: { general: { title: '对方的标题' } } } },
    offer: { forms: { general: { title: '断网时写的' } } },
  })
})

test('dropping the offer forgets it for good', async () => {
  const server = fakeServer()
  const copies = memoryCopies()
  const before = deskOn(server, { copies, session: 'gone' })
  before.change('general', titled('不要了'))
  await before.keep()
  const desk = deskOn(server, { copies })
  await desk.lookForCopies()
  await desk.dropOffer()
  expect(copies.kept.size).toBe(0)
  const later = deskOn(server, { copies, session: 'later' })
  await later.lookForCopies()
  expect(later.state().offer).toBeNull()
})

test('what is new has its draft from the first autosave, with every part as it stands, finished or not', async () => {
  const server = fakeServer()
  const copies = memoryCopies()
  const desk = deskOn(server, { copies, draft: null, forms: emptyTutorial('u_ada') })
  desk.change('details', { ...emptyTutorial('u_ada').details, hidden: true })
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(server.calls).toEqual(['begin here'])
  expect(server.draft.forms).toMatchObject({ general: { title: '' }, details: { hidden: true } })
  expect(desk.state()).toMatchObject({ status: 'saved', unsaved: [], draft: { id: 'ltu_new' } })
  expect(copies.kept.size).toBe(0)
  desk.change('general', { ...desk.state().forms.general, title: '第一篇' })
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect(server.calls).toEqual(['begin here', 'autosave general'])
})

test('a draft whose beginning nobody heard of is not begun twice, and what was typed since is sent after it', async () => {
  const server = fakeServer()
  const copies = memoryCopies()
  const desk = deskOn(server, { copies, draft: null, forms: emptyTutorial('u_ada') })
  desk.change('general', { ...emptyTutorial('u_ada').general, title: '一' })
  server.losesAnswer = true
  await desk.flush()
  expect(desk.state()).toMatchObject({ status: 'away', draft: null })
  expect([...copies.kept.values()]).toMatchObject([{ owner: 'u_ada/new', form: { title: '一' } }])
  desk.change('general', { ...emptyTutorial('u_ada').general, title: '一二' })
  expect(await desk.flush()).toBe(true)
  expect(server.calls).toEqual(['begin here', 'begin here', 'autosave general'])
  expect([server.draft.id, server.draft.forms.general.title]).toEqual(['ltu_new', '一二'])
  expect(copies.kept.size).toBe(0)
})

test('what a closed page had begun and never heard of is taken over into the draft that it began', async () => {
  const server = fakeServer()
  const copies = memoryCopies()
  const general = { ...emptyTutorial('u_ada').general, title: '一' }
  const before = deskOn(server, { copies, session: 'before', draft: null, forms: emptyTutorial('u_ada') })
  before.change('general', general)
  server.losesAnswer = true
  await before.flush()
  const desk = deskOn(server, { copies, draft: null, forms: emptyTutorial('u_ada') })
  await desk.lookForCopies()
  await desk.takeOffer()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.calls).toEqual(['begin before', 'begin before'])
  expect(desk.state()).toMatchObject({ status: 'saved', draft: { id: 'ltu_new' }, forms: { general } })
})

test('a restored revision replaces what is on the screen', () => {
  const server = fakeServer()
  const desk = deskOn(server)
  const forms = sampleForms({ general: { ...titled('以前的'), description: text('以前的简介') } })
  desk.adopt({ ...server.draft, version: 18, forms })
  expect(desk.state()).toMatchObject({ unsaved: [], forms: { general: { title: '以前的' } } })
})

/** Holds every answer of the server until it is opened. */
function closeGate(server: Server): () => void {
  const gate = Promise.withResolvers<void>()
  server.gate = gate.promise
  return () => {
    server.gate = null
    gate.resolve()
  }
}

test('an answer that got lost is no conflict with oneself: what was typed since is saved over it', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  server.losesAnswer = true
  desk.change('general', titled('一'))
  expect(await desk.flush()).toBe(false)
  server.fault = { kind: 'away' }
  desk.change('general', titled('一二'))
  expect(await desk.flush()).toBe(false)
  server.fault = null
  desk.change('general', titled('一二三'))
  await vi.advanceTimersByTimeAsync(autosaveMs * 4)
  expect(desk.state()).toMatchObject({ status: 'saved', conflict: null, forms: { general: { title: '一二三' } } })
  expect(server.draft.forms.general.title).toBe('一二三')
})

test('what is taken back while it is on its way, or while nobody knows whether it came, is not safe before the server has that', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  const before = desk.state().forms.general
  const open = closeGate(server)
  desk.change('general', titled('写错了'))
  void desk.flush()
  await vi.advanceTimersByTimeAsync(0)
  desk.change('general', before)
  expect(desk.state().unsaved).toEqual(['general'])
  open()
  await vi.advanceTimersByTimeAsync(autosaveMs)
  expect([server.draft.forms.general.title, desk.state().status]).toEqual([before.title, 'saved'])

  server.losesAnswer = true
  desk.change('general', titled('又写错了'))
  await desk.flush()
  desk.change('general', before)
  expect(desk.state().unsaved).toEqual(['general'])
  await vi.advanceTimersByTimeAsync(autosaveMs * 4)
  expect([server.draft.forms.general.title, desk.state().status]).toEqual([before.title, 'saved'])
})

test('a save by hand that is pressed twice is sent once', async () => {
  const server = fakeServer()
  const desk = deskOn(server)
  const open = closeGate(server)
  desk.change('general', titled('新标题'))
  const presses = [desk.save('general'), desk.save('general')]
  await vi.advanceTimersByTimeAsync(0)
  open()
  expect(await Promise.all(presses)).toEqual(['saved', 'unchanged'])
  expect(server.calls).toEqual(['save general'])
})

test('typing on while one publishes neither stops it nor gets lost', async () => {
  const server = fakeServer()
  // a word more with every request but the publishing itself
  const desk = deskOn(server, {
    autosave(_id, part, base, form) {
      const answer = server.take('autosave', part, base, form as TutorialForms[Part])
      const { title } = desk.state().forms.general
      if (title.length < 8) desk.change('general', titled(`${title}写`))
      return answer
    },
  })
  desk.change('general', titled('一'))
  const open = closeGate(server)
  const publishing = desk.publish()
  await vi.advanceTimersByTimeAsync(0)
  desk.change('general', titled('一二'))
  open()
  expect(await publishing).toBe('saved')
  expect(server.calls.at(-2)).toBe('autosave general')
  expect(server.draft).toMatchObject({ published: true, forms: { general: desk.state().forms.general } })
  expect(desk.state()).toMatchObject({ status: 'saved', conflict: null, unsaved: [] })
})

test('what is typed while the next page is on its way is sent when the desk closes, and left behind when it cannot be', async () => {
  const server = fakeServer()
  const copies = memoryCopies()
  const desk = deskOn(server, { copies })
  desk.change('general', titled('最后几个字'))
  desk.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.draft.forms.general.title).toBe('最后几个字')
  expect(copies.kept.size).toBe(0)
  expect(copies.released).toBe(1)
  await leftBehind('断网时写的').then(({ copies: left }) => expect([left.kept.size, left.released]).toEqual([1, 1]))
})

test('a page that goes hands over what waits, and not what is on its way', async () => {
  const server = fakeServer()
  const left: string[] = []
  const desk = deskOn(server, {
    leave(_id, part, base, form) {
      left.push(`${part} ${base} ${(form as { title?: string }).title ?? ''}`)
      return true
    },
  })
  const open = closeGate(server)
  desk.change('general', titled('一'))
  void desk.flush()
  await vi.advanceTimersByTimeAsync(0)
  desk.leave()
  expect(left).toEqual([])
  desk.change('general', titled('一二'))
  desk.leave()
  desk.leave()
  expect(left).toEqual(['general 15 一二'])
  // it was not left after all, and the server has the one or the other
  server.write('general', titled('一二'))
  open()
  await vi.advanceTimersByTimeAsync(autosaveMs * 2)
  expect(desk.state()).toMatchObject({ status: 'saved', conflict: null, forms: { general: { title: '一二' } } })
})

test('a restored revision does not take away what was typed while it was on its way: both are there to choose from', () => {
  const server = fakeServer()
  const desk = deskOn(server)
  desk.change('general', titled('刚写的'))
  const forms = sampleForms({ general: titled('以前的') })
  desk.adopt({ ...server.draft, version: 18, partVersions: { ...server.draft.partVersions, general: 18 }, forms })
  expect(desk.state()).toMatchObject({
    status: 'conflict',
    forms: { general: { title: '刚写的' } },
    conflict: { parts: ['general'], theirs: { forms: { general: { title: '以前的' } } } },
  })
})
