import type { Draft, DraftReferences } from '@lantern/contract/authoring/drafts.ts'
import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import { type ReactNode, useCallback, useState } from 'react'
import { faultOfCall } from '#kit/documents/fault-of-call.ts'
import { guestSession, type Session } from '#kit/session.tsx'
import { samplePerson } from '#testing/samples.ts'
import { show } from '#testing/show.tsx'
import { createDraftEditor } from '../editor-shell/draft-editor.ts'
import type { DraftEditor } from '../editor-shell/draft-editor-state.ts'
import type { EditorKind } from '../editor-shell/editor-kind.ts'
import { type EditorTools, EditorToolsContext } from '../editor-shell/editor-tools.tsx'
import { withReferences } from '../editor-shell/references.ts'

const nobody: DraftReferences = {
  items: {},
  users: { u_ada: { id: 'u_ada', fullName: '林知远', avatar: null } },
  tags: {},
  packages: {},
  images: {},
  videos: {},
  attachments: {},
}

export const author: Session = { ...guestSession(), user: samplePerson(), groups: ['learn_creator'] }

interface ShownInEditor<Forms extends AnyForms> {
  kind: EditorKind<Forms>
  forms: Forms
  references?: Partial<DraftReferences>
  campus?: boolean
  session?: Session
  /** Nothing can be saved. */
  isAway?: boolean
  /** What it is a translation of. */
  source?: Draft['source']
}

/** Shows panels of an editor with the editor of a draft that exists; what is kept by itself needs no server. */
export function showInEditor<Forms extends AnyForms>(
  panels: ReactNode,
  { kind, forms, references, campus = false, session = author, isAway = false, source = null }: ShownInEditor<Forms>,
): DraftEditor<Forms> {
  const draft = {
    id: 'lxx_1',
    type: kind.type,
    slug: 'lxx_1',
    learnOptionType: 'other' as const,
    organisationId: null,
    published: false,
    version: 1,
    partVersions: { general: 1 },
    publishedVersion: null,
    savedAt: '2026-03-01T04:03:00.000Z',
    savedBy: null,
    source,
    forms,
  }
  const draftEditor = createDraftEditor<Forms>({
    kind,
    draft,
    forms,
    campus,
    versions: versions.map(({ id }) => id),
    ownerOf: () => 'u_ada/lxx_1',
    session: 'page',
    copies: null,
    begin: () => Promise.reject(new Error('it is there')),
    async save({ id, part }) {
      if (isAway) throw new TypeError('network')
      return { ...kept, id, partVersions: { [part]: 2 } }
    },
    leave: () => false,
    read: () => Promise.reject(new Error('nobody else is here')),
    newest: () => Promise.resolve(1),
    onNewer: () => undefined,
    faultOf: (error) => faultOfCall(error, (key) => key),
    now: () => new Date('2026-03-01T04:03:00.000Z'),
  })
  show(
    <Stand
      draftEditor={draftEditor as unknown as DraftEditor<AnyForms>}
      kind={kind as unknown as EditorKind}
      campus={campus}
      known={references}
    >
      {panels}
    </Stand>,
    session,
  )
  return draftEditor
}

const kept = { slug: 'lxx_1', version: 2, savedAt: '2026-03-01T04:03:00.000Z', savedBy: null }

const versions = ['2.1', '2.2', '3.0'].map((id) => ({ id, disabled: false }))

type StandProps = {
  draftEditor: DraftEditor<AnyForms>
  kind: EditorKind
  campus: boolean
  known: Partial<DraftReferences> | undefined
  children: ReactNode
}

function Stand({ draftEditor, kind, campus, known, children }: StandProps) {
  const [references, setReferences] = useState<DraftReferences>({ ...nobody, ...known })
  const addReferences = useCallback(
    (found: Partial<DraftReferences>) => setReferences((now) => withReferences(now, found)),
    [],
  )
  const context: EditorTools = {
    kind,
    draftEditor,
    campus,
    references,
    addReferences,
    versions,
    say: () => undefined,
    save: (part) => draftEditor.save(part),
    saveAtOnce: (part) => draftEditor.saveAtOnce(part),
    open: () => Promise.resolve(),
    showRevisions: () => undefined,
    goTo: () => undefined,
    wanted: null,
  }
  return <EditorToolsContext value={context}>{children}</EditorToolsContext>
}
