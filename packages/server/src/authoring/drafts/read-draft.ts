import type { DraftReferences } from '@lantern/contract/authoring/drafts.ts'
import { emptyForms } from '@lantern/contract/authoring/empty-forms.ts'
import type { AnyForms, EditedType } from '@lantern/contract/authoring/forms.ts'
import { mayStart, organisationFor } from '@lantern/contract/authoring/rights.ts'
import { contentLanguage, type OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import type { Db } from '#kit/sql.ts'
import { draftReferences } from './draft-references.ts'
import { type DraftServices, draftOf, openDraft } from './draft-state.ts'

/** The draft with the names of what it refers to and the versions to choose from. */
export async function readDraft(services: DraftServices, viewer: SignedIn, locale: OfferedLocale, id: string) {
  const { db } = services
  const draft = await draftOf(db, viewer, await openDraft(services, viewer, { id }))
  return {
    draft,
    references: await referencesOf(db, viewer, [draft.forms], locale, id),
    versions: await offeredVersions(db),
  }
}

/** What an editor begins with before there is anything to be saved. */
export async function readNewDraft(
  { db }: DraftServices,
  viewer: SignedIn,
  locale: OfferedLocale,
  { type, campus = false, language }: { type: EditedType; campus?: boolean; language?: string },
) {
  if (!mayStart(viewer, organisationFor(viewer, { campus }))) throw refuse('forbidden')
  const empty = emptyForms(type, viewer.id)
  const forms = { ...empty, general: { ...empty.general, ...(language && { language }) } } as AnyForms
  return { forms, references: await referencesOf(db, viewer, [forms], locale), versions: await offeredVersions(db) }
}

/** The names of what those forms refer to, in the language of the reader's pages. */
export function referencesOf(
  db: Db,
  viewer: SignedIn,
  forms: readonly AnyForms[],
  locale: OfferedLocale,
  itemId = '',
): Promise<DraftReferences> {
  return draftReferences(db, { viewer, itemId }, forms, contentLanguage(locale))
}

function offeredVersions(db: Db): Promise<{ id: string; disabled: boolean }[]> {
  return db.selectFrom('unity_versions').select(['id', 'disabled']).orderBy('position').execute()
}
