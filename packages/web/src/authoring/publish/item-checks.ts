import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import type { DraftWarning } from '@lantern/contract/authoring/publishing.ts'
import type { PictureSize } from '@lantern/contract/media/picture-size.ts'
import type { CheckRow } from '#kit/documents/check-list.tsx'
import type { MessageKey, Translate } from '#kit/messages.tsx'
import type { EditorKind, Fault } from '../editor-shell/editor-kind.ts'
import { knownWord } from '../editor-shell/field-words.ts'

/** What one knows of an item before it is published. */
export interface ItemChecks {
  /** Paths begin with the part. */
  faults: readonly Fault[]
  warnings: readonly DraftWarning[]
}

/** Everything that keeps the forms from being published, by its path with the part, each thing once. */
export function faultsOfForms<Forms extends AnyForms>(
  kind: EditorKind<Forms>,
  forms: Forms,
  versions: readonly string[],
): Fault[] {
  const ofParts = kind.parts.flatMap(({ part }) =>
    kind.faults(part, forms, versions).map((fault) => ({ ...fault, field: `${part}.${fault.field}` })),
  )
  const all = [...ofParts, ...(kind.publishFaults?.(forms, versions) ?? [])]
  return [...new Map(all.map((fault) => [`${fault.field} ${fault.key}`, fault])).values()]
}

export function partOfField(field: string): string {
  return field.split('.', 1)[0] ?? ''
}

/** As a list that leads there. */
export function checkRows<Forms extends AnyForms>(
  { faults, warnings }: ItemChecks,
  { kind, forms, t, goTo }: { kind: EditorKind<Forms>; forms: Forms; t: Translate; goTo: (field: string) => void },
): CheckRow[] {
  const whereOf = (field: string) => placeWords(field, kind, forms, t).join(' › ')
  return [
    ...faults.map(
      ({ field, key, values }): CheckRow => ({
        key: `${field} ${key}`,
        tone: 'bad',
        where: whereOf(field),
        text: t(key, values),
        onGo: () => goTo(field),
      }),
    ),
    ...warnings.map(
      ({ kind: found, field, count, size, needed }): CheckRow => ({
        key: `${field} ${found}`,
        tone: 'warn',
        where: whereOf(field),
        text: t(`authoring.check_${found}`, { count, size: pixels(size), needed: pixels(needed) }),
        onGo: () => goTo(field),
      }),
    ),
  ]
}

export function pixels(size: PictureSize | undefined): string {
  return size ? `${size.width} × ${size.height}` : ''
}

/** The tab, the step or question, and the field: as they are called on the screen. */
function placeWords<Forms extends AnyForms>(
  field: string,
  kind: EditorKind<Forms>,
  forms: Forms,
  t: Translate,
): string[] {
  const [part, ...rest] = field.split('.')
  const tab = kind.parts.find((row) => row.part === part)
  const last = rest.findLast((name) => knownWord(name, t) !== null)
  return [
    tab ? t(tab.label) : '',
    thingWords(rest, forms, part ?? '', t),
    last && rest.length > 0 ? (knownWord(last, t) ?? '') : '',
  ].filter(Boolean)
}

const numberKeys: Partial<Record<string, MessageKey>> = {
  sections: 'authoring.step_number',
  questions: 'authoring.quiz_question_number',
}

/** A step or a question by its number and, where it has one, its title. */
function thingWords([list = '', id]: string[], forms: AnyForms, part: string, t: Translate): string {
  const key = numberKeys[list]
  const form = (forms as unknown as Record<string, Record<string, unknown>>)[part]
  const things = form?.[list]
  if (!key || id === undefined || !Array.isArray(things)) return ''
  const at = things.findIndex((thing: { id?: string }) => thing.id === id)
  if (at < 0) return ''
  const { title = '' } = things[at] as { title?: string }
  return [t(key, { number: at + 1 }), title.trim()].filter(Boolean).join('·')
}
