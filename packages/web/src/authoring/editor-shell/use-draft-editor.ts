import type {
  autosaveDraft,
  beginDraft,
  DraftReferences,
  getDraft,
  listRevisions,
} from '@lantern/contract/authoring/drafts.ts'
import type { AnyForms, DraftPart } from '@lantern/contract/authoring/forms.ts'
import type { draftTopic } from '@lantern/contract/authoring/topics.ts'
import { call, sendOnLeave } from '#kit/call.ts'
import { type CommonOptions, mayOutlive, type OpenEditor, useDraftSync } from '#kit/documents/use-draft-sync.ts'
import { createDraftEditor } from './draft-editor.ts'
import type { DraftEditor, DraftOf } from './draft-editor-state.ts'
import type { EditorData, EditorKind } from './editor-kind.ts'

/** The editor of one draft as long as its page stands. */
export function useDraftEditor<Forms extends AnyForms>(
  kind: EditorKind<Forms>,
  data: EditorData<Forms>,
  campus: boolean,
  /** Names of what another editor's text refers to. */
  onReferences: (found: DraftReferences) => void,
): OpenEditor<DraftEditor<Forms>> {
  const create = ({ session, person, ...common }: CommonOptions) =>
    createDraftEditor<Forms>({
      ...common,
      session,
      kind,
      campus,
      draft: data.draft,
      forms: data.draft?.forms ?? data.forms,
      versions: data.versions.map(({ id }) => id),
      ownerOf: (id) => `${person}/${id ?? `new-${campus ? 'campus-' : ''}${kind.type}`}`,
      async begin(forms, origin) {
        const { draft } = await call<typeof beginDraft>(
          'POST /api/learn/creator/draft/new/:type',
          { params: { type: kind.type }, body: { campus, forms, origin } },
          { keepalive: mayOutlive(forms) },
        )
        return draft as unknown as DraftOf<Forms>
      },
      // the forms of a type have its parts and nothing else
      save: ({ id, part, baseVersion, form }) =>
        call<typeof autosaveDraft>(
          'POST /api/learn/creator/draft/:id/autosave',
          { params: { id }, body: { part: part as DraftPart, baseVersion, data: form, origin: session } },
          { keepalive: mayOutlive(form) },
        ),
      leave: ({ id, part, baseVersion, form }) =>
        sendOnLeave<typeof autosaveDraft>(
          'POST /api/learn/creator/draft/:id/autosave',
          { part: part as DraftPart, baseVersion, data: form, origin: session },
          { id },
        ),
      async read(id) {
        const { draft, references } = await call<typeof getDraft>('GET /api/learn/creator/draft/:id', {
          params: { id },
        })
        onReferences(references)
        // the forms of a draft are those of its type, and the type of an item never changes
        return draft as unknown as DraftOf<Forms>
      },
      async newest(id) {
        const { results } = await call<typeof listRevisions>('GET /api/learn/creator/draft/:id/revisions', {
          params: { id },
          query: { pageSize: 1 },
        })
        return results[0]?.version ?? 0
      },
    })
  return useDraftSync(create, topic)
}

const topic = {
  pattern: 'draft/:draftId' satisfies (typeof draftTopic)['pattern'],
  paramsOf: (draftId: string) => ({ draftId }),
}
