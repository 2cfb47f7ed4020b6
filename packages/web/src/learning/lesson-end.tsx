import type { Item } from '@lantern/contract/catalog/items.ts'
import type { MouseEvent, ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Personal } from '#kit/visit.tsx'
import { LinkButton } from '#ui/button.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './lesson-end.module.css'
import { endAnchor, HereMark } from './lesson-view.tsx'
import { NextByTopic } from './next-by-topic.tsx'
import { WholeToggle } from './tutorial-acts.tsx'
import type { TutorialProgress } from './use-tutorial-progress.ts'

type LessonEndProps = {
  item: Item
  progress: TutorialProgress
  here: string
  isHere: boolean
  /** The neighbours of the lesson in its course or project. */
  children: ReactNode
}

/** After the last step: that all of it is done, or how to say so, and what to learn next. */
export function LessonEnd({ item, progress, here, isHere, children }: LessonEndProps) {
  const t = useMessages()
  return (
    <section className={styles.end} id={endAnchor} aria-label={t('learning.lesson_end')} tabIndex={-1} data-part="">
      <Personal isOwn={progress.record !== null}>
        {isHere && <HereMark />}
        {progress.completed && <LessonDone item={item} />}
        <WholeToggle progress={progress} here={here} />
      </Personal>
      {children}
      <NextByTopic item={item} />
    </section>
  )
}

/** It appears under the pointer that has marked the lesson as done: the second press of a double one is not meant for it. */
function unlessSecondPress(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}

/** That the lesson is done. How many steps were, the toggle below says. */
function LessonDone({ item }: Pick<LessonEndProps, 'item'>) {
  const t = useMessages()
  const { user } = useSession()
  return (
    <Panel className={styles.done}>
      <span className={styles.mark}>
        <CheckIcon />
      </span>
      <div className="grow">
        <h2 lang={item.language}>{t('learning.lesson_done', { title: item.title })}</h2>
      </div>
      {user && (
        <LinkButton to={`/u/${user.id}`} onClick={unlessSecondPress}>
          {t('learning.to_my_learning')}
        </LinkButton>
      )}
    </Panel>
  )
}
