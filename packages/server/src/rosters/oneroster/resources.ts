import { type RawBuilder, sql } from 'kysely'
import type { FilterField, FilterFields } from './filters.ts'

type Json = Record<string, unknown>

interface StoredRow {
  id: string
  status: string
  changedAt: Date
}

/** A kind of thing that OneRoster tells of. Rows are `r`, whose organisation is always named besides. */
export interface Resource {
  /** In the answer: around several, and around one. */
  many: string
  one: string
  from: RawBuilder<unknown>
  /** Columns besides id, status and time. */
  columns: RawBuilder<unknown>
  fields: FilterFields
  /** What an object may have, for `fields`. */
  names: readonly string[]
  json(row: never, refs: Refs): Json
}

/** Names other objects with their addresses. */
export interface Refs {
  school: Json
  to(type: 'course' | 'class' | 'user' | 'academicSession' | 'org', id: string): Json
}

const paths = { course: 'courses', class: 'classes', user: 'users', academicSession: 'academicSessions', org: 'orgs' }

export function refsOf(base: string, organisationId: string): Refs {
  const to: Refs['to'] = (type, id) => ({
    href: `${base}/${paths[type]}/${encodeURIComponent(id)}`,
    sourcedId: id,
    type,
  })
  return { school: to('org', organisationId), to }
}

export const common: FilterFields & Record<'sourcedId' | 'dateLastModified', FilterField> = {
  sourcedId: { kind: 'text', value: sql`r.id` },
  status: { kind: 'text', value: sql`r.status` },
  dateLastModified: { kind: 'time', value: sql`r.changed_at` },
}
const commonNames = ['sourcedId', 'status', 'dateLastModified']

function text(column: string): FilterField {
  return { kind: 'text', value: sql.ref(`r.${column}`) }
}

function commonJson({ id, status, changedAt }: StoredRow): Json {
  return { sourcedId: id, status, dateLastModified: changedAt.toISOString() }
}

/** What is known is said, and nothing that is empty. */
function filled(values: Record<string, string>): Json {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

type OrgRow = StoredRow & { name: string; identifier: string }

export const orgs: Resource = {
  many: 'orgs',
  one: 'org',
  from: sql`(select o.id as organisation_id, o.id, 'active' as status, p.changed_at, o.name, o.slug as identifier,
    'school' as type from oneroster_publishings p join organisations o on o.id = p.organisation_id) r`,
  columns: sql`r.name, r.identifier`,
  fields: { ...common, name: text('name'), type: text('type'), identifier: text('identifier') },
  names: [...commonNames, 'name', 'type', 'identifier'],
  json: (row: OrgRow) => ({ ...commonJson(row), name: row.name, type: 'school', identifier: row.identifier }),
}

type SessionRow = StoredRow & { title: string; startsOn: string; endsOn: string; schoolYear: string }

/** Spans of classes: there are no grading periods, and no years around them. */
export const sessions: Resource = {
  many: 'academicSessions',
  one: 'academicSession',
  from: sql`(select s.*, 'term' as type from oneroster_sessions s) r`,
  columns: sql`r.title, r.starts_on as "startsOn", r.ends_on as "endsOn", r.school_year as "schoolYear"`,
  fields: {
    ...common,
    title: text('title'),
    type: text('type'),
    startDate: text('starts_on'),
    endDate: text('ends_on'),
    schoolYear: text('school_year'),
  },
  names: [...commonNames, 'title', 'startDate', 'endDate', 'type', 'schoolYear'],
  json: (row: SessionRow) => ({
    ...commonJson(row),
    title: row.title,
    startDate: row.startsOn,
    endDate: row.endsOn,
    type: 'term',
    schoolYear: row.schoolYear,
  }),
}

type ClassRow = StoredRow & { title: string; sessionId: string }

export const classes: Resource = {
  many: 'classes',
  one: 'class',
  from: sql`(select c.*, 'scheduled' as class_type from oneroster_classes c) r`,
  columns: sql`r.title, r.session_id as "sessionId"`,
  fields: {
    ...common,
    title: text('title'),
    classType: text('class_type'),
    'course.sourcedId': text('id'),
    'school.sourcedId': text('organisation_id'),
    'terms.sourcedId': text('session_id'),
  },
  names: [...commonNames, 'title', 'classType', 'course', 'school', 'terms'],
  json: (row: ClassRow, { school, to }) => ({
    ...commonJson(row),
    title: row.title,
    classType: 'scheduled',
    course: to('course', row.id),
    school,
    terms: [to('academicSession', row.sessionId)],
  }),
}

/** A class is of a course of its own: what it learns is given to it bit by bit. */
export const courses: Resource = {
  many: 'courses',
  one: 'course',
  from: sql`oneroster_classes r`,
  columns: sql`r.title`,
  fields: {
    ...common,
    title: text('title'),
    courseCode: text('id'),
    'org.sourcedId': text('organisation_id'),
  },
  names: [...commonNames, 'title', 'courseCode', 'org'],
  json: (row: ClassRow, { school }) => ({ ...commonJson(row), title: row.title, courseCode: row.id, org: school }),
}

type PersonRow = StoredRow &
  Record<'givenName' | 'familyName' | 'email' | 'sms' | 'identifier' | 'role' | 'enabled', string>

export const people: Resource = {
  many: 'users',
  one: 'user',
  from: sql`oneroster_people r`,
  columns: sql`r.given_name as "givenName", r.family_name as "familyName", r.email, r.sms, r.identifier, r.role`,
  fields: {
    ...common,
    givenName: text('given_name'),
    familyName: text('family_name'),
    email: text('email'),
    sms: text('sms'),
    identifier: text('identifier'),
    'roles.role': text('role'),
    'primaryOrg.sourcedId': text('organisation_id'),
    enabledUser: { kind: 'text', value: sql`case r.status when 'active' then 'true' else 'false' end` },
  },
  names: [
    ...commonNames,
    'enabledUser',
    'givenName',
    'familyName',
    'roles',
    'primaryOrg',
    'identifier',
    'email',
    'sms',
  ],
  json: (row: PersonRow, { school }) => ({
    ...commonJson(row),
    enabledUser: String(row.status === 'active'),
    givenName: row.givenName,
    familyName: row.familyName,
    roles: [{ roleType: 'primary', role: row.role, org: school }],
    primaryOrg: school,
    ...filled({ identifier: row.identifier, email: row.email, sms: row.sms }),
  }),
}

type SeatRow = StoredRow & { classId: string; userId: string; role: string }

export const enrollments: Resource = {
  many: 'enrollments',
  one: 'enrollment',
  from: sql`oneroster_seats r`,
  columns: sql`r.class_id as "classId", r.user_id as "userId", r.role`,
  fields: {
    ...common,
    role: text('role'),
    'class.sourcedId': text('class_id'),
    'user.sourcedId': text('user_id'),
    'school.sourcedId': text('organisation_id'),
  },
  names: [...commonNames, 'user', 'class', 'school', 'role', 'primary'],
  json: (row: SeatRow, { school, to }) => ({
    ...commonJson(row),
    user: to('user', row.userId),
    class: to('class', row.classId),
    school,
    role: row.role,
    // no teacher of a class is the first among them; some readers do not do without it
    primary: 'false',
  }),
}
