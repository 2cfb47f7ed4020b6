import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { dropCookie, keepCookie } from '#kit/device-cookie.ts'
import { useMessages } from '#kit/messages.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'

// A lesson is read step by step or as a whole. All of its text is in the page: styles show one step of it, so that the
// anchors of the steps lead on without script too, where `:target` says which one is read.

/** Where the last step leads: the finished lesson, and what to learn next. */
export const endAnchor = 'lesson_end'

/**
 * Stands in the part of the lesson that is shown, for styles to find: which one that is depends on the learner, and the
 * parts themselves are the same for everybody.
 */
export function HereMark() {
  return <span hidden data-here="" />
}

const views = ['steps', 'whole'] as const
type LessonView = (typeof views)[number]

/** What the visitor chose on this device; first-lesson-view.js has read it before the page was drawn. */
export function useLessonView(): LessonView {
  return useSyncExternalStore<LessonView>(subscribe, currentView, () => 'steps')
}

export function LessonViewChoice({
  className,
  onChosen,
}: {
  className?: string
  onChosen: (view: LessonView) => void
}) {
  const t = useMessages()
  return (
    <SegmentedControl
      className={className}
      label={t('learning.lesson_view')}
      value={useLessonView()}
      options={views.map((value) => ({ value, label: t(`learning.view_${value}`) }))}
      onValue={(view) => {
        chooseView(view)
        onChosen(view)
      }}
    />
  )
}

function chooseView(view: LessonView): void {
  if (view === 'whole') {
    keepCookie('lantern_lesson_view', view, { days: 365 })
    document.documentElement.dataset.lessonView = view
  } else {
    dropCookie('lantern_lesson_view')
    delete document.documentElement.dataset.lessonView
  }
}

function currentView(): LessonView {
  return document.documentElement.dataset.lessonView === 'whole' ? 'whole' : 'steps'
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-lesson-view'] })
  return () => observer.disconnect()
}

/**
 * The anchor of the step that is shown, or of the end. It follows the fragment of the address, which every way between
 * steps changes, so that going back goes back a step.
 */
export function useShownStep(anchors: readonly string[], first: string | undefined, view: LessonView) {
  const { hash: routed } = useLocation()
  const [opened] = useState(first)
  const [place, setPlace] = useState<Place>({ step: first, fragment: null })
  const [isScripted, setScripted] = useState(false)
  const known = useRef(anchors)

  useLayoutEffect(() => {
    known.current = anchors
  })
  useLayoutEffect(() => setScripted(true), [])

  // the router tells of its own navigations, the browser of links that are none of the router's
  useLayoutEffect(() => {
    const follow = (hash: string) => {
      const fragment = decoded(hash.slice(1))
      const step = document.getElementById(fragment)?.closest('[data-part]')?.id ?? fragment
      // back at the address without a fragment
      if (fragment === '') setPlace({ step: opened, fragment: null })
      else if (known.current.includes(step)) setPlace({ step, fragment })
    }
    follow(routed)
    const followBrowser = () => follow(window.location.hash)
    window.addEventListener('hashchange', followBrowser)
    return () => window.removeEventListener('hashchange', followBrowser)
  }, [routed, opened])

  // what the fragment names had no place in the page while its step was not shown
  useEffect(() => {
    if (place.fragment === null || view === 'whole') return
    const target = document.getElementById(place.fragment)
    target?.scrollIntoView()
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || activeElement.closest('[data-part]')) {
      target?.closest<HTMLElement>('[data-part]')?.focus({ preventScroll: true })
    }
  }, [place, view])

  return { shown: place.step, isScripted, show: (step: string | undefined) => setPlace({ step, fragment: null }) }
}

interface Place {
  step: string | undefined
  /** What the address names in the step, to be brought into sight; null where the step came without an address. */
  fragment: string | null
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
