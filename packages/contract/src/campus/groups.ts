import { type Static, Type } from 'typebox'
import { endpoint, object, oneOf } from '../endpoint.ts'
import { mostGroupNameCharacters, mostGroups } from './group-rules.ts'

// Groups of the learners of a class, for its teachers. A learner is in one group of a class at most.

const Id = Type.String({ minLength: 1, maxLength: 100 })
const ClassParams = object({ classId: Id })
const GroupParams = object({ classId: Id, groupId: Id })
const Success = object({ success: Type.Boolean() })

const ClassGroup = object({ id: Type.String(), name: Type.String(), userIds: Type.Array(Type.String()) })
export type ClassGroup = Static<typeof ClassGroup>

const ClassGroups = object({
  /** By name. */
  groups: Type.Array(ClassGroup),
  /** All learners of the class, by name. */
  learners: Type.Array(object({ userId: Type.String(), name: Type.String() })),
})
export type ClassGroups = Static<typeof ClassGroups>

export const listGroups = endpoint('GET /api/campus/class/:classId/group/list', {
  summary: 'The groups of a class and all of its learners, for its teachers',
  access: 'learner',
  params: ClassParams,
  response: ClassGroups,
  errors: ['not_found', 'forbidden'],
})

export const saveGroup = endpoint('POST /api/campus/class/:classId/group', {
  summary: 'Make a group of a class, or give it another name and other members, who leave the groups they were in',
  access: 'learner',
  params: ClassParams,
  body: object({
    /** Omitted: a new group. */
    groupId: Type.Optional(Id),
    name: Type.String({ minLength: 1, maxLength: mostGroupNameCharacters }),
    userIds: Type.Array(Id, { maxItems: 2000 }),
    /** As the form began; refused where something else stands by now. Omitted: not compared. */
    before: Type.Optional(
      object({
        /** Empty for a new one. */
        name: Type.String(),
        userIds: Type.Array(Type.String()),
        /** Of those who are put into it, who are in another group, and in which. */
        others: Type.Array(object({ userId: Type.String(), groupId: Type.String() })),
      }),
    ),
  }),
  response: object({ id: Type.String() }),
  errors: ['not_found', 'forbidden', 'bad_request'],
})

export const splitClass = endpoint('POST /api/campus/class/:classId/group/split', {
  summary: 'Put the learners of a class who are in no group into new groups, at random and evenly',
  access: 'learner',
  params: ClassParams,
  body: object({
    /** `groups`: so many groups; `people`: so many people in a group, or one more or fewer where it does not come out even. */
    by: oneOf('groups', 'people'),
    count: Type.Integer({ minimum: 1, maximum: mostGroups }),
  }),
  response: object({ groups: Type.Array(ClassGroup) }),
  errors: ['not_found', 'forbidden', 'bad_request'],
})

export const deleteGroup = endpoint('POST /api/campus/class/:classId/group/:groupId/delete', {
  summary: 'Delete a group of a class; refused while something is assigned to it',
  access: 'learner',
  params: GroupParams,
  response: Success,
  errors: ['not_found', 'forbidden', 'bad_request'],
})
