import type { KeyboardEvent } from 'react'
import { useHydrated } from '#kit/hydrated.ts'
import { useMessages } from '#kit/messages.tsx'
import { classNames } from '#ui/class-names.ts'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '#ui/icons.tsx'
import styles from './banner-carousel.module.css'
import type { CarouselSlide } from './hero-carousel.tsx'
import { useDrag } from './use-drag.ts'
import { useSlideMotion } from './use-slide-motion.ts'
import { useSlideShow } from './use-slide-show.ts'

/** How long a banner stands before the next one comes by itself. */
const bannerSlideMs = 5_000

/**
 * Banners that follow each other by themselves. By hand, too, one goes around: by arrows, dots, keys, or by dragging. It
 * pauses while it is hovered, focused, dragged or out of sight, and for visitors who want no
 * motion. Its parts are those of the APG carousel.
 */
export function BannerCarousel({ slides }: { slides: readonly CarouselSlide[] }) {
  const t = useMessages()
  const isHydrated = useHydrated()
  const drag = useDrag((by) => step(by))
  const show = useSlideShow(slides.length, bannerSlideMs, { wraps: true, isDragged: drag.isDragged })
  const { index } = show
  const motion = useSlideMotion(index)
  const near = (by: 1 | -1) => (index + by + slides.length) % slides.length
  // with two banners the other one is on both sides: it stands where the hand pulls it from
  const dragged = drag.px === 0 ? index : near(drag.px < 0 ? 1 : -1)

  function step(by: 1 | -1) {
    motion.from(by, drag.px)
    show.step(by)
  }
  const jump = (to: number) => {
    motion.from(to > index ? 1 : -1)
    show.jump(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    step(by)
  }
  /** How far from its place a slide is while it is in the hand. */
  const offset = (at: number) => {
    if (drag.px === 0 || (at !== index && at !== dragged)) return undefined
    const aside = at === index ? '0%' : drag.px < 0 ? '100%' : '-100%'
    return { transform: `translateX(calc(${aside} + ${drag.px}px))`, visibility: 'visible' as const }
  }

  return (
    <section className={styles.carousel} aria-roledescription="carousel" aria-label={t('cms.banners')} {...show.watch}>
      {isHydrated && (
        <fieldset className={styles.controls} aria-label={t('cms.carousel_controls')} onKeyDown={onKeyDown}>
          <button
            type="button"
            className={styles.control}
            aria-label={t(show.isHeld ? 'cms.carousel_play' : 'cms.carousel_pause')}
            onClick={show.toggle}
          >
            {show.isHeld ? <PlayIcon className={styles.solid} /> : <PauseIcon className={styles.solid} />}
          </button>
          <button
            type="button"
            className={classNames(styles.control, styles.arrow)}
            aria-label={t('cms.carousel_previous')}
            onClick={() => step(-1)}
          >
            <ChevronLeftIcon />
          </button>
          {slides.map(({ key, title }, at) => (
            <button
              key={key}
              type="button"
              className={styles.dot}
              aria-label={t('cms.carousel_jump', { n: at + 1, title })}
              aria-current={at === index ? 'true' : undefined}
              onClick={() => jump(at)}
            />
          ))}
          <button
            type="button"
            className={classNames(styles.control, styles.arrow)}
            aria-label={t('cms.carousel_next')}
            onClick={() => step(1)}
          >
            <ChevronRightIcon />
          </button>
        </fieldset>
      )}
      <div
        ref={motion.track}
        className={styles.slides}
        aria-live={show.isRunning ? 'off' : 'polite'}
        data-dragged={drag.isDragged ? '' : undefined}
        {...drag.handlers}
      >
        {slides.map(({ key, content }, at) => (
          <fieldset
            key={key}
            aria-roledescription="slide"
            aria-label={t('cms.carousel_slide', { n: at + 1, total: slides.length })}
            // without script all of them are in sight, beside each other
            aria-hidden={isHydrated && at !== index}
            inert={isHydrated && at !== index}
            className={styles.slide}
            style={offset(at)}
            data-off={at === index ? undefined : ''}
            // a picture further away is not fetched before its slide is the next
            data-far={at === index || at === dragged || (isHydrated && isBeside(at)) ? undefined : ''}
          >
            {content}
          </fieldset>
        ))}
      </div>
    </section>
  )

  function isBeside(at: number): boolean {
    return at === near(1) || at === near(-1)
  }
}
