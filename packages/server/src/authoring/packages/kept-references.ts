import type {
  AnyForms,
  LiveSessionForms,
  OutlineForms,
  QuizForms,
  TutorialForms,
} from '@lantern/contract/authoring/forms.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { readReference } from '#catalog/index.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { missingIds, unknownItems } from '../publishing/check-references.ts'

export interface FoundNote {
  code: string
  detail: string
}

/** Forms without what they name and this site has not; each of these is noted. */
export async function keptReferences(
  db: Db | Trx,
  viewer: SignedIn,
  itemId: string,
  forms: AnyForms,
  inside: ReadonlySet<string>,
): Promise<{ forms: AnyForms; notes: FoundNote[] }> {
  const notes: FoundNote[] = []
  const keep = async (kind: 'tags' | 'packages' | 'items', ids: readonly string[]): Promise<string[]> => {
    const outside = ids.filter((id) => !inside.has(id))
    const missing = new Set(
      kind === 'items' ? await unknownItems(db, viewer, itemId, outside) : await missingIds(db, kind, outside),
    )
    for (const id of missing) notes.push({ code: `${kind}_unknown`, detail: id })
    return ids.filter((id) => !missing.has(id))
  }
  const { versions } = await readReference(db)
  const details: Record<string, unknown> = { ...forms.details }
  const kinds = {
    tagIds: 'tags',
    topicIds: 'tags',
    industryIds: 'tags',
    packageIds: 'packages',
    prerequisites: 'items',
  } as const
  for (const [field, kind] of Object.entries(kinds)) {
    const ids = details[field]
    if (Array.isArray(ids)) details[field] = await keep(kind, ids)
  }
  const asset = (forms as TutorialForms).details.asset
  if (asset) details.asset = { ...asset, packageIds: await keep('packages', asset.packageIds) }
  const kept = { ...forms, details } as Record<string, unknown>

  for (const part of ['steps', 'questions', 'contents'] as const) {
    const form = (forms as unknown as Record<string, Partial<QuizForms['questions']> | undefined>)[part]
    // a live session is for no version
    if (!form?.unityVersionRange) continue
    const { minVersionId, maxVersionId } = form.unityVersionRange
    const unknown = [minVersionId, maxVersionId].filter((id): id is string => id !== null && !versions.includes(id))
    for (const id of unknown) notes.push({ code: 'versions_unknown', detail: id })
    if (unknown.length > 0)
      kept[part] = { ...form, unityVersionRange: { minVersionId: null, maxVersionId: null, withAll: true } }
  }
  if ('contents' in forms) {
    const contents = (kept.contents ?? forms.contents) as OutlineForms['contents'] | LiveSessionForms['contents']
    const ids = await keep('items', contents.contentIds)
    kept.contents = {
      ...contents,
      contentIds: ids,
      ...('contents' in contents && { contents: contents.contents.filter(({ id }) => ids.includes(id)) }),
    }
  }
  return { forms: kept as unknown as AnyForms, notes }
}
