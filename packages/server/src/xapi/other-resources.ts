import type { Services } from '#kit/services.ts'
import { readDefinitions } from './activities.ts'
import type { Principal } from './credentials.ts'
import { json, parameters, readParameters, type XapiAnswer, type XapiRequest } from './requests.ts'
import { identifierNames } from './statement-types.ts'
import { xapiVersions } from './versions.ts'

/** What the store knows of an activity; of one that it never heard of, its id. */
export async function getActivity(
  { db }: Services,
  { organisationId }: Principal,
  request: XapiRequest,
): Promise<XapiAnswer> {
  const { activityId } = readParameters(request, { activityId: parameters.iri.required })
  const definition = (await readDefinitions(db, organisationId, [activityId])).get(activityId)
  return json({ objectType: 'Activity', id: activityId, ...(definition && { definition }) })
}

/** The Person of an agent. The store has no directory of people, so it is the agent that was asked for, in lists. */
export async function getPerson(_services: Services, _principal: Principal, request: XapiRequest): Promise<XapiAnswer> {
  const { agent } = readParameters(request, { agent: parameters.agent.required })
  const lists = (['name', ...identifierNames] as const).flatMap((name) =>
    agent[name] === undefined ? [] : [[name, [agent[name]]] as const],
  )
  return json({ objectType: 'Person', ...Object.fromEntries(lists) })
}

export function about(): XapiAnswer {
  return json({ version: xapiVersions })
}
