import { type KeyboardEvent, type ReactNode, type TouchEvent, useRef } from 'react'
import { useHydrated } from '#kit/hydrated.ts'
import { useMessages } from '#kit/messages.tsx'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '#ui/icons.tsx'
import styles from './hero-carousel.module.css'
import { useSlideShow } from './use-slide-show.ts'

/** How long a slide stands before the next one comes by itself. */
const heroSlideMs = 8_000

export interface CarouselSlide {
  key: string
  title: string
  content: ReactNode
}

/**
 * Slides that follow each other by themselves and begin again after the last. By hand one goes from the first to the last
 * and not around. It pauses while it is hovered, focused or out of sight, and for visitors who
 * want no motion. Its parts are those of the APG carousel.
 */
export function HeroCarousel({ slides }: { slides: readonly CarouselSlide[] }) {
  const t = useMessages()
  const isHydrated = useHydrated()
  const show = useSlideShow(slides.length, heroSlideMs)
  const touch = useTouch(show.step)
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const { index } = show
  const last = slides.length - 1

  // the button that was pressed goes away at either end: the other one takes the focus
  const step = (by: 1 | -1) => {
    show.step(by)
    if (index + by === last && by === 1) requestAnimationFrame(() => previous.current?.focus())
    if (index + by === 0 && by === -1) requestAnimationFrame(() => next.current?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0 || index + by < 0 || index + by > last) return
    event.preventDefault()
    show.step(by)
  }

  return (
    <section className={styles.carousel} aria-roledescription="carousel" aria-label={t('cms.carousel')} {...show.watch}>
      {isHydrated && (
        <fieldset className={styles.controls} aria-label={t('cms.carousel_controls')} onKeyDown={onKeyDown}>
          {index > 0 ? (
            <button
              ref={previous}
              type="button"
              className={styles.arrow}
              aria-label={t('cms.carousel_previous')}
              onClick={() => step(-1)}
            >
              <ChevronLeftIcon />
            </button>
          ) : (
            <span className={styles.arrow} />
          )}
          <span className={styles.dots}>
            <button
              type="button"
              className={styles.hold}
              aria-label={t(show.isHeld ? 'cms.carousel_play' : 'cms.carousel_pause')}
              onClick={show.toggle}
            >
              {show.isHeld ? <PlayIcon className={styles.solid} /> : <PauseIcon className={styles.solid} />}
            </button>
            {slides.map(({ key, title }, at) => (
              <button
                key={key}
                type="button"
                className={styles.dot}
                aria-label={t('cms.carousel_jump', { n: at + 1, title })}
                aria-current={at === index ? 'true' : undefined}
                onClick={() => show.jump(at)}
              />
            ))}
          </span>
          {index < last ? (
            <button
              ref={next}
              type="button"
              className={styles.arrow}
              aria-label={t('cms.carousel_next')}
              onClick={() => step(1)}
            >
              <ChevronRightIcon />
            </button>
          ) : (
            <span className={styles.arrow} />
          )}
        </fieldset>
      )}
      <div className={styles.slides} aria-live={show.isRunning ? 'off' : 'polite'} {...touch}>
        {slides.map(({ key, content }, at) => (
          <fieldset
            key={key}
            aria-roledescription="slide"
            aria-label={t('cms.carousel_slide', { n: at + 1, total: slides.length })}
            aria-hidden={at !== index}
            inert={at !== index}
            className={styles.slide}
            // a picture further away is not fetched before its slide is the next
            data-far={at !== index && !(isHydrated && at === (index + 1) % slides.length) ? '' : undefined}
          >
            {content}
          </fieldset>
        ))}
      </div>
    </section>
  )
}

/** Further than this a finger means the slide, and not the page. */
const swipePx = 40

function useTouch(step: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number } | null>(null)
  const place = ({ changedTouches }: TouchEvent) => {
    const finger = changedTouches[0]
    return finger ? { x: finger.clientX, y: finger.clientY } : null
  }
  return {
    onTouchStart: (event: TouchEvent) => {
      from.current = event.touches.length > 1 ? null : place(event)
    },
    onTouchEnd: (event: TouchEvent) => {
      const [start, end] = [from.current, place(event)]
      from.current = null
      if (!start || !end) return
      const [right, down] = [end.x - start.x, end.y - start.y]
      if (Math.abs(right) > swipePx && Math.abs(right) > Math.abs(down)) step(right < 0 ? 1 : -1)
    },
  }
}
