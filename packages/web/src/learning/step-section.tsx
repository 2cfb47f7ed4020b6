import type { Section } from '@lantern/contract/catalog/items.ts'
import type { ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Personal } from '#kit/visit.tsx'
import { Badge } from '#ui/badge.tsx'
import { ArrowLeftIcon, ArrowRightIcon, CheckIcon, MessageSquareIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { pressWith } from './collect-button.tsx'
import { endAnchor, HereMark } from './lesson-view.tsx'
import type { ShownStep } from './shown-progress.ts'
import styles from './step-section.module.css'

type StepSectionProps = {
  section: Section
  step: ShownStep | undefined
  index: number
  total: number
  /** The step shown in the one-step view. */
  isHere: boolean
  /** The step shown to a learner who has not begun. */
  isFirst: boolean
  previous: Section | undefined
  next: Section | undefined
  language: string
  /** How many questions were asked about it. */
  questions: number
  lab?: ReactNode
  /** What stands below the text of a step that asks for more than to be read. */
  work?: ReactNode
  onToggle: () => void
  formAction: string
}

/** One step: its text, at its end the tick, and the ways to the steps beside it. */
export function StepSection({
  section,
  step,
  index,
  total,
  language,
  questions,
  lab,
  work,
  ...rest
}: StepSectionProps) {
  const t = useMessages()
  return (
    <section
      className={styles.step}
      id={section.anchor}
      aria-labelledby={`${section.id}-number ${section.id}-title`}
      tabIndex={-1}
      data-step={section.id}
      data-part=""
    >
      <header className={styles.head}>
        <p className="meta">
          <span className="num" id={`${section.id}-number`}>
            {t('learning.step_of', { index: index + 1, total })}
          </span>
          {section.type !== 'normal' && <Badge>{t(`learning.type_${section.type}`)}</Badge>}
          {section.optionType === 'optional' && <Badge>{t('learning.optional')}</Badge>}
        </p>
        <h2 id={`${section.id}-title`} lang={language}>
          {section.title}
        </h2>
      </header>
      {section.body !== null && (
        // the server has sanitized it when it was written
        <div className="prose" lang={language} dangerouslySetInnerHTML={{ __html: section.body }} />
      )}
      {lab}
      {work}
      <div className={styles.finishLine}>
        <Personal isOwn={step?.completed || rest.isHere !== rest.isFirst}>
          {rest.isHere && <HereMark />}
          <StepToggle
            title={section.title}
            isDone={step?.completed ?? false}
            isOptional={section.optionType === 'optional'}
            stepId={section.id}
            onToggle={rest.onToggle}
            formAction={rest.formAction}
          />
        </Personal>
        {/* filled by what the page gives as notes */}
        <span className={styles.noteAct} data-note-act="" />
      </div>
      <div data-note-tail="" />
      <AskLine channelId={section.channelId} count={questions} />
      {total > 1 && <StepNav previous={rest.previous} next={rest.next} language={language} />}
    </section>
  )
}

type StepToggleProps = {
  title: string
  stepId: string
  isDone: boolean
  isOptional: boolean
  onToggle: () => void
  formAction: string
}

/** One line, so that it weighs little under a short step. */
function StepToggle({ title, stepId, isDone, isOptional, onToggle, formAction }: StepToggleProps) {
  const t = useMessages()
  return (
    <form className={styles.finish} method="post" action={formAction}>
      <input type="hidden" name="act" value="step" />
      <input type="hidden" name="stepId" value={stepId} />
      <input type="hidden" name="on" value={String(!isDone)} />
      <button
        type="submit"
        className={styles.tick}
        aria-pressed={isDone}
        aria-label={t(isDone ? 'learning.done_step_of' : 'learning.mark_step_of', { title })}
        onClick={pressWith(onToggle)}
      >
        <span className={styles.box}>
          <CheckIcon />
        </span>
        {isDone ? t('learning.step_done') : t('learning.tick_step')}
      </button>
      {isOptional && !isDone && <span className="small muted">{t('learning.step_optional_hint')}</span>}
    </form>
  )
}

/** What was asked about the step. */
function AskLine({ channelId, count }: { channelId: string; count: number }) {
  const t = useMessages()
  return (
    <PageLink className={styles.ask} to={`/messages/c/${encodeURIComponent(channelId)}`}>
      <MessageSquareIcon />
      <span className="grow">
        <strong>{t('learning.ask_step', { count })}</strong>
        <span className="muted">{t('learning.ask_step_hint')}</span>
      </span>
      <ArrowRightIcon className="icon-s" />
    </PageLink>
  )
}

type StepNavProps = { previous: Section | undefined; next: Section | undefined; language: string }

function StepNav({ previous, next, language }: StepNavProps) {
  const t = useMessages()
  return (
    <nav className={styles.nav} aria-label={t('learning.step_nav')}>
      {previous && (
        <PageLink className={styles.previous} to={`#${encodeURIComponent(previous.anchor)}`}>
          <ArrowLeftIcon />
          <span className="grow">
            <span className="tiny muted">{t('learning.previous_step')}</span>
            <span className="clip-1" lang={language}>
              {previous.title}
            </span>
          </span>
        </PageLink>
      )}
      <PageLink className={styles.next} to={`#${next ? encodeURIComponent(next.anchor) : endAnchor}`}>
        <span className="grow">
          <span className="tiny">{next ? t('learning.next_step') : t('learning.last_step_next')}</span>
          <strong className="clip-1" lang={next && language}>
            {next?.title ?? t('learning.what_next')}
          </strong>
        </span>
        <ArrowRightIcon />
      </PageLink>
    </nav>
  )
}
