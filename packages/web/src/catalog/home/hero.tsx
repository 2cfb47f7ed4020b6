import type { HomeSlide } from '@lantern/contract/catalog/home.ts'
import { LinkButton } from '#ui/button.tsx'
import styles from './hero.module.css'

/** The slide at the top of the home page. */
export function Hero({ slide }: { slide: HomeSlide }) {
  const [first, second] = slide.actions
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      {slide.imageUrl && (
        <img className={styles.art} src={slide.imageUrl} alt="" width={1600} height={480} fetchPriority="high" />
      )}
      <div className={styles.inside}>
        {slide.kicker && <p className={styles.kicker}>{slide.kicker}</p>}
        <h1 id="hero-title">{slide.title}</h1>
        <p className={styles.text}>{slide.text}</p>
        <div className={styles.acts}>
          {first && (
            <LinkButton theme="primary" size="l" to={first.href}>
              {first.label}
            </LinkButton>
          )}
          {second && (
            <LinkButton className={styles.second} size="l" to={second.href}>
              {second.label}
            </LinkButton>
          )}
        </div>
      </div>
    </section>
  )
}
