import { engagementPersonalData } from '#analytics/index.ts'
import { authorPersonalData } from '#authoring/index.ts'
import { campusPersonalData } from '#campus/index.ts'
import { makerPersonalData } from '#catalog/index.ts'
import { certificatePersonalData } from '#certificates/index.ts'
import { editorPersonalData } from '#cms/index.ts'
import { buyerPersonalData } from '#commerce/index.ts'
import {
  notePersonalData,
  reporterPersonalData,
  speakerPersonalData,
  submissionPersonalData,
} from '#community/index.ts'
import { coursewarePersonalData } from '#courseware/index.ts'
import { accountPersonalData, clientPersonalData, schoolPersonalData, tokenPersonalData } from '#identity/index.ts'
import type { PersonalData, PersonMerge } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { learnerPersonalData } from '#learning/index.ts'
import { livePersonalData } from '#live/index.ts'
import { ltiPersonalData } from '#lti/index.ts'
import { uploaderPersonalData, viewerPersonalData } from '#media/index.ts'
import { listenerPersonalData } from '#notifications/index.ts'
import { pathPersonalData } from '#paths/index.ts'
import { attemptPersonalData } from '#quiz/index.ts'
import { rosterPersonalData } from '#rosters/index.ts'
import { webhookPersonalData } from '#webhooks/index.ts'
import { xapiPersonalData } from '#xapi/index.ts'

/** What all domains hold of a person, in the order in which rows are locked. */
export const personalData: readonly PersonalData[] = [
  accountPersonalData,
  tokenPersonalData,
  clientPersonalData,
  schoolPersonalData,
  makerPersonalData,
  learnerPersonalData,
  attemptPersonalData,
  authorPersonalData,
  editorPersonalData,
  buyerPersonalData,
  speakerPersonalData,
  notePersonalData,
  submissionPersonalData,
  reporterPersonalData,
  campusPersonalData,
  pathPersonalData,
  certificatePersonalData,
  xapiPersonalData,
  ltiPersonalData,
  webhookPersonalData,
  rosterPersonalData,
  coursewarePersonalData,
  listenerPersonalData,
  livePersonalData,
  uploaderPersonalData,
  engagementPersonalData,
  viewerPersonalData,
]

/** By file. */
export async function readPerson(db: Db, userId: string): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {}
  for (const { read } of personalData) if (typeof read === 'function') Object.assign(data, await read(db, userId))
  return data
}

export async function erasePerson(trx: Trx, userId: string): Promise<void> {
  for (const { erase } of personalData) if (typeof erase === 'function') await erase(trx, userId)
}

export async function mergePersons(trx: Trx, accounts: PersonMerge, now: Date): Promise<void> {
  for (const { merge } of personalData) if (typeof merge === 'function') await merge(trx, accounts, now)
}
