import type { PlayerEvent, VideoFacts } from '@lantern/contract/media/player-events.ts'
import { useEffect, useMemo, useRef } from 'react'
import { recordEvent } from './record-event.ts'

/** What a player calls with its events. `facts` is asked at each of them. */
export function useVideoRecorder(facts: () => VideoFacts): (event: PlayerEvent) => void {
  const latest = useRef(facts)
  useEffect(() => {
    latest.current = facts
  })
  const recording = useMemo(
    () =>
      import('./video-recorder.ts')
        .then(({ videoRecorder }) => videoRecorder(() => latest.current(), recordEvent))
        .catch(() => null),
    [],
  )
  useEffect(() => {
    return () => {
      void recording.then((recorder) => recorder?.end())
    }
  }, [recording])
  return useMemo(() => (event) => void recording.then((recorder) => recorder?.onEvent(event)), [recording])
}
