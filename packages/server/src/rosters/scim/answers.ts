import { groupSchema, userSchema } from './attributes.ts'
import type { GroupRow } from './groups.ts'
import { scimPath } from './keys.ts'
import type { PersonRow } from './people.ts'

type Json = Record<string, unknown>

/** `base`: the address of the site. */
export function userJson(row: PersonRow, base: string): Json {
  return {
    schemas: [userSchema],
    id: row.id,
    ...row.document,
    // what is left out of a request is true
    active: row.active,
    meta: metaOf('User', row, base),
  }
}

export function groupJson(row: GroupRow, base: string): Json {
  return {
    schemas: [groupSchema],
    id: row.id,
    ...(row.externalId !== null && { externalId: row.externalId }),
    displayName: row.name,
    ...(row.members !== null && {
      members: row.members.map(({ id, name }) => ({
        value: id,
        display: name,
        type: 'User',
        $ref: `${base}${scimPath}/Users/${id}`,
      })),
    }),
    meta: metaOf('Group', row, base),
  }
}

function metaOf(
  resourceType: 'User' | 'Group',
  { id, version, createdAt, changedAt }: { id: string; version: number; createdAt: Date; changedAt: Date },
  base: string,
): Json {
  return {
    resourceType,
    created: createdAt.toISOString(),
    lastModified: changedAt.toISOString(),
    location: `${base}${scimPath}/${resourceType}s/${id}`,
    version: etagOf(version),
  }
}

function etagOf(version: number): string {
  return `W/"${version}"`
}

const always = new Set(['schemas', 'id'])

interface Wish {
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

/** Only what was asked for: RFC 7644, section 3.9. */
export function chosen(resource: Json, { attributes, excludedAttributes }: Wish): Json {
  const wanted = namesIn(attributes)
  const unwanted = namesIn(excludedAttributes)
  if (wanted.length > 0)
    return pick(resource, (path) => wanted.some((one) => isWithin(path, one) || isWithin(one, path)))
  return pick(resource, (path) => !unwanted.some((one) => isWithin(path, one)))
}

export function namesIn(list: string | undefined): string[] {
  const own = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/
  return (list ?? '').split(',').flatMap((one) => one.trim().toLowerCase().replace(own, '') || [])
}

function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}.`)
}

function pick(resource: Json, isWanted: (path: string) => boolean): Json {
  const parts = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => parts(one, path))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]) => {
        const own = `${path}.${name.toLowerCase()}`
        return isWanted(own) ? [[name, parts(one, own)]] : []
      }),
    )
  }
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      const path = name.toLowerCase()
      if (always.has(path)) return [[name, value]]
      return isWanted(path) ? [[name, parts(value, path)]] : []
    }),
  )
}
