import { isUrl } from '../checks.ts'
import { type Fault, generalFaults, inside, isEmpty, isWithin, materialFaults, required, wrong } from './fault-rules.ts'
import type { LiveSessionContents, LiveSessionDetails, LiveSessionForms, OutlineGeneral } from './forms.ts'

export const liveLimits = { projects: 1, seats: 100_000, hours: 48 } as const

export function liveSessionGeneralFaults(form: OutlineGeneral): Fault[] {
  return generalFaults(form, 'empty_thumbnail')
}

/** A session is about one project or, where its author says so, about none. */
export function liveSessionContentsFaults({ withProject, contentIds }: LiveSessionContents): Fault[] {
  if (contentIds.length > liveLimits.projects) return [wrong('withProject', 'live_session_project_limit_1')]
  return withProject && contentIds.length === 0 ? [wrong('withProject', 'empty_projects')] : []
}

export function liveSessionDetailsFaults(form: LiveSessionDetails): Fault[] {
  const { hosts, url, seats, skillLevel, materials } = form
  return [
    ...timeFaults(form),
    ...hosts
      .filter(({ userId, name }) => userId === null && isEmpty(name))
      .map(({ id }) => required(`hosts.${id}.name`)),
    ...(isEmpty(url) ? [required('url')] : []),
    ...(isEmpty(url) || isHttps(url.trim()) ? [] : [wrong('url', 'authoring.live_fault_https')]),
    ...(seats === null || isWithin(seats, 1, liveLimits.seats) ? [] : [wrong('seats', 'authoring.live_fault_seats')]),
    ...chapterFaults(form),
    ...(skillLevel === null ? [required('skillLevel')] : []),
    ...materialFaults('materials', materials),
  ]
}

/** Everything that the forms themselves say; that a new start is not past is known to the server alone. */
export function liveSessionFaults({ general, contents, details }: LiveSessionForms): Fault[] {
  return [
    ...inside('general', liveSessionGeneralFaults(general)),
    ...inside('contents', liveSessionContentsFaults(contents)),
    ...inside('details', liveSessionDetailsFaults(details)),
  ]
}

/** Start and end are of one zone, so their texts compare as the clock does. */
function timeFaults({ start, end, timeZone }: LiveSessionDetails): Fault[] {
  const [from, until] = [clockMs(start), clockMs(end)]
  const isBoth = from !== null && until !== null
  return [
    ...(isEmpty(start) ? [required('start')] : from === null ? [wrong('start', 'authoring.live_fault_time')] : []),
    ...(isEmpty(end) ? [required('end')] : until === null ? [wrong('end', 'authoring.live_fault_time')] : []),
    ...(isTimeZone(timeZone) ? [] : [wrong('timeZone', 'authoring.live_fault_zone')]),
    ...(isBoth && until <= from ? [wrong('end', 'authoring.live_fault_end')] : []),
    ...(isBoth && until - from > liveLimits.hours * 3_600_000 ? [wrong('end', 'authoring.live_fault_too_long')] : []),
  ]
}

/** A clock's reading as a number to compare; null for a day or an hour that no clock shows. */
function clockMs(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null
  const at = Date.parse(`${text}:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : null
}

function chapterFaults({ recordingChapters: chapters }: LiveSessionDetails): Fault[] {
  return chapters.flatMap(({ id, title, second }, index) => [
    ...(isEmpty(title) ? [required(`recordingChapters.${id}.title`)] : []),
    ...(second < 0 || (index > 0 && second <= (chapters[index - 1]?.second ?? 0))
      ? [wrong(`recordingChapters.${id}.second`, 'authoring.live_fault_chapter_order')]
      : []),
  ])
}

function isHttps(text: string): boolean {
  return /^https:/i.test(text) && isUrl(text)
}

/** An IANA time zone that clocks know, as in Asia/Shanghai. */
function isTimeZone(name: string): boolean {
  try {
    return name !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
