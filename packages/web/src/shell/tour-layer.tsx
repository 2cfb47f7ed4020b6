import { useEffect, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { type PremiumTourStop, premiumTourStops, type TourTip, tipBeside } from './premium-tour.ts'
import styles from './tour-layer.module.css'

/** Leads through the parts of the page that carry the ids of the tour; what this page or width lacks is left out. */
export function PremiumTour({ onEnd }: { onEnd: () => void }) {
  const [stops] = useState(() => premiumTourStops.filter((id) => targetOf(id) !== null))
  const [at, setAt] = useState(0)
  const id = stops[at]
  if (!id) return null
  const isLast = at === stops.length - 1
  return (
    <TourStop
      key={id}
      id={id}
      place={at + 1}
      total={stops.length}
      onSkip={onEnd}
      onBack={at > 0 ? () => setAt(at - 1) : null}
      onNext={isLast ? onEnd : () => setAt(at + 1)}
      isLast={isLast}
    />
  )
}

type TourStopProps = {
  id: PremiumTourStop
  place: number
  total: number
  isLast: boolean
  onSkip: () => void
  onBack: (() => void) | null
  onNext: () => void
}

function TourStop({ id, place, total, isLast, onSkip, onBack, onNext }: TourStopProps) {
  const t = useMessages()
  const ref = useRef<HTMLDialogElement>(null)
  const tip = useTip(id)
  useEffect(() => {
    ref.current?.show()
    ref.current?.querySelector<HTMLElement>('[data-next]')?.focus()
  }, [])
  return (
    <>
      <Ring id={id} />
      <dialog
        ref={ref}
        className={styles.tip}
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        style={tip ? { width: tip.size, left: tip.left, top: tip.top } : undefined}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onSkip()
        }}
      >
        <p className={styles.place}>{t('shell.tour_place', { place, total })}</p>
        <h2 id="tour-title">{t(`shell.tour.${id}`)}</h2>
        <p id="tour-text">{t(`shell.tour.${id}_text`)}</p>
        <div className={styles.acts}>
          {!isLast && (
            <Button theme="quiet" onClick={onSkip}>
              {t('shell.tour_skip')}
            </Button>
          )}
          {onBack && <Button onClick={onBack}>{t('shell.tour_back')}</Button>}
          <Button theme="primary" data-next onClick={onNext}>
            {t(isLast ? 'shell.tour_end' : 'shell.tour_next')}
          </Button>
        </div>
      </dialog>
    </>
  )
}

/** Draws the eye to the target without covering it. */
function Ring({ id }: { id: PremiumTourStop }) {
  const box = useTarget(id)
  if (!box) return null
  const { left, top, width, height } = box
  // around the target; within it where it reaches the edge of the window, which would cut the ring off
  const room = top < 8 ? -8 : 4
  return (
    <div
      className={styles.ring}
      aria-hidden="true"
      style={{ left: left - 4, top: top - room, width: width + 8, height: height + 2 * room }}
    />
  )
}

function useTip(id: PremiumTourStop): TourTip | null {
  const box = useTarget(id)
  return box && tipBeside(id, box, window.innerWidth)
}

function useTarget(id: PremiumTourStop): DOMRect | null {
  const [box, setBox] = useState(() => targetOf(id)?.getBoundingClientRect() ?? null)
  useEffect(() => {
    const follow = () => setBox(targetOf(id)?.getBoundingClientRect() ?? null)
    addEventListener('resize', follow)
    addEventListener('scroll', follow, { passive: true })
    return () => {
      removeEventListener('resize', follow)
      removeEventListener('scroll', follow)
    }
  }, [id])
  return box
}

/** The shown one of those that carry the id: narrow windows have the same entry at another place, or not at all. */
function targetOf(id: PremiumTourStop): Element | null {
  const found = [...document.querySelectorAll(`[data-tour~="${id}"]`)]
  return found.find((element) => element.checkVisibility({ visibilityProperty: true })) ?? null
}
