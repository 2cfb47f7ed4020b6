import type { Section } from '@lantern/contract/catalog/items.ts'
import type { ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CircleCheckIcon } from '#ui/icons.tsx'
import { pressWith } from './collect-button.tsx'
import type { ShownStep } from './shown-progress.ts'
import styles from './step-section.module.css'

type StepSectionProps = {
  section: Section
  step: ShownStep | undefined
  index: number
  total: number
  language: string
  lab?: ReactNode
  onToggle: () => void
  formAction: string
}

/** One step: its text, and at its end the tick. */
export function StepSection({ section, step, index, total, language, lab, onToggle, formAction }: StepSectionProps) {
  const t = useMessages()
  const isDone = step?.completed ?? false
  return (
    <section
      className={styles.step}
      id={section.anchor}
      aria-labelledby={`${section.id}-number ${section.id}-title`}
      data-step={section.id}
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
      <StepToggle
        title={section.title}
        isDone={isDone}
        isOptional={section.optionType === 'optional'}
        stepId={section.id}
        onToggle={onToggle}
        formAction={formAction}
      />
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

function StepToggle({ title, stepId, isDone, isOptional, onToggle, formAction }: StepToggleProps) {
  const t = useMessages()
  return (
    <form className={styles.finish} method="post" action={formAction} data-done={isDone || undefined}>
      <input type="hidden" name="act" value="step" />
      <input type="hidden" name="stepId" value={stepId} />
      <input type="hidden" name="on" value={String(!isDone)} />
      <div className="grow">
        <p className={styles.question}>{isDone ? t('learning.step_done') : t('learning.step_question')}</p>
        {!isDone && (
          <p className="small muted">{isOptional ? t('learning.step_optional_hint') : t('learning.step_hint')}</p>
        )}
      </div>
      <Button
        type="submit"
        size="l"
        className={styles.tick}
        pressed={isDone}
        icon={<CircleCheckIcon />}
        aria-label={t(isDone ? 'learning.done_step_of' : 'learning.mark_step_of', { title })}
        onClick={pressWith(onToggle)}
      >
        {isDone ? t('learning.completed') : t('learning.mark_step')}
      </Button>
    </form>
  )
}
