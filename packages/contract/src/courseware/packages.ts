import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import {
  launchModes,
  mostUnitData,
  packageFaults,
  packageStandards,
  unitLocks,
  unitStates,
  waiveReasons,
} from './package-rules.ts'

// Course packages that were made elsewhere (SCORM, cmi5): of an organisation, played by the classes they are given to.

const Id = Type.String({ minLength: 1, maxLength: 100 })
/** In cmi5 an address that its publisher chose. */
const UnitId = Type.String({ minLength: 1, maxLength: 1000 })
const PackageParams = object({ id: Id })
const Success = object({ success: Type.Boolean() })
const Standard = oneOf(...packageStandards)
const Fault = oneOf(...packageFaults)
/** 0 to 100. */
const Score = nullable(Type.Number({ minimum: 0, maximum: 100 }))

const PackageVersion = object({
  id: Type.String(),
  /** From 1. */
  number: Type.Integer(),
  state: oneOf('reading', 'ready', 'refused'),
  fault: nullable(Fault),
  /** What the fault is about, as the name of a file or a line; empty: nothing more is known. */
  faultDetail: Type.String(),
  fileName: Type.String(),
  createdAt: Type.String(),
})
export type PackageVersion = Static<typeof PackageVersion>

const PackageCard = object({
  id: Type.String(),
  title: Type.String(),
  standard: nullable(Standard),
  /** How many units can be played. */
  units: Type.Integer(),
  classes: Type.Integer(),
  /** How many people have begun it. */
  learners: Type.Integer(),
  /** The newest, which may not be playable (yet). */
  newest: PackageVersion,
  isPlayable: Type.Boolean(),
})
export type PackageCard = Static<typeof PackageCard>

export const listPackages = endpoint('GET /api/campus/organisation/:id/package/list', {
  summary: 'Course packages of an organisation, for its educators and admins',
  access: 'learner',
  params: PackageParams,
  response: object({ results: Type.Array(PackageCard) }),
  errors: ['not_found', 'forbidden'],
})

export const importPackage = endpoint('POST /api/campus/organisation/:id/package', {
  summary:
    'Import an uploaded course package, new or as the next version of one; the same upload again changes nothing',
  access: 'learner',
  params: PackageParams,
  body: object({
    /** An upload of one's own, of the kind `package`. */
    attachmentId: Id,
    /** Replaces this one; who has begun an earlier version goes on with that. */
    packageId: Type.Optional(Id),
  }),
  response: object({ id: Type.String() }),
  errors: ['not_found', 'forbidden', 'bad_request', 'conflict'],
})

const Unit = object({
  id: Type.String(),
  title: Type.String(),
  /** How deep it stands in the tree, from 0. */
  depth: Type.Integer(),
  /** A group has no content of its own. */
  isPlayable: Type.Boolean(),
  /** Why it cannot be chosen; null: it can. */
  lock: nullable(oneOf(...unitLocks)),
  /** Of the viewer, or of the learner that a teacher looks at. */
  state: oneOf(...unitStates),
  score: Score,
  seconds: Type.Number(),
})
export type PackageUnit = Static<typeof Unit>

const GivenClass = object({ id: Type.String(), name: Type.String(), isGiven: Type.Boolean() })

const PackagePage = object({
  id: Type.String(),
  title: Type.String(),
  organisationId: Type.String(),
  organisationName: Type.String(),
  standard: nullable(Standard),
  /** The viewer gives it to classes and sees how far their learners are. */
  isTeacher: Type.Boolean(),
  isPlayable: Type.Boolean(),
  /** The version that the viewer plays. */
  units: Type.Array(Unit),
  isDone: Type.Boolean(),
  score: Score,
  seconds: Type.Number(),
  /** Where to go on; null: nothing can be played. */
  nextUnitId: nullable(Type.String()),
  /** For teachers, the newest first. */
  versions: Type.Array(PackageVersion),
  /** For teachers: classes that it can be given to. */
  classes: Type.Array(GivenClass),
})
export type PackagePage = Static<typeof PackagePage>

export const getPackage = endpoint('GET /api/campus/package/:id', {
  summary: 'A course package with its units and how far the viewer is; for others than its classes it does not exist',
  access: 'learner',
  params: PackageParams,
  response: PackagePage,
  errors: ['not_found'],
})

export const deletePackage = endpoint('POST /api/campus/package/:id/delete', {
  summary: 'Delete a course package with its files and what was recorded of it',
  access: 'learner',
  params: PackageParams,
  response: Success,
  errors: ['not_found', 'forbidden'],
})

export const givePackage = endpoint('POST /api/campus/package/:id/class', {
  summary: 'Give a course package to a class, or take it back; records stay',
  access: 'learner',
  params: PackageParams,
  body: object({ classId: Id, isGiven: Type.Boolean() }),
  response: Success,
  errors: ['not_found', 'forbidden', 'bad_request'],
})

const ResultRow = object({
  userId: Type.String(),
  name: Type.String(),
  /** Units that are done, of how many; null: not begun. */
  done: nullable(Type.Integer()),
  units: Type.Integer(),
  isDone: Type.Boolean(),
  score: Score,
  seconds: Type.Number(),
  /** When something was last recorded. */
  lastAt: nullable(Type.String()),
})
export type PackageResult = Static<typeof ResultRow>

export const listPackageResults = endpoint('GET /api/campus/package/:id/results', {
  summary: 'How far the learners of a class are with a course package, for its teachers',
  access: 'learner',
  params: PackageParams,
  query: object({ classId: Id }),
  response: object({ rows: Type.Array(ResultRow) }),
  errors: ['not_found', 'forbidden'],
})

const LearnerUnits = object({
  userId: Type.String(),
  name: Type.String(),
  units: Type.Array(Unit),
})
export type LearnerUnits = Static<typeof LearnerUnits>

export const getLearnerUnits = endpoint('GET /api/campus/package/:id/learner', {
  summary: 'How far one learner of a class is with each unit of a course package, for the teachers of the class',
  access: 'learner',
  params: PackageParams,
  query: object({ classId: Id, userId: Id }),
  response: LearnerUnits,
  errors: ['not_found', 'forbidden'],
})

export const waiveUnit = endpoint('POST /api/campus/package/:id/waive', {
  summary: 'Let a unit count as done for a learner of a class who need not do it; it cannot be taken back',
  access: 'learner',
  params: PackageParams,
  body: object({ classId: Id, userId: Id, unitId: UnitId, reason: oneOf(...waiveReasons) }),
  response: LearnerUnits,
  errors: ['not_found', 'forbidden', 'bad_request', 'conflict'],
})

const ClassPackage = object({
  id: Type.String(),
  title: Type.String(),
  standard: nullable(Standard),
  /** Learners who have finished it; null for learners. */
  done: nullable(Type.Integer()),
  /** Of the viewer. */
  isBegun: Type.Boolean(),
  isDone: Type.Boolean(),
  score: Score,
})
export type ClassPackage = Static<typeof ClassPackage>

export const listClassPackages = endpoint('GET /api/campus/class/:classId/package/list', {
  summary: 'Course packages that a class was given, with how far the viewer is',
  access: 'learner',
  params: object({ classId: Id }),
  response: object({ results: Type.Array(ClassPackage) }),
  errors: ['not_found'],
})

/** Where one can go from a unit of SCORM 2004 that is open, by the rules of its package and what is recorded so far. */
const UnitWays = object({
  /** Units that the buttons of the page lead to. Null: nowhere, or the unit has such a button itself. */
  next: nullable(Type.String()),
  previous: nullable(Type.String()),
  /** What the unit may ask for (`adl.nav.request_valid`): to go on, back, and by the ids of items. */
  canContinue: Type.Boolean(),
  canGoBack: Type.Boolean(),
  choices: Type.Array(Type.String()),
  jumps: Type.Array(Type.String()),
})
export type UnitWays = Static<typeof UnitWays>

/** What the player of SCORM begins with. */
const ScormLaunch = object({
  kind: oneOf('scorm'),
  standard: oneOf('scorm_12', 'scorm_2004'),
  /** Address of the player, on the isolated origin. */
  playerUrl: Type.String(),
  /** Address of the unit, there too. */
  unitUrl: Type.String(),
  /** `cmi` as JSON: what the unit kept, with what the site tells it. */
  data: Type.String(),
  /** Of the package: who changes it finds other ids, and none of them is an id of the site. */
  learnerId: Type.String(),
  /** Of SCORM 2004. */
  ways: nullable(UnitWays),
  /** After so many seconds the page ends the unit, and says so where the package wants it. */
  timeLimit: nullable(object({ seconds: Type.Number(), isTold: Type.Boolean() })),
})
/** A unit that talks to the learning record store itself. */
const Cmi5Launch = object({
  kind: oneOf('cmi5'),
  /** With all that cmi5 says of the visit. Its `fetch` answers once. */
  url: Type.String(),
  opensWindow: Type.Boolean(),
})

const Launch = Type.Union([ScormLaunch, Cmi5Launch])
export type Launch = Static<typeof Launch>

export const openUnit = endpoint('POST /api/campus/package/:id/open', {
  summary: 'Open a unit of a course package; an earlier visit that is still open can write no more',
  access: 'learner',
  params: PackageParams,
  body: object({
    unitId: UnitId,
    /** Of cmi5: `Browse` is for teachers, `Review` also for who has done the unit; neither is marked. */
    mode: Type.Optional(oneOf(...launchModes)),
  }),
  response: object({
    /** Names this visit in what it writes. */
    visitId: Type.String(),
    /** Origin that the player is on. */
    origin: Type.String(),
    launch: Launch,
  }),
  errors: ['not_found', 'forbidden', 'unavailable', 'conflict'],
})

export const commitUnit = endpoint('POST /api/campus/package/:id/commit', {
  summary: 'Keep what a unit of SCORM wrote; an older number than what is there changes nothing',
  access: 'learner',
  params: PackageParams,
  body: object({
    visitId: Id,
    /** Grows with each commit of a visit: those that were kept without a network may come late and twice. */
    number: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    /** `cmi` as JSON. */
    data: Type.String({ maxLength: mostUnitData }),
    /** The unit has ended the visit. */
    isLast: Type.Boolean(),
    /** SCORM 2004: where the unit wants to go (`adl.nav.request`). */
    request: Type.Optional(Type.String({ maxLength: 1100 })),
  }),
  response: object({
    state: oneOf(...unitStates),
    /** Where the package goes on by its own rules or as the unit asked, null where it does not: at a unit, or at the list of all. */
    next: nullable(object({ unitId: nullable(Type.String()) })),
    /** SCORM 2004: where one can go from the unit now. Null: as before. */
    ways: nullable(UnitWays),
  }),
  errors: ['not_found', 'bad_request', 'conflict'],
  bodyLimit: mostUnitData * 3,
})
