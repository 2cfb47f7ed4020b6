import type { draftOriginal } from '@lantern/contract/authoring/drafts.ts'
import { emptySection, emptyTutorial } from '@lantern/contract/authoring/empty-forms.ts'
import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import type { checkDraft } from '@lantern/contract/authoring/publishing.ts'
import type { ItemAudience } from '@lantern/contract/catalog/audiences.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Session } from '#kit/session.tsx'
import { type FakeCall, fakeServer, show } from '#testing/show.tsx'
import type { DraftOf } from '../editor-shell/draft-editor-state.ts'
import type { EditorData } from '../editor-shell/editor-kind.ts'
import { TutorialEditor } from '../tutorial/tutorial-editor.tsx'
import { sampleData } from './sample-draft.ts'
import { author } from './show-in-editor.tsx'

interface OpenTutorial {
  /** What is different from a draft that could be published. */
  draft?: Partial<DraftOf<TutorialForms>>
  /** A new one, not saved yet. */
  isNew?: boolean
  at?: string
  session?: Session
  campus?: boolean
  /** What it was translated from. */
  original?: ResponseOf<typeof draftOriginal>
}

/** The editor of a tutorial on a server that keeps what it is sent and counts versions as the real one does. */
export function openTutorial({
  draft: change,
  isNew,
  at = '?tab=g',
  session = author,
  campus = false,
  original,
}: OpenTutorial = {}) {
  const data: EditorData<TutorialForms> = sampleData(change)
  const start = data.draft as DraftOf<TutorialForms>
  const server = {
    draft: start,
    copy: null as DraftOf<TutorialForms> | null,
    away: false,
    /** What a look before publishing finds. */
    found: { faults: [], warnings: [] } as ResponseOf<typeof checkDraft>,
    schedule: [] as object[],
    audience: { audience: 'members', classId: null, inPublicSearch: false } as ItemAudience,
    /** What the last form said that it began with. */
    audienceBefore: undefined as ItemAudience | undefined,
    /** What the draft was translated from. */
    original,
    /** Holds the answer to a copy back. */
    copying: Promise.resolve(),
    /** The next call of this path is answered so. */
    refuse: new Map<string, { status: number; body: object }>(),
  }
  const write = (change: Partial<TutorialForms>, by = 'u_ada') => {
    const version = server.draft.version + 1
    const partVersions = { ...server.draft.partVersions }
    for (const part of Object.keys(change)) partVersions[part] = version
    server.draft = {
      ...server.draft,
      version,
      partVersions,
      forms: { ...server.draft.forms, ...change },
      savedAt: '2026-03-02T04:03:00.000Z',
      savedBy: { id: by, fullName: by === 'u_ada' ? '林知远' : '许青禾', avatar: null },
    }
  }
  const saved = () => {
    const { id, slug, version, partVersions, savedAt, savedBy, forms } = server.draft
    return { draft: { id, slug, version, partVersions, savedAt, savedBy }, tutorialData: forms }
  }
  const conflict = () => Response.json({ code: 'draft_conflict', message: '有人先保存了。' }, { status: 409 })
  const isBehind = (part: string, base: unknown) => base !== undefined && base !== server.draft.partVersions[part]
  const part = (name: keyof TutorialForms) => (sent: FakeCall) => {
    const { baseVersion, ...form } = sent.body
    if (isBehind(name, baseVersion)) return conflict()
    write({ [name]: form })
    return saved()
  }
  const autosave = ({ body }: FakeCall) => {
    if (isBehind(String(body.part), body.baseVersion)) return conflict()
    write({ [String(body.part)]: body.data })
    return saved().draft
  }
  const publish = ({ body }: FakeCall) => {
    const { steps, details, baseVersion: _base, revision: _revision, ...general } = body
    write({ general, steps, details } as unknown as TutorialForms)
    server.draft = { ...server.draft, published: true, publishedVersion: server.draft.version }
    return saved()
  }
  const addStep = (type: 'normal' | 'lab' | 'submission') => (sent: FakeCall) => {
    const { baseVersion: _base, ...steps } = sent.body as unknown as TutorialForms['steps'] & { baseVersion: number }
    write({ steps: { ...steps, sections: [...steps.sections, { ...emptySection(type), id: 'se_made' }] } })
    return saved()
  }
  /** Under a name and ids of its own, as the real one makes it. */
  const copy = (forms: TutorialForms) => {
    const sections = forms.steps.sections.map((section) => ({ ...section, id: `${section.id}_copy` }))
    const general = { ...forms.general, title: `${forms.general.title}（副本）` }
    const partVersions = { general: 1, steps: 1, details: 1 }
    const copied = { ...forms, general, steps: { ...forms.steps, sections } }
    server.copy = { ...start, id: 'ltu_copy', version: 1, partVersions, forms: copied }
    return server.copying.then(() => ({ id: 'ltu_copy', type: 'tutorial' }))
  }
  const answers: Record<string, (sent: FakeCall) => object> = {
    '/api/learn/creator/draft/new/tutorial': ({ body }) => {
      const partVersions = { general: 1, steps: 1, details: 1 }
      server.draft = { ...start, version: 1, partVersions, forms: body.forms as TutorialForms }
      return { draft: server.draft }
    },
    '/api/learn/tutorial/ltu_1/general': part('general'),
    '/api/learn/tutorial/ltu_1/steps': part('steps'),
    '/api/learn/tutorial/ltu_1/details': part('details'),
    '/api/learn/tutorial/ltu_1/publish': publish,
    '/api/learn/tutorial/ltu_1/addStep/normal': addStep('normal'),
    '/api/learn/tutorial/ltu_1/addStep/lab': addStep('lab'),
    '/api/learn/tutorial/ltu_1/addStep/submission': addStep('submission'),
    '/api/learn/creator/draft/ltu_1': () => ({ ...data, draft: server.draft }),
    '/api/learn/creator/draft/ltu_1/autosave': autosave,
    '/api/learn/creator/draft/ltu_1/original': () => server.original ?? Response.json({}, { status: 404 }),
    '/api/learn/creator/draft/ltu_1/check': () => server.found,
    '/api/learn/creator/draft/ltu_1/audience': ({ body }) => {
      if (body?.audience) {
        const { before, ...audience } = body as unknown as ItemAudience & { before?: ItemAudience }
        Object.assign(server, { audience, audienceBefore: before })
      }
      const classes = [{ id: 'kl_1', name: '图形一班' }]
      return { audience: server.audience, organisation: { id: 'og_1', name: '引擎学院' }, classes, mayChange: true }
    },
    '/api/learn/creator/draft/ltu_1/schedule': ({ body }) => {
      const { action, timeZone, version } = body ?? {}
      const plan = { id: 'sd_1', action, timeZone, version, at: '2027-05-01T01:00:00.000Z', by: null, failure: null }
      if (action) server.schedule = [plan]
      return { schedule: server.schedule }
    },
    '/api/learn/creator/draft/ltu_1/schedule/cancel': () => {
      server.schedule = []
      return { schedule: [] }
    },
    '/api/learn/creator/draft/ltu_1/revisions': () => ({ results: [], page: 0, pageSize: 4, total: 0 }),
    '/api/learn/creator/draft/ltu_1/copy': ({ body }) => copy(body.forms as TutorialForms),
    '/api/learn/creator/draft/ltu_copy': () => ({ ...data, draft: server.copy }),
    '/api/learn/creator/draft/ltu_copy/autosave': ({ body }) => {
      const version = (server.copy?.version ?? 0) + 1
      const part = String(body.part)
      if (server.copy) {
        const { forms, partVersions } = server.copy
        server.copy = {
          ...server.copy,
          version,
          partVersions: { ...partVersions, [part]: version },
          forms: { ...forms, [part]: body.data },
        }
      }
      return server.copy ?? {}
    },
  }
  const guarded = Object.entries(answers).map(([path, answer]) => [
    path,
    (sent: FakeCall) => {
      if (server.away) throw new TypeError('network')
      const refusal = server.refuse.get(path)
      if (!refusal) return answer(sent)
      server.refuse.delete(path)
      return Response.json(refusal.body, { status: refusal.status })
    },
  ])
  const calls = fakeServer(Object.fromEntries(guarded))
  const begun = isNew ? { ...data, editor: 'new', draft: null, forms: emptyTutorial('u_ada') } : data
  const page = show(<TutorialEditor data={begun} campus={campus} />, session, {
    at: `/tutorial/${isNew ? '0/new' : 'ltu_1/edit'}${at}`,
  })
  return {
    ...page,
    server,
    write,
    /** Paths of writing requests, in order. */
    sent: () =>
      calls
        .map(({ path }) => path)
        .filter((path) => !/\/(revisions|check|original)$/.test(path) && path !== '/api/learn/creator/draft/ltu_1'),
    bodies: (path: string) => calls.filter((one) => one.path === path).map(({ body }) => body),
    queries: (path: string) => calls.filter((one) => one.path === path).map(({ query }) => query),
  }
}

export const paths = {
  general: '/api/learn/tutorial/ltu_1/general',
  steps: '/api/learn/tutorial/ltu_1/steps',
  details: '/api/learn/tutorial/ltu_1/details',
  publish: '/api/learn/tutorial/ltu_1/publish',
  autosave: '/api/learn/creator/draft/ltu_1/autosave',
}
