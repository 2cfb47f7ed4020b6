import type { SavedDraft } from '@lantern/contract/authoring/drafts.ts'
import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { sameContent } from '@lantern/contract/same-content.ts'
import { vi } from 'vitest'
import type { PartOf, SaveFault } from '#kit/documents/draft-sync-state.ts'
import { memoryCopies } from '#kit/documents/testing/memory-copies.ts'
import { createDraftEditor } from '../editor-shell/draft-editor.ts'
import type { DraftEditorOptions, DraftOf } from '../editor-shell/draft-editor-state.ts'
import type { EditorKind, SaveAnswer } from '../editor-shell/editor-kind.ts'
import { sampleDraft, sampleForms } from './sample-draft.ts'

type Part = PartOf<TutorialForms>

class Refusal extends Error {
  readonly fault: SaveFault
  constructor(fault: SaveFault) {
    super(fault.kind)
    this.fault = fault
  }
}

/** A server with one draft: it counts versions, keeps forms, and answers with a conflict as the real one does. */
export function draftServer(start: DraftOf<TutorialForms> = sampleDraft()) {
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

export type Server = ReturnType<typeof draftServer>

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

export function draftEditorOn(server: Server, change: Partial<DraftEditorOptions<TutorialForms>> = {}) {
  return createDraftEditor<TutorialForms>({
    kind: kindOf(server),
    draft: server.draft,
    forms: server.draft.forms,
    versions: ['3.2', '3.3'],
    campus: false,
    ownerOf: (id) => `u_ada/${id ?? 'new'}`,
    session: 'here',
    copies: null,
    begin: (forms, origin) => server.begin(forms, origin),
    save: ({ part, baseVersion, form }) => server.take('autosave', part, baseVersion, form),
    leave: () => false,
    read: async () => server.draft,
    newest: async () => server.draft.version,
    onNewer: () => undefined,
    faultOf: (error) => (error instanceof Refusal ? error.fault : { kind: 'away' }),
    now: () => new Date(),
    ...change,
  })
}

export const titled = (title: string) => ({ ...sampleForms().general, title })

/** Holds every answer of the server until it is opened. */
export function closeGate(server: Server): () => void {
  const gate = Promise.withResolvers<void>()
  server.gate = gate.promise
  return () => {
    server.gate = null
    gate.resolve()
  }
}

/** A page that was closed before its title reached the server: this device still has it. */
export async function leftBehind(title: string) {
  const server = draftServer()
  const copies = memoryCopies()
  const page = draftEditorOn(server, { copies, session: 'gone' })
  page.change('general', titled(title))
  server.fault = { kind: 'away' }
  await page.keep()
  page.close()
  await vi.advanceTimersByTimeAsync(0)
  server.fault = null
  return { server, copies }
}
