import { blockKinds, descriptionTypes, pageFields } from './block-kinds.ts'
import { everyBlock } from './every-block.ts'
import type { FieldRule, Fields } from './fields.ts'
import type { ReadPage } from './page-content.ts'

/** One field of a block that was read, at the end of its path. */
export interface FieldPlace {
  path: string
  rule: FieldRule
  value: unknown
  /** All fields of the same group or entry. */
  beside: Readonly<Record<string, unknown>>
}

/** Another value for each field, in the same places. */
export function mapFields(
  rules: Fields,
  values: object,
  change: (place: FieldPlace) => unknown,
  path = '',
): Record<string, unknown> {
  const beside = values as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => {
      const value = beside[name]
      const at = `${path}${name}`
      if (rule.is === 'group') return [name, mapFields(rule.fields, value as object, change, `${at}.`)]
      if (rule.is === 'list') {
        return [name, (value as object[]).map((entry, index) => mapFields(rule.of, entry, change, `${at}.${index}.`))]
      }
      return [name, change({ path: at, rule, value, beside })]
    }),
  )
}

/** Visits the fields of the page itself, for which the id is empty, and of all its blocks in the order they are read. */
export function eachFieldOf(page: ReadPage, visit: (place: FieldPlace, blockId: string) => void): void {
  mapFields(pageFields, page.properties, (place) => visit(place, ''))
  for (const block of everyBlock(page.blocks)) {
    mapFields(blockKinds[block.kind].fields, block.fields, (place) => visit(place, block.id))
  }
}

/** A description that is one of the sizes of plain text: what it says is shown letter by letter. */
export function isPlainText({ rule, beside }: FieldPlace): boolean {
  const { type } = beside
  return rule.is === 'rich' && type !== 'rich' && (descriptionTypes as readonly unknown[]).includes(type)
}
