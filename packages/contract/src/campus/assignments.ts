import { type Static, Type } from 'typebox'
import { ItemTypeSchema, WaitedFor } from '../catalog/items.ts'
import { endpoint, nullable, object, wholeFrom } from '../endpoint.ts'
import { mostNoteCharacters, mostPrerequisites } from './assignment-rules.ts'
import { mostGroups, mostPickedPeople } from './group-rules.ts'
import { Criterion } from './rubrics.ts'

// What a class is to learn. Times that are written are those of the organisation's clock (`2026-11-30T22:00`); times that
// are read are moments (ISO 8601), beside the zone in which they are shown.

const Id = Type.String({ minLength: 1, maxLength: 100 })
const ClassParams = object({ classId: Id })
const AssignmentParams = object({ classId: Id, assignmentId: Id })
const ClockTime = Type.String({ maxLength: 40 })
const Success = object({ success: Type.Boolean() })

const assignedItem = {
  itemId: Type.String(),
  type: ItemTypeSchema,
  title: Type.String(),
  language: Type.String(),
  path: Type.String(),
}

/** Dates of one person in place of the class's. */
const PersonDates = object({
  userId: Type.String(),
  name: Type.String(),
  opensAt: Type.String(),
  dueAt: Type.String(),
})
export type PersonDates = Static<typeof PersonDates>

const Assignment = object({
  id: Type.String(),
  ...assignedItem,
  /** For a member: their own dates where they have some. */
  opensAt: Type.String(),
  dueAt: Type.String(),
  note: Type.String(),
  /** What it is marked by; null: points are given as they are. */
  rubric: nullable(Type.Array(Criterion)),
  /** From then on learners see their marks; null: they are not released. */
  releaseAt: nullable(Type.String()),
  /** For teachers; empty for members. */
  personDates: Type.Array(PersonDates),
  /** For teachers: other assignments of the class that have to be done first; empty for members. */
  prerequisites: Type.Array(object({ assignmentId: Type.String(), toPass: Type.Boolean() })),
  /** For teachers: learners to whom it is open despite that; empty for members. */
  openedFor: Type.Array(object({ userId: Type.String(), name: Type.String() })),
  /** For a member: what opens it, where it is locked. */
  waitsFor: Type.Array(WaitedFor),
  /** For teachers: groups and people that it is for. Null: for all of the class, and for members. */
  recipients: nullable(
    object({
      groups: Type.Array(object({ id: Type.String(), name: Type.String() })),
      people: Type.Array(object({ userId: Type.String(), name: Type.String() })),
    }),
  ),
  /** For teachers: how many learners it is for, and how many of them finished it, began it without finishing, are late, and have a mark. */
  counts: nullable(
    object({
      learners: Type.Integer(),
      done: Type.Integer(),
      begun: Type.Integer(),
      late: Type.Integer(),
      marked: Type.Integer(),
    }),
  ),
})
export type Assignment = Static<typeof Assignment>

/** What a form changes of an assignment, as it is read. */
const AssignmentForm = object({
  opensAt: Type.String(),
  dueAt: Type.String(),
  note: Type.String(),
  recipients: nullable(object({ groupIds: Type.Array(Type.String()), userIds: Type.Array(Type.String()) })),
  prerequisites: Type.Array(object({ assignmentId: Type.String(), toPass: Type.Boolean() })),
})
export type AssignmentForm = Static<typeof AssignmentForm>

export const GivenMark = object({
  points: nullable(wholeFrom(0)),
  feedback: Type.String(),
  /** Given by the rubric: the level of each criterion, counted from the best, which is 0. */
  levels: Type.Optional(Type.Array(wholeFrom(0))),
})

/** How far one person is with one assignment. */
const AssignmentCell = object({
  begun: Type.Boolean(),
  done: Type.Boolean(),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  /** Quizzes: right answers of the best attempt, of how many. Null: nothing was submitted. */
  score: nullable(object({ correct: Type.Number(), questions: Type.Integer() })),
  /** What outside tools gave in its steps, of 100. Null: nothing yet. */
  toolMark: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  /** A quiz was handed in and not all of its texts have marks: not done yet, and not late where it came in time. */
  waiting: Type.Boolean(),
  /** Done after it was due, or due and not done. */
  late: Type.Boolean(),
  /** Points and feedback of a teacher; for the learner once they are released. */
  mark: nullable(GivenMark),
})
export type AssignmentCell = Static<typeof AssignmentCell>

const ClassPage = object({
  id: Type.String(),
  name: Type.String(),
  organisationId: Type.String(),
  organisationName: Type.String(),
  timeZone: Type.String(),
  /** The viewer assigns and sees everybody; a member sees what is open, and their own progress. */
  isTeacher: Type.Boolean(),
  /** Put away: what is in it stays, and nothing is assigned, sent or taught. */
  isAway: Type.Boolean(),
  /** Learners of the class; null for members. */
  learners: nullable(Type.Integer()),
  /** By due date. */
  assignments: Type.Array(Assignment),
  /** Assignments that are left out since the viewer may not read their content, or not any more. */
  unseen: Type.Integer({ minimum: 0 }),
  /** The viewer's own, in the order of the assignments; null for teachers. */
  own: nullable(Type.Array(AssignmentCell)),
  /** For teachers, by name; empty for members. */
  groups: Type.Array(object({ id: Type.String(), name: Type.String(), learners: Type.Integer() })),
})
export type ClassPage = Static<typeof ClassPage>

export const getClass = endpoint('GET /api/campus/class/:classId', {
  summary: 'A class with its assignments; members get their own progress',
  access: 'learner',
  tokenScope: 'marks.read',
  params: ClassParams,
  response: ClassPage,
  errors: ['not_found'],
})

const ProgressRow = object({
  userId: Type.String(),
  /** As the school's own lists call them, where these name them. */
  name: Type.String(),
  /** In the school's lists; empty: they give none. */
  number: Type.String(),
  /** Null: the assignment is not for this learner. */
  cells: Type.Array(nullable(AssignmentCell)),
})
export type ProgressRow = Static<typeof ProgressRow>

const ClassProgress = object({
  /** Learners by name; `cells` in the order of the class's assignments. */
  rows: Type.Array(ProgressRow),
  total: Type.Integer(),
  /** Asks for the rows behind these; null: there are none. */
  next: nullable(Type.String()),
})
export type ClassProgress = Static<typeof ClassProgress>

export const listProgress = endpoint('GET /api/campus/class/:classId/progress', {
  summary: 'How far the learners of a class are with each assignment, for its teachers',
  access: 'learner',
  tokenScope: 'marks.read',
  params: ClassParams,
  query: object({
    after: Type.Optional(Type.String({ maxLength: 1000 })),
    /** A part of the name. */
    q: Type.Optional(Type.String({ maxLength: 100 })),
    /** The members of this group. */
    group: Type.Optional(Type.String({ maxLength: 100 })),
    /** The rows of these people alone, as a JSON list of ids. */
    ids: Type.Optional(Type.String({ maxLength: 10_000 })),
  }),
  response: ClassProgress,
  errors: ['not_found', 'forbidden', 'bad_request'],
})

const FoundItem = object({ id: Type.String(), type: ItemTypeSchema, title: Type.String(), language: Type.String() })
export type AssignableItem = Static<typeof FoundItem>

export const findAssignable = endpoint('GET /api/campus/class/:classId/assignable', {
  summary: 'Items that can be assigned to a class, by words of their title or by their address',
  access: 'learner',
  params: ClassParams,
  query: object({ q: Type.Optional(Type.String({ maxLength: 500 })) }),
  response: object({ results: Type.Array(FoundItem) }),
  errors: ['not_found', 'forbidden'],
})

export const assignItem = endpoint('POST /api/campus/class/:classId/assignment', {
  summary: 'Assign an item to a class, or to groups and people of it; assigned again it has the new dates and words',
  access: 'learner',
  tokenScope: 'assignments.write',
  params: ClassParams,
  body: object({
    /** The assignment that is changed, refused where it was taken back meanwhile. Omitted: the item is assigned, or again. */
    assignmentId: Type.Optional(Id),
    /** Its id, or its address on this site. */
    item: Type.String({ minLength: 1, maxLength: 500 }),
    opensAt: ClockTime,
    dueAt: ClockTime,
    note: Type.Optional(Type.String({ maxLength: mostNoteCharacters })),
    /** Null: all of the class. Omitted: as it was, and all of the class for a new one. */
    recipients: Type.Optional(
      nullable(
        object({
          groupIds: Type.Array(Id, { maxItems: mostGroups }),
          userIds: Type.Array(Id, { maxItems: mostPickedPeople }),
        }),
      ),
    ),
    /** Other assignments of the class to do first, or to pass where they are quizzes. Omitted: as they were. */
    prerequisites: Type.Optional(
      Type.Array(object({ assignmentId: Id, toPass: Type.Optional(Type.Boolean()) }), { maxItems: mostPrerequisites }),
    ),
    /** The assignment as the form began; refused where it says something else by now. Omitted: not compared. */
    before: Type.Optional(AssignmentForm),
  }),
  response: object({ id: Type.String() }),
  errors: ['not_found', 'forbidden', 'bad_request'],
})

export const withdrawAssignment = endpoint('POST /api/campus/class/:classId/assignment/:assignmentId/withdraw', {
  summary: 'Take an assignment back; records of learners stay',
  access: 'learner',
  tokenScope: 'assignments.write',
  params: AssignmentParams,
  response: Success,
  errors: ['not_found', 'forbidden'],
})

export const setPersonDates = endpoint('POST /api/campus/class/:classId/assignment/:assignmentId/person', {
  summary: 'Give one learner of a class other dates for an assignment, or with null those of the class again',
  access: 'learner',
  tokenScope: 'assignments.write',
  params: AssignmentParams,
  body: object({
    userId: Id,
    dates: nullable(object({ opensAt: ClockTime, dueAt: ClockTime })),
    /** Their own dates as the form began, as they are read; refused where there are others by now. Omitted: not compared. */
    before: Type.Optional(nullable(object({ opensAt: Type.String(), dueAt: Type.String() }))),
  }),
  response: Success,
  errors: ['not_found', 'forbidden', 'bad_request'],
})

export const openForPerson = endpoint('POST /api/campus/class/:classId/assignment/:assignmentId/opening', {
  summary: 'Open an assignment for one learner despite what it waits for, or let it wait again',
  access: 'learner',
  tokenScope: 'assignments.write',
  params: AssignmentParams,
  body: object({ userId: Id, isOpen: Type.Boolean() }),
  response: Success,
  errors: ['not_found', 'forbidden', 'bad_request'],
})

const DueAssignment = object({
  id: Type.String(),
  ...assignedItem,
  classId: Type.String(),
  className: Type.String(),
  timeZone: Type.String(),
  dueAt: Type.String(),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  begun: Type.Boolean(),
  late: Type.Boolean(),
  /** What opens it, where it is locked. */
  waitsFor: Type.Array(WaitedFor),
})
export type DueAssignment = Static<typeof DueAssignment>

export const listDue = endpoint('GET /api/campus/assignment/due', {
  summary: 'Open assignments of one’s classes that one has not finished, the first due first',
  access: 'learner',
  response: object({ results: Type.Array(DueAssignment) }),
})
