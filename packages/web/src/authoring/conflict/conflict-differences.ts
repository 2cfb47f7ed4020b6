import type { DeskConflict } from '../editor-shell/desk-state.ts'
import type { AnyForms } from '../editor-shell/editor-kind.ts'
import { type Choice, type Difference, differencesOf, mergeForms } from './differences.ts'

type PartName = string

/** Everything that two texts differ in, over all parts that both changed; ids begin with the part. */
export function conflictDifferences({ parts, theirs, base }: DeskConflict<AnyForms>, mine: AnyForms): Difference[] {
  return parts.flatMap((part: PartName) =>
    differencesOf({
      mine: formOf(mine, part),
      theirs: formOf(theirs.forms, part),
      base: base ? formOf(base, part) : undefined,
    }).map((difference) => ({
      ...difference,
      id: `${part}.${difference.id}`,
      path: [part, ...difference.path],
    })),
  )
}

/** The parts as they stand after the choices. */
export function resolvedParts(
  { parts, theirs }: DeskConflict<AnyForms>,
  mine: AnyForms,
  choices: Readonly<Record<string, Choice>>,
): Partial<AnyForms> {
  return Object.fromEntries(
    parts.map((part: PartName) => {
      const own = Object.entries(choices)
        .filter(([id]) => id.startsWith(`${part}.`))
        .map(([id, choice]) => [id.slice(part.length + 1), choice] as const)
      return [part, mergeForms(formOf(mine, part), formOf(theirs.forms, part), Object.fromEntries(own))]
    }),
  )
}

function formOf(forms: AnyForms, part: string): unknown {
  return (forms as unknown as Record<string, unknown>)[part]
}
