import { useEffect, useRef, useState } from 'react'
import { call } from '#kit/call.ts'

export interface PlacedStep {
  id: string
  anchor: string
  chapterId: string | null
}

/** The step that is being read: the last one whose top has passed the upper third of the screen. */
export function useStepInView(steps: readonly PlacedStep[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting && target instanceof HTMLElement) setCurrent(target.dataset.step ?? null)
        }
      },
      { rootMargin: '-30% 0px -69% 0px' },
    )
    for (const { anchor } of steps) {
      const element = document.getElementById(anchor)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [steps])
  return current
}

/** How long a learner stays in a step before it counts as read. */
const readingMs = 4000

/** Tells the server where the learner reads, so that home and other devices go on there. */
export function useReportPlace(itemId: string, sectionId: string | null, isLearning: boolean): void {
  useEffect(() => {
    if (!isLearning || sectionId === null) return
    const timer = setTimeout(() => {
      // the place is a convenience: when it cannot be kept, nothing is lost that the learner did
      call<typeof import('@lantern/contract/learning/records.ts').viewRecord>('POST /api/learn/cn/record/view', {
        body: { id: itemId, sectionId },
      }).catch(() => undefined)
    }, readingMs)
    return () => clearTimeout(timer)
  }, [itemId, sectionId, isLearning])
}

/** The anchor that chapterId or sectionId of the address lead to; a fragment has been followed by the browser. */
export function anchorOfPlace(
  steps: readonly PlacedStep[],
  place: { sectionId?: string | null; chapterId?: string | null },
): string | null {
  const step =
    steps.find(({ id }) => id === place.sectionId) ??
    steps.find(({ chapterId }) => chapterId !== null && chapterId === place.chapterId)
  return step?.anchor ?? null
}

/** Goes to the chapter or section of the address, once. */
export function useOpenPlace(anchor: string | null): void {
  const wanted = useRef(anchor)
  useEffect(() => {
    if (wanted.current === null || window.location.hash !== '') return
    document.getElementById(wanted.current)?.scrollIntoView()
    wanted.current = null
  }, [])
}

/**
 * Begins learning when the address says start=true, once, and takes the word out of the address. A guest signs in first
 * and comes back to the same address.
 */
export function useStartFromAddress(wanted: boolean, isSignedIn: boolean, start: () => void): void {
  const pending = useRef(wanted)
  const act = useRef(start)
  useEffect(() => {
    if (!pending.current) return
    pending.current = false
    act.current()
    if (!isSignedIn) return
    const url = new URL(window.location.href)
    url.searchParams.delete('start')
    window.history.replaceState(window.history.state, '', url)
  }, [isSignedIn])
}
