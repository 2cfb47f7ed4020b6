import { type Static, Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

const params = object({ id: Type.String({ minLength: 1, maxLength: 64 }) })

export const OrganisationSettings = object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  /** By whose clock things open and are due in its classes, as Asia/Shanghai. */
  timeZone: Type.String({ minLength: 1, maxLength: 64 }),
})
export type OrganisationSettings = Static<typeof OrganisationSettings>

export const getOrganisationSettings = endpoint('GET /api/campus/organisation/:id/settings', {
  summary: 'What an organisation is called and by which clock it goes, for its admins',
  access: 'learner',
  params,
  response: OrganisationSettings,
  errors: ['not_found', 'forbidden'],
})

export const saveOrganisationSettings = endpoint('POST /api/campus/organisation/:id/settings', {
  summary: 'Give an organisation another name or clock; what is due already keeps its moment',
  access: 'learner',
  params,
  body: object({
    ...OrganisationSettings.properties,
    /** As the form began; refused where something else stands by now. Omitted: not compared. */
    before: Type.Optional(OrganisationSettings),
  }),
  response: OrganisationSettings,
  errors: ['not_found', 'forbidden'],
})
