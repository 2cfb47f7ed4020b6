import { isFree } from '@lantern/contract/catalog/item-types.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useRequireLogin } from '#kit/require-login.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './quiz-gate.module.css'
import type { QuizPage } from './use-attempt-answers.ts'

interface QuizGateProps {
  page: QuizPage
  /** Begin without another click: the link that led here said so. */
  startAtOnce: boolean
  back: { to: string; label: string } | null
  /** What stands beside a quiz that has to be bought. */
  buy?: ReactNode
}

/** Before the first attempt: what to expect and the button, or what is missing. */
export function QuizGate({ page, startAtOnce, back, buy }: QuizGateProps) {
  const t = useMessages()
  const { user } = useSession()
  const quiz = page.cnQuizData
  const backButton = back && <LinkButton to={back.to}>{back.label}</LinkButton>

  if (quiz.questionsCount === 0) {
    return (
      <EmptyState title={t('quiz.empty_title')} actions={backButton}>
        {t('quiz.empty_text')}
      </EmptyState>
    )
  }
  if (!quiz.readable && !isFree(quiz)) {
    const premium = quiz.premium
    return (
      <EmptyState
        kind="locked"
        title={t(premium ? 'quiz.premium_title' : 'quiz.paid_title')}
        actions={
          <>
            {buy}
            {!user && <SignIn />}
            {backButton}
          </>
        }
      >
        {t(premium ? 'quiz.premium_text' : 'quiz.paid_text')}
      </EmptyState>
    )
  }
  if (!user) {
    return (
      <EmptyState kind="guest" title={t('quiz.guest_title')} actions={<SignIn />}>
        {t('quiz.guest_text')}
      </EmptyState>
    )
  }
  return <Begin page={page} startAtOnce={startAtOnce} />
}

function Begin({ page, startAtOnce }: Pick<QuizGateProps, 'page' | 'startAtOnce'>) {
  const t = useMessages()
  const { questionsCount, quizSetting, id } = page.cnQuizData
  const { passNumber, timeLimitInMinutes, freezingTimeInHours } = quizSetting
  const begun = page.quizMap[id] !== undefined
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'

  useEffect(() => {
    if (startAtOnce) form.current?.requestSubmit()
  }, [startAtOnce])

  return (
    <Panel as="section" className={styles.begin}>
      <h2>{t('quiz.begin_title')}</h2>
      <p>{t('quiz.begin_text', { n: questionsCount, pass: passNumber })}</p>
      {timeLimitInMinutes !== null && <p>{t('quiz.begin_limit', { minutes: timeLimitInMinutes })}</p>}
      {freezingTimeInHours > 0 && <p className="muted">{t('quiz.begin_frozen', { hours: freezingTimeInHours })}</p>}
      <Form method="post" ref={form}>
        <input type="hidden" name="act" value="begin" />
        <Button type="submit" theme="primary" size="l" busy={busy}>
          {t(begun ? 'quiz.continue' : 'quiz.begin')}
        </Button>
      </Form>
    </Panel>
  )
}

function SignIn() {
  const t = useMessages()
  const requireLogin = useRequireLogin()
  const { pathname, search } = useLocation()
  return (
    <LinkButton
      theme="primary"
      to={signInPath(`${pathname}${search}`)}
      onClick={(event) => {
        event.preventDefault()
        requireLogin(() => undefined)
      }}
    >
      {t('quiz.sign_in')}
    </LinkButton>
  )
}
