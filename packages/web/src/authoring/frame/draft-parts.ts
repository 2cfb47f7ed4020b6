import type { AnyForms, EditorKind, PartOf } from './editor-kind.ts'

/** One part of the forms, to be told apart from what is typed meanwhile. */
export function onlyPart<Forms extends AnyForms>(forms: Forms, part: PartOf<Forms>): Partial<Forms> {
  const only: Partial<Forms> = {}
  only[part] = forms[part]
  return only
}

/** What a draft is before its first save by hand. */
export function newDraft<Forms extends AnyForms>(kind: EditorKind<Forms>, campus: boolean) {
  return {
    type: kind.type,
    slug: '',
    learnOptionType: campus ? ('campus' as const) : ('other' as const),
    published: false,
    publishedVersion: null,
    source: null,
  }
}
