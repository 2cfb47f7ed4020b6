// What server and pages agree on about videos. Pure, and without the schema library.

import { isAdmin, isLearnAdmin, isLearnEditor, type Viewer } from '../roles.ts'

/** Short sides of the renditions, best first. */
export const renditionHeights = [1080, 720, 480, 360, 240] as const

/** What a viewer may choose. `High` is the best there is, `Auto` follows the network. */
export const videoQualities = ['High', '1080p', '720p', '480p', '360p', '240p', 'Auto'] as const
export type VideoQuality = (typeof videoQualities)[number]

/** Everything but this needs a player of ours. */
export const nativeContentType = 'video/mp4'
export const playlistContentType = 'application/vnd.apple.mpegurl'

/** The speeds of the player in a lesson, and of the one over the page and in embeds. */
export const mainRates = [0.5, 1, 1.5, 2, 4] as const
export const modalRates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** Where nothing else is known, a medium is this large. */
export const defaultMediaSize = { width: 100, height: 56 } as const

/** Positions in the first moments of a video or at its very end are not resumed. */
export const shortestPositionSeconds = 2

/** The renditions of a video whose shown short side is this: never larger than it is itself. */
export function heightsFor(shortSide: number): number[] {
  const fitting = renditionHeights.filter((height) => height <= shortSide)
  return fitting.length > 0 ? fitting : [even(shortSide)]
}

/** The choices for a video with these renditions, in the order of the menu. */
export function qualitiesOf(heights: readonly number[]): VideoQuality[] {
  return videoQualities.filter((name) => !name.endsWith('p') || heights.includes(Number.parseInt(name, 10)))
}

/** Encoders take even measures only. */
export function even(measure: number): number {
  return Math.max(2, Math.round(measure / 2) * 2)
}

/** Whether a position is worth coming back to. */
export function isWorthKeeping(position: number, duration: number | null): boolean {
  if (!Number.isFinite(position) || position < shortestPositionSeconds) return false
  return duration === null || position <= duration - shortestPositionSeconds
}

/** Who may change a video: its uploader, and admins of all content. */
export function mayManageVideo(viewer: Viewer, ownerId: string): boolean {
  if (viewer.kind === 'guest') return false
  return viewer.id === ownerId || isAdmin(viewer) || isLearnAdmin(viewer) || isLearnEditor(viewer)
}

/** Why a video could not be made, or what it still waits for: keys of the messages that say so. */
export const videoFaults = [
  'media.video_fault_no_video',
  'media.video_fault_not_video',
  'media.video_fault_damaged',
  'media.video_fault_cut_off',
  'media.video_fault_too_long',
  'media.video_fault_too_large',
  'media.video_fault_gave_up',
  'media.video_fault_source_gone',
  'media.video_waits_program',
  'media.video_waits_disk',
] as const
export type VideoFault = (typeof videoFaults)[number]

export function isVideoFault(key: string | null): key is VideoFault {
  return (videoFaults as readonly (string | null)[]).includes(key)
}
