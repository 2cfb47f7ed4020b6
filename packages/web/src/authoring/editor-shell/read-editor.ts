import type { getDraft, getNewDraft } from '@lantern/contract/authoring/drafts.ts'
import type { EditedType } from '@lantern/contract/authoring/forms.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import type { Call } from '#kit/request.ts'
import type { EditorData } from './editor-kind.ts'

/** What an editor begins with: the draft, or what a new one of the type holds. Null where the id is of another type. */
export async function readEditor(
  call: Call,
  { type, id, campus, language }: { type: EditedType; id: string; campus: boolean; language: ContentLanguage },
): Promise<EditorData | null> {
  if (id === '0') {
    const { forms, references, versions } = await call<typeof getNewDraft>('GET /api/learn/creator/draft/new/:type', {
      params: { type },
      query: { campus, language },
    })
    return { editor: newId('session'), draft: null, forms, references, versions }
  }
  const { draft, references, versions } = await call<typeof getDraft>('GET /api/learn/creator/draft/:id', {
    params: { id },
  })
  return draft.type === type ? { editor: draft.id, draft, forms: draft.forms, references, versions } : null
}
