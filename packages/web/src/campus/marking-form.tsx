import type { getAnswerToMark } from '@lantern/contract/campus/marking.ts'
import { type MarkState, mostCommentCharacters } from '@lantern/contract/campus/marking-rules.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useApple } from '#kit/use-apple.ts'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { inputMethodKey } from '#ui/input-method.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './marking.module.css'
import type { MarkAnswer } from './marking-act.ts'
import { markingAddress } from './marking-address.ts'

interface MarkingFormProps {
  answer: ResponseOf<typeof getAnswerToMark>
  state: MarkState
  /** How the form came back, if it was sent. */
  sent: MarkAnswer | undefined
}

/** One answer with what to look for, and where its mark is written. */
export function MarkingForm({ answer, state, sent }: MarkingFormProps) {
  const t = useMessages()
  const format = useFormat()
  const isApple = useApple()
  const isSending = useIsSending()
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { body, guidance, text, characters, least, language, points, given, comment, markedAt, markedBy, next } = answer
  const refused = sent && 'problem' in sent ? sent : null
  const id = `${answer.userId} ${answer.quizId} ${answer.number} ${answer.questionId}`

  // the next answer begins where the last one did
  const before = useRef(id)
  useEffect(() => {
    if (before.current === id) return
    before.current = id
    heading.current?.focus()
  }, [id])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.keyCode === inputMethodKey) return
    event.preventDefault()
    form.current?.requestSubmit()
  }

  return (
    <Panel as="section" className={styles.answer} aria-labelledby="marked-answer">
      <div className={styles.read}>
        <div>
          <h2 id="marked-answer" ref={heading} tabIndex={-1}>
            {t('campus.marking_of', { name: answer.learnerName, n: answer.question })}
          </h2>
          <p className="small muted">
            <span lang={language}>{answer.quizTitle}</span> · {format.dateTime(answer.submittedAt)}
            {answer.waiting > 0 && ` · ${t('campus.marking_left', { count: answer.waiting })}`}
          </p>
        </div>
        <div className={styles.question} lang={language} dangerouslySetInnerHTML={{ __html: body }} />
        {guidance !== '' && (
          <details className={styles.guidance} open>
            <summary>{t('campus.marking_guidance')}</summary>
            <p className={styles.written} lang={language}>
              {guidance}
            </p>
          </details>
        )}
        <section aria-labelledby="given-text">
          <h3 id="given-text" className={styles.small}>
            {t('campus.marking_answer')}
          </h3>
          <p className={styles.text} lang={language}>
            {text}
          </p>
          <p className="tiny muted">
            {t('campus.marking_length', { count: characters })}
            {characters < least && ` · ${t('campus.marking_short', { least })}`}
          </p>
        </section>
      </div>
      <div className={styles.form}>
        {refused && !refused.field && (
          <Notice tone="warn" live>
            {refused.problem}
          </Notice>
        )}
        {markedAt && (
          <p className="small">
            {markedBy
              ? t('campus.marking_by', { name: markedBy, time: format.dateTime(markedAt), points: given ?? 0 })
              : t('campus.marking_at', { time: format.dateTime(markedAt), points: given ?? 0 })}
          </p>
        )}
        <Form key={id} method="post" ref={form} className={styles.form} onKeyDown={onKeyDown}>
          <input type="hidden" name="markedAt" value={markedAt ?? ''} />
          <TextField
            className={styles.points}
            name="given"
            label={t('campus.marking_points', { points })}
            inputMode="decimal"
            autoComplete="off"
            error={refused?.field === 'given' ? refused.problem : undefined}
            defaultValue={refused?.typed.given ?? (given === null ? '' : String(given))}
          />
          <TextArea
            name="comment"
            label={t('campus.marking_comment')}
            help={t('campus.marking_comment_help')}
            rows={4}
            limit={mostCommentCharacters}
            defaultValue={refused?.typed.comment ?? comment}
          />
          <div className="row">
            <Button type="submit" theme="primary" busy={isSending}>
              {t(next ? 'campus.marking_save_next' : 'campus.save')}
            </Button>
            {next && (
              <LinkButton theme="quiet" to={markingAddress('waiting', next)}>
                {t('campus.marking_skip')}
              </LinkButton>
            )}
            <LinkButton theme="quiet" to={markingAddress(state)}>
              {t('campus.marking_back')}
            </LinkButton>
          </div>
          <p className="tiny muted">{t('campus.marking_keys', { apple: String(isApple) })}</p>
        </Form>
      </div>
    </Panel>
  )
}
