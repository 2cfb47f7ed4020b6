import { Children, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { CardGrid } from './card.tsx'
import styles from './card-row.module.css'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx'

/** With more items than this a row scrolls sideways instead of growing downwards. */
const scrollsAbove = 5

type CardRowProps = {
  /** The words of the two buttons. */
  previousLabel: string
  nextLabel: string
  /** `CardItem`s. */
  children: ReactNode
}

/** A row of cards: a grid of up to five, a scroller of more. Without script it is scrolled by hand. */
export function CardRow(props: CardRowProps) {
  const count = Children.count(props.children)
  return count > scrollsAbove ? <Scroller {...props} /> : <CardGrid>{props.children}</CardGrid>
}

function Scroller({ previousLabel, nextLabel, children }: CardRowProps) {
  const track = useRef<HTMLUListElement>(null)
  // a kept page does not know how many of its cards are left for this visitor: no button before the row was measured
  const [ends, setEnds] = useState({ atStart: true, atEnd: true })
  useEffect(() => {
    const list = track.current
    if (!list) return
    const look = () => {
      const from = Math.abs(list.scrollLeft)
      setEnds({ atStart: from < 2, atEnd: from + list.clientWidth > list.scrollWidth - 2 })
    }
    // a visitor's own cards may be fewer than the row was made for
    look()
    list.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      list.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [])
  const go = (pages: 1 | -1) => track.current?.scrollBy({ left: pages * track.current.clientWidth, behavior: 'smooth' })
  return (
    <div className={styles.scroller} data-scroller="">
      <ul ref={track} className={styles.track}>
        {children}
      </ul>
      <IconButton
        className={styles.previous}
        label={previousLabel}
        icon={<ChevronLeftIcon />}
        aria-disabled={ends.atStart}
        onClick={() => go(-1)}
      />
      <IconButton
        className={styles.next}
        label={nextLabel}
        icon={<ChevronRightIcon />}
        aria-disabled={ends.atEnd}
        onClick={() => go(1)}
      />
    </div>
  )
}
