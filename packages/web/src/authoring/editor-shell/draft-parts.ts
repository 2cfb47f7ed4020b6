import type { AnyForms, PartOf } from './editor-kind.ts'

/** One part of the forms, to be told apart from what is typed meanwhile. */
export function onlyPart<Forms extends AnyForms>(forms: Forms, part: PartOf<Forms>): Partial<Forms> {
  const only: Partial<Forms> = {}
  only[part] = forms[part]
  return only
}
