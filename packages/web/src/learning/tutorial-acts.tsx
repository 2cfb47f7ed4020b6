import { isFree } from '@lantern/contract/catalog/item-types.ts'
import type { Item } from '@lantern/contract/catalog/items.ts'
import { continueItem } from '@lantern/contract/learning/progress.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { ArrowRightIcon, CircleCheckIcon, ListIcon } from '#ui/icons.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { CollectToggle, pressWith } from './collect-button.tsx'
import { RecordButton } from './record-button.tsx'
import styles from './tutorial-acts.module.css'
import type { TutorialReaderProps } from './tutorial-reader.tsx'
import type { useCollected } from './use-collected.ts'
import type { TutorialProgress } from './use-tutorial-progress.ts'

// What one does with a tutorial as a whole, in the four places of its page.

type ActsProps = Pick<TutorialReaderProps, 'item'> & {
  progress: TutorialProgress
  collecting: ReturnType<typeof useCollected>
  /** The anchor of the step to go on with. */
  goOn: string | undefined
}

/** Start, or how far, or that it is done; with what is still asked for. */
export function LearnPanel({ item, collecting, here, progress, goOn }: ActsProps & { here: string }) {
  const t = useMessages()
  const { user } = useSession()
  const { words, button } = progress
  if (!item.readable) return null
  return (
    <section className={styles.learn} aria-label={t('learning.progress_of', { title: item.title })}>
      <RecordButton
        item={{ title: item.title, type: 'tutorial', isFree: isFree(item) }}
        button={button}
        continueTo={goOn === undefined ? null : `#${encodeURIComponent(goOn)}`}
        onStart={progress.start}
        onRestart={progress.restart}
        formAction={here}
      />
      <CollectToggle item={item} collecting={collecting} look="button" formAction={here} />
      <p className={`small muted ${styles.words}`}>
        {button.kind === 'start'
          ? user
            ? t('learning.not_started_hint')
            : t('learning.guest_hint')
          : t('learning.progress_words', { done: words.done, total: words.total, optional: words.optionalLeft })}
        {button.kind === 'continue' && words.total > 0 && (
          <> · {t('learning.left_to_complete', { left: words.requiredLeft })}</>
        )}
      </p>
    </section>
  )
}

/** The whole tutorial as done, or that taken back. */
export function WholeToggle({ progress, here }: { progress: TutorialProgress; here: string }) {
  const t = useMessages()
  const format = useFormat()
  const { button, completed: isDone, readyToFinish, words } = progress
  return (
    <form className={styles.whole} method="post" action={here}>
      <input type="hidden" name="act" value="tutorial" />
      <input type="hidden" name="on" value={String(!isDone)} />
      <p className="grow small muted">
        {t('learning.progress_words', { done: words.done, total: words.total, optional: words.optionalLeft })}
        {button.kind === 'completed' && button.completedTime && (
          <> · {t('learning.completed_at', { time: format.dateTime(button.completedTime) })}</>
        )}
      </p>
      <Button
        type="submit"
        pressed={isDone}
        theme={readyToFinish ? 'primary' : 'secondary'}
        icon={<CircleCheckIcon className="icon-s" />}
        onClick={pressWith(progress.toggleWhole)}
      >
        {isDone ? t('learning.completed') : readyToFinish ? t('learning.finish_now') : t('learning.mark_tutorial')}
      </Button>
    </form>
  )
}

/** Beside the title once that has scrolled away. */
export function StickerActs({ item, collecting, progress, next, goOn }: ActsProps & { next: string | null }) {
  return (
    <>
      <SavedWords progress={progress} />
      <CollectToggle item={item} collecting={collecting} />
      <span className={styles.stickerNext}>
        <NextButton item={item} progress={progress} next={next} goOn={goOn} />
      </span>
    </>
  )
}

type NextButtonProps = Pick<ActsProps, 'item' | 'progress' | 'goOn'> & { next: string | null }

/** One blue button: start, the next step, or the next item. */
function NextButton({ item, progress, next, goOn }: NextButtonProps) {
  const t = useMessages()
  if (!item.readable) return null
  if (progress.button.kind === 'start') {
    return (
      <Button theme="primary" data-conversion={isFree(item) ? 'free-start' : undefined} onClick={progress.start}>
        {t('learning.start')}
      </Button>
    )
  }
  const to = goOn === undefined ? next : `#${encodeURIComponent(goOn)}`
  if (to === null) return null
  return (
    <LinkButton theme="primary" to={to}>
      {t('learning.next')}
      <ArrowRightIcon className="icon-s" />
    </LinkButton>
  )
}

function SavedWords({ progress }: { progress: TutorialProgress }) {
  const t = useMessages()
  const format = useFormat()
  const { saving } = progress
  if (saving.state === 'idle') return null
  if (saving.state === 'waiting') {
    return (
      <SavedMark state="local" className={styles.saved}>
        {t('learning.kept_here')}
      </SavedMark>
    )
  }
  return (
    <SavedMark state={saving.state} className={styles.saved}>
      {saving.state === 'saving' ? t('learning.saving') : t('learning.saved_at', { time: format.time(saving.time) })}
    </SavedMark>
  )
}

type ActionBarProps = {
  item: Item
  progress: TutorialProgress
  currentStepId: string | null
  next: string | null
  /** The anchor after the step that is shown, where one step is shown at a time. */
  onward: string | undefined
  here: string
  onOutline: () => void
}

/** On a phone the next act is under the thumb: outline, tick the step in sight, go on. */
export function ActionBar({ item, progress, currentStepId, next, onward, here, onOutline }: ActionBarProps) {
  const t = useMessages()
  const step = progress.steps.find(({ id }) => id === currentStepId)
  const section = item.sections.find(({ id }) => id === currentStepId)
  const goOn = item.sections.find(
    ({ id }) => id === continueItem(progress.steps.filter(({ id }) => id !== currentStepId))?.id,
  )
  return (
    <section className={styles.actbar} aria-label={t('learning.step_actions')}>
      <LinkButton
        to="#outline"
        aria-label={t('learning.open_outline')}
        className={item.readable ? styles.square : undefined}
        onClick={pressWith(onOutline)}
      >
        <ListIcon />
        {!item.readable && t('learning.outline')}
      </LinkButton>
      {item.readable && step && section && (
        <form method="post" action={`${here}#${encodeURIComponent(section.anchor)}`}>
          <input type="hidden" name="act" value="step" />
          <input type="hidden" name="stepId" value={step.id} />
          <input type="hidden" name="on" value={String(!step.completed)} />
          <Button
            type="submit"
            wide
            pressed={step.completed}
            icon={<CircleCheckIcon className="icon-s" />}
            onClick={pressWith(() => progress.toggleStep(step.id))}
          >
            {step.completed ? t('learning.completed') : t('learning.mark_short')}
            <span className="sr">{section.title}</span>
          </Button>
        </form>
      )}
      <NextButton item={item} progress={progress} next={next} goOn={onward ?? goOn?.anchor} />
    </section>
  )
}
