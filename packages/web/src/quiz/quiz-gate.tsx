import { isFree } from '@lantern/contract/catalog/item-types.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { itemCover, useItemWords, WhyLocked } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useRequireLogin } from '#kit/require-login.tsx'
import { useSession, useSite } from '#kit/session.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Thumb } from '#ui/image.tsx'
import { TextLink } from '#ui/link.tsx'
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
  const { site } = useSite()
  const quiz = page.cnQuizData
  const backButton = back && <LinkButton to={back.to}>{back.label}</LinkButton>

  if (quiz.questionsCount === 0) {
    return (
      <EmptyState title={t('quiz.empty_title')} actions={backButton}>
        {t('quiz.empty_text')}
      </EmptyState>
    )
  }
  if (quiz.waitsFor) {
    return (
      <Start page={page} back={back} title={t('catalog.locked')}>
        <p>
          <WhyLocked waitsFor={quiz.waitsFor} />
        </p>
        {backButton}
      </Start>
    )
  }
  if (!quiz.readable && !isFree(quiz)) {
    const { premium } = quiz
    return (
      <Start page={page} back={back} title={t(premium ? 'quiz.premium_title' : 'quiz.paid_title')}>
        <p>{t(premium ? 'quiz.premium_text' : 'quiz.paid_text')}</p>
        <div className="row">
          {buy}
          {premium && (
            <LinkButton to={site.premiumUrl} theme="premium">
              {t('commerce.premium.become')}
            </LinkButton>
          )}
          {!user && <SignIn />}
          {backButton}
        </div>
      </Start>
    )
  }
  if (!user) {
    return (
      <Start page={page} back={back} title={t('quiz.guest_title')}>
        <p>{t('quiz.guest_text')}</p>
        <SignIn />
      </Start>
    )
  }
  return (
    <Start page={page} back={back} title={t('quiz.begin_title')}>
      <Begin page={page} startAtOnce={startAtOnce} />
    </Start>
  )
}

interface StartProps extends Pick<QuizGateProps, 'page' | 'back'> {
  title: string
  children: ReactNode
}

/** The cover, what to expect, and what is to be done first. */
function Start({ page, back, title, children }: StartProps) {
  return (
    <Panel as="section" padded={false} className={styles.start}>
      <Thumb image={itemCover(page.cnQuizData)} size="medium" first className={styles.cover} />
      <div className={styles.inside}>
        <h2>{title}</h2>
        <Facts page={page} back={back} />
        {children}
      </div>
    </Panel>
  )
}

/** How many questions, how long, what passes, how often, and what it is a part of. */
function Facts({ page, back }: Pick<QuizGateProps, 'page' | 'back'>) {
  const t = useMessages()
  const words = useItemWords()
  const format = useFormat()
  const { questionsCount, duration, quizSetting } = page.cnQuizData
  const { passNumber, timeLimitInMinutes: limit, freezingTimeInHours: hours } = quizSetting
  const parent = page.breadcrumb.at(-2)
  const facts = [
    { name: t('quiz.fact_questions'), value: format.number(questionsCount) },
    limit !== null
      ? { name: t('quiz.fact_limit'), value: format.duration(limit) }
      : duration > 0 && { name: t('quiz.fact_duration'), value: format.duration(duration) },
    { name: t('quiz.fact_pass'), value: t('quiz.pass_of', { pass: passNumber, n: questionsCount }) },
    { name: t('quiz.fact_tries'), value: hours > 0 ? t('quiz.tries_after', { hours }) : t('quiz.tries_free') },
    parent && back && { name: words.type(parent.type), value: <TextLink to={back.to}>{parent.title}</TextLink> },
  ].filter((fact) => fact !== undefined && fact !== null && fact !== false)
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Begin({ page, startAtOnce }: Pick<QuizGateProps, 'page' | 'startAtOnce'>) {
  const t = useMessages()
  const { quizSetting, id } = page.cnQuizData
  const begun = page.quizMap[id] !== undefined
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'

  useEffect(() => {
    if (startAtOnce) form.current?.requestSubmit()
  }, [startAtOnce])

  return (
    <>
      <p>{t('quiz.begin_saved')}</p>
      {quizSetting.timeLimitInMinutes !== null && <p>{t('quiz.begin_limit')}</p>}
      {quizSetting.freezingTimeInHours > 0 && <p>{t('quiz.begin_review')}</p>}
      <Form method="post" ref={form}>
        <input type="hidden" name="act" value="begin" />
        <Button type="submit" theme="primary" size="l" busy={busy}>
          {t(begun ? 'quiz.continue' : 'quiz.begin')}
        </Button>
      </Form>
    </>
  )
}

function SignIn() {
  const t = useMessages()
  const requireLogin = useRequireLogin()
  const here = useAddress()
  return (
    <LinkButton
      theme="primary"
      to={signInPath(here)}
      onClick={(event) => {
        event.preventDefault()
        requireLogin(() => undefined)
      }}
    >
      {t('quiz.sign_in')}
    </LinkButton>
  )
}
