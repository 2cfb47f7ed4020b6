import type { Db } from '#kit/sql.ts'
import { readDefinitions } from './activities.ts'
import { isObject } from './shape-rules.ts'
import { activitiesOf, identifyingParts, sameParts, withParts } from './statement-parts.ts'
import type { Activity, Statement } from './statement-types.ts'

export type StatementFormat = 'exact' | 'ids' | 'canonical'

/**
 * Texts of statements in the format that was asked for: as they are kept; with what identifies agents, activities and
 * verbs alone; or with what the store knows of activities, each text in the one language that suits the reader best.
 */
export async function formatted(
  db: Db,
  organisationId: string,
  bodies: readonly string[],
  { format, acceptLanguage }: { format: StatementFormat; acceptLanguage: string | undefined },
): Promise<string[]> {
  if (format === 'exact') return [...bodies]
  const statements = bodies.map((body) => JSON.parse(body) as Statement)
  if (format === 'ids') return statements.map((statement) => JSON.stringify(withParts(statement, identifyingParts)))
  const ids = new Set(statements.flatMap((statement) => activitiesOf(statement).map(({ id }) => id)))
  const definitions = await readDefinitions(db, organisationId, [...ids])
  const languages = readerLanguages(acceptLanguage)
  const change = {
    ...sameParts,
    verb: (verb: Statement['verb']) => ({ ...verb, ...oneLanguage(verb, ['display'], languages) }),
    activity(activity: Activity): Activity {
      const definition = definitions.get(activity.id) ?? activity.definition
      return definition ? { ...activity, definition: inOneLanguage(definition, languages) } : activity
    },
  }
  return statements.map((statement) => JSON.stringify(withParts(statement, change)))
}

const componentLists = ['choices', 'scale', 'source', 'target', 'steps']

function inOneLanguage(definition: NonNullable<Activity['definition']>, languages: readonly string[]) {
  const lists = componentLists.flatMap((name) => {
    const list = definition[name]
    if (!Array.isArray(list)) return []
    const entries = (list as object[]).map((entry) => ({ ...entry, ...oneLanguage(entry, ['description'], languages) }))
    return [[name, entries] as const]
  })
  return { ...definition, ...oneLanguage(definition, ['name', 'description'], languages), ...Object.fromEntries(lists) }
}

function oneLanguage(value: object, names: readonly string[], languages: readonly string[]): object {
  const chosen = names.flatMap((name) => {
    const map = (value as Record<string, unknown>)[name]
    if (!isObject(map) || Object.keys(map).length === 0) return []
    const tags = Object.keys(map)
    const tag = languages.map((wanted) => bestTag(tags, wanted)).find((one) => one !== undefined) ?? tags[0]
    return tag === undefined ? [] : [[name, { [tag]: map[tag] }] as const]
  })
  return Object.fromEntries(chosen)
}

/** The language itself, else `en-US` for a reader of `en` and `en` for one of `en-US`. */
function bestTag(tags: readonly string[], wanted: string): string | undefined {
  const other = wanted.toLowerCase()
  const isNear = (one: string) => one.startsWith(`${other}-`) || other.startsWith(`${one}-`)
  return tags.find((tag) => tag.toLowerCase() === other) ?? tags.find((tag) => isNear(tag.toLowerCase()))
}

function readerLanguages(acceptLanguage = ''): string[] {
  return acceptLanguage
    .split(',')
    .map((entry) => {
      const [tag = '', ...options] = entry.trim().split(';')
      const weight = options.map((option) => /^\s*q=([\d.]+)/.exec(option)?.[1]).find((one) => one !== undefined)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
