import type { AvailabilityValues } from '@lantern/contract/community/availability.ts'
import { handIn } from '@lantern/contract/community/submissions.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { AttachmentKind } from '@lantern/contract/media/upload-rules.ts'
import { buildTutorial, type TutorialOptions } from './builders.ts'
import type { Person, TestSite } from './site.ts'

export interface Assignment {
  itemId: string
  sectionId: string
}

interface AssignmentOptions extends TutorialOptions {
  type?: 'media' | 'webgl'
  required?: boolean
  /** Learners are asked these about the work of each other. */
  peerQuestions?: string[]
}

/** A lesson whose second step asks for pictures and films, or a build. */
export async function buildAssignment(
  site: TestSite,
  { type = 'media', required, peerQuestions, ...options }: AssignmentOptions = {},
): Promise<Assignment> {
  const step = { type: 'submission' as const, submissionType: type, peerQuestions }
  const steps = [{}, { ...step, ...(required === false && { required }) }]
  const lesson = await buildTutorial(site.db, { steps, ...options })
  return { itemId: lesson.id, sectionId: lesson.steps[1]?.id ?? '' }
}

/** An upload that has come whole, with a few bytes in the store. */
export async function buildUpload(site: TestSite, ownerId: string, kind: AttachmentKind = 'image'): Promise<string> {
  const id = newId('attachment')
  const key = `attachments/${id}`
  await site.services.storage.put(key, Buffer.from('bytes of a submission'), 'application/octet-stream')
  const now = site.clock.now()
  await site.db
    .insertInto('attachments')
    .values({
      ...{ id, owner_id: ownerId, kind, name: `${kind}.bin`, byte_size: 21, state: 'ready', storage_key: key },
      ...{ content_type: 'application/octet-stream', created_at: now, updated_at: now },
      ...(kind === 'webgl' && { entry_path: 'index.html' }),
    })
    .execute()
  return id
}

/** Hands in, with one picture of its author unless told otherwise. */
export async function submit(site: TestSite, author: Person, place: Assignment, more: Partial<Handed> = {}) {
  site.clock.advance({ seconds: 3 })
  const attachmentIds = more.attachmentIds ?? [await buildUpload(site, author.id)]
  const body = { ...place, type: 'media' as const, permission: 'public' as const, title: '塔楼', description: '' }
  return author.call(handIn, { body: { ...body, ...more, attachmentIds } })
}

interface Handed {
  type: 'media' | 'webgl'
  permission: 'public' | 'private'
  title: string
  description: string
  attachmentIds: string[]
  availability: AvailabilityValues
}
