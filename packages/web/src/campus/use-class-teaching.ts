import type { ClassTeaching, classPlacesTopic, getClassTeaching } from '@lantern/contract/campus/class-teaching.ts'
import type { classProgressTopic } from '@lantern/contract/learning/topics.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { newestAnswer } from '#kit/newest-answer.ts'
import { useTopic } from '#kit/use-topic.ts'

export interface TeachingRead {
  teaching: ClassTeaching
  /** When it was read, in milliseconds: what counts from now is counted from then. */
  readAt: number
}

/** A class that goes on together tells of it in one moment, and is read once. */
const gatherMs = 500
/** Of a page that is closed nobody is told. */
const rereadMs = 30_000

/** Keeps what a page was loaded with up to date. `isLost`: the site could not be asked lately; what is shown is older. */
export function useClassTeaching(classId: string, loaded: TeachingRead): TeachingRead & { isLost: boolean } {
  const [later, setLater] = useState<{ from: TeachingRead; read: TeachingRead } | null>(null)
  const [isLost, setLost] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(loaded)
  const [question] = useState(newestAnswer)
  useEffect(() => {
    latest.current = loaded
  })
  const readAgain = () => {
    timer.current ??= setTimeout(async () => {
      timer.current = undefined
      const from = latest.current
      const isNewest = question()
      try {
        const { teaching } = await call<typeof getClassTeaching>('GET /api/campus/class/:classId/teaching', {
          params: { classId },
        })
        setLost(false)
        if (!isNewest()) return
        if (teaching) setLater({ from, read: { teaching, readAt: Date.now() } })
        // another teacher ended it
        else window.location.reload()
      } catch {
        setLost(true)
      }
    }, gatherMs)
  }
  const beat = useEffectEvent(readAgain)
  useEffect(() => {
    const beats = setInterval(() => beat(), rereadMs)
    return () => {
      clearInterval(beats)
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [])
  const handlers = { onMessage: readAgain, onGap: readAgain }
  useTopic<typeof classPlacesTopic>('class-places/:classId', { classId }, handlers)
  useTopic<typeof classProgressTopic>('class-progress/:classId', { classId }, { onMessage: readAgain })
  // what the page was loaded with after an act is newer than what was read before
  const shown = later?.from === loaded ? later.read : loaded
  return { ...shown, isLost }
}
