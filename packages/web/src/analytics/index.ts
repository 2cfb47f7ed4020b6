import { later } from '#kit/later.tsx'

export { recordEvent } from './record-event.ts'
export { useTimeSpent } from './use-time-spent.ts'
export { useVideoRecorder } from './use-video-recorder.ts'

export const CountedPages = later(async () => (await import('./counted-pages.tsx')).CountedPages)
