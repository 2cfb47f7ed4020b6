import type { Fault } from '@lantern/contract/authoring/fault-rules.ts'
import type { LiveSessionDetails, LiveSessionForms } from '@lantern/contract/authoring/forms.ts'
import { liveSessionDetailsFaults } from '@lantern/contract/authoring/live-session-faults.ts'
import type { ItemDraft, LiveDraft } from '#catalog/index.ts'
import type { Trx } from '#kit/sql.ts'
import { clockTimeIn, momentOf } from '#kit/zoned-time.ts'
import type { DraftState } from '../drafts/draft-state.ts'
import { sharedDetails } from './shared-details.ts'

const minuteMs = 60_000

/** The forms of a live session as its item. Without a time that clocks show, it is not in the calendar yet. */
export function liveSessionItem(shared: ItemDraft, { contents, details }: LiveSessionForms): ItemDraft {
  const live = liveOf(details)
  return {
    ...shared,
    live,
    duration: live === null ? 0 : Math.round((Date.parse(live.endTime) - Date.parse(live.startTime)) / minuteMs),
    contents: contents.contentIds.map((id) => ({ id })),
    skillLevel: details.skillLevel,
    prerequisites: details.prerequisites,
    ...sharedDetails(details),
  }
}

function liveOf(details: LiveSessionDetails): LiveDraft | null {
  const times = momentsOf(details)
  if (!times || times.end <= times.start) return null
  const { timeZone, cancelled, hosts, url, seats, recordingVideoId, recordingChapters } = details
  return {
    startTime: times.start.toISOString(),
    endTime: times.end.toISOString(),
    timeZone,
    cancelled,
    url: url.trim() || null,
    seats,
    speakers: hosts.map(({ userId, name, title }) => ({
      ...(userId !== null && { userId }),
      name: name.trim(),
      title: title.trim(),
    })),
    recording: recordingVideoId === null ? null : { videoId: recordingVideoId, chapters: recordingChapters },
  }
}

const timeFields = ['start', 'end', 'timeZone']

function momentsOf(details: LiveSessionDetails): { start: Date; end: Date } | null {
  if (liveSessionDetailsFaults(details).some(({ field }) => timeFields.includes(field))) return null
  const { start, end, timeZone } = details
  return { start: momentOf(start, timeZone), end: momentOf(end, timeZone) }
}

/** A session is not moved into the past. One that learners know keeps its time: its recording comes afterwards. */
export async function newStartFaults(trx: Trx, { id, forms }: DraftState, now: Date): Promise<Fault[]> {
  const times = momentsOf((forms as LiveSessionForms).details)
  if (!times) return []
  const { start, end, timeZone } = (forms as LiveSessionForms).details
  // summer time leaves an hour out: the session would silently be an hour later
  const leftOut = (['start', 'end'] as const).filter(
    (name) => clockTimeIn(timeZone, times[name]) !== { start, end }[name],
  )
  if (leftOut.length > 0)
    return leftOut.map((name) => ({ field: `details.${name}`, message: 'authoring.live_fault_time' }))
  // clocks that go back an hour may put the end before the start, though it reads later
  if (times.end <= times.start) return [{ field: 'details.end', message: 'authoring.live_fault_end' }]
  if (times.start > now) return []
  const known = await trx
    .selectFrom('live_sessions')
    .innerJoin('items', 'items.id', 'item_id')
    .select('starts_at')
    .where('item_id', '=', id)
    .where('items.published_at', 'is not', null)
    .executeTakeFirst()
  const isKept = known?.starts_at.getTime() === times.start.getTime()
  return isKept ? [] : [{ field: 'details.start', message: 'authoring.live_fault_past' }]
}
