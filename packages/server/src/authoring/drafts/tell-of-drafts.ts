import { draftTopic } from '@lantern/contract/authoring/topics.ts'
import type { Services } from '#kit/services.ts'
import { mayOpenDraft } from './draft-state.ts'

/** Open editors of a draft hear of every save and see each other. */
export function tellOfDrafts({ db, topics }: Services): void {
  topics.declare(draftTopic, { mayFollow: (viewer, { draftId }) => mayOpenDraft(db, viewer, draftId) })
}
