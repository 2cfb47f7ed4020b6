import type { ReactNode } from 'react'
import styles from './quiz-frame.module.css'

type QuizFrameProps = {
  sideLabel: string
  /** Stays in sight where there is room for it beside the questions. */
  side: ReactNode
  children: ReactNode
}

/** The questions, and beside them how one stands. */
export function QuizFrame({ sideLabel, side, children }: QuizFrameProps) {
  return (
    <div className={styles.quiz}>
      <div className={styles.main}>{children}</div>
      <aside className={styles.side} aria-label={sideLabel}>
        {side}
      </aside>
    </div>
  )
}
