import { isCampusPath, routeIn } from '@lantern/contract/campus-variant.ts'
import type { collectItem, uncollectItem } from '@lantern/contract/learning/collections.ts'
import type { getRecord } from '@lantern/contract/learning/records.ts'
import { contentLink, withParams } from '@lantern/contract/links.ts'
import type { getCampusQuiz, getQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { useCallback, useEffect, useRef } from 'react'
import { redirect, useLocation, useRevalidator, useSearchParams } from 'react-router'
import { useTimeSpent } from '#analytics/index.ts'
import { AuthorBar } from '#authoring/index.ts'
import { CoursePlaceReport, StudyTime } from '#campus/index.ts'
import { PageHead, Prerequisites, useReadVersion } from '#catalog/index.ts'
import { ItemLike, likeByForm } from '#community/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { call } from '#kit/call.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { useSession } from '#kit/session.tsx'
import { sendOrSay } from '#kit/unsent.ts'
import { CollectButton, FirstCompletions, useCompletions } from '#learning/index.ts'
import { ProseViewers } from '#media/index.ts'
import {
  type QuizContext,
  QuizDescription,
  QuizGate,
  QuizHead,
  QuizOverview,
  type QuizPage,
  QuizResult,
  QuizSession,
  quizCall,
  quizRecordRoute,
  quizTabs,
  type SaveQuiz,
} from '#quiz/index.ts'
import { LinkTabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.ts'
import type { Route } from './+types/quiz.ts'
import { atItsAddress } from './item-address.ts'
import { readAsAsked } from './preview.ts'
import styles from './quiz.module.css'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const search = url.searchParams
  const { versionId: uv, ...parents } = contextOf(search)
  const { page, preview } = await readAsAsked(url, (edit) =>
    apiOf(context).call<ReadQuiz>(readRoute(url), { params: { id: params.slug }, query: { ...parents, uv, edit } }),
  )
  atItsAddress(url, page.cnQuizData)
  // questions are work: the page before it has no use for them
  const questions = page.attempt ? page.cnQuizData.questions : []
  return {
    page: { ...page, cnQuizData: { ...page.cnQuizData, questions } },
    start: search.get('start') === 'true',
    preview,
  }
}

/** Begin, retake, submit and collect as plain forms. Answers given with script running are saved one by one before. */
export async function action({ params, request, url, context }: Route.ActionArgs) {
  const { call } = apiOf(context)
  const here = pageAddress(url)
  try {
    const { cnQuizData } = await call<ReadQuiz>(readRoute(url), {
      params: { id: params.slug },
      query: { detail: true },
    })
    const form = await request.formData()
    if (form.get('act') === 'collect') {
      const body = { id: cnQuizData.id, type: 'quiz' as const }
      await (form.get('on') === 'true'
        ? call<typeof collectItem>('POST /api/learn/cn/collect', { body })
        : call<typeof uncollectItem>('POST /api/learn/cn/collect/delete', { body }))
    } else if (form.get('act') === 'like') await likeByForm({ call }, form)
    else {
      const body = quizCall(cnQuizData.id, form, contextOf(url.searchParams))
      await call<SaveQuiz>(quizRecordRoute(cnQuizData), { body })
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(here))
    // frozen or submitted meanwhile: the page shows how it stands now
    if (!(error instanceof ApiError) || ![409, 422].includes(error.status)) throw error
  }
  return redirect(here)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

type ReadQuiz = typeof getQuiz | typeof getCampusQuiz

function readRoute({ pathname }: URL) {
  return routeIn('GET /api/learn/cn/quiz/:id/extends', isCampusPath(pathname))
}

/** Another quiz under the same route has answers and presses of its own. */
export default function Quiz({ loaderData }: Route.ComponentProps) {
  return <ShownQuiz key={loaderData.page.cnQuizData.id} {...loaderData} />
}

function ShownQuiz({ page, start, preview }: Route.ComponentProps['loaderData']) {
  const t = useMessages()
  const locale = useLocale()
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const { user } = useSession()
  const main = useRef<HTMLElement>(null)
  const quiz = page.cnQuizData
  useTimeSpent(quiz.id, null)
  const work = user && page.attempt && quiz.questions.length > 0 ? { learnerId: user.id, attempt: page.attempt } : null
  const overview = work !== null && search.get('tab') === 'overview'
  const uv = useReadVersion()
  const parent = page.breadcrumb.at(-2)
  const back = parent
    ? { to: contentLink(parent, { locale, uv }), label: t('quiz.back_to', { title: parent.title }) }
    : null
  const address = (tab: string | null) => withParams(pathname + withoutStart(search, 'tab'), { tab })

  return (
    <main id="main" className="wrap" ref={main}>
      <ProseViewers within={main} />
      <CoursePlaceReport breadcrumb={page.breadcrumb} stepId={null} />
      {work && <StudyTime itemId={quiz.id} />}
      <PageHead title={quiz.title} description={quiz.summary} item={quiz} breadcrumb={page.breadcrumb} />
      <AuthorBar item={quiz} preview={preview} />
      <QuizHead
        page={page}
        factsBelow={!work && quiz.questionsCount > 0}
        actions={
          <>
            <ItemLike
              item={{ id: quiz.id, type: 'quiz', title: quiz.title }}
              liked={page.likeMap[quiz.id] ?? false}
              count={quiz.statsMap[quiz.id]?.likeCount ?? 0}
              formAction={address(null)}
            />
            <CollectButton item={quiz} collected={page.collectMap[quiz.id] ?? false} formAction={address(null)} />
          </>
        }
      />
      {work && (
        <LinkTabs
          className={quizTabs}
          label={t('quiz.tabs')}
          tabs={[
            {
              to: address(null),
              label: t(work.attempt.result ? 'quiz.tab_result' : 'quiz.tab_questions'),
              current: !overview,
            },
            { to: address('overview'), label: t('quiz.tab_overview'), current: overview },
          ]}
        />
      )}
      {!work ? (
        <>
          <Prerequisites item={quiz} className={styles.before} />
          <QuizGate page={page} startAtOnce={start} back={back} />
          <QuizDescription html={quiz.description} language={quiz.language} />
        </>
      ) : overview ? (
        <QuizOverview page={page} questionsAddress={address(null)} />
      ) : (
        <QuizWork page={page} {...work} back={back} />
      )}
    </main>
  )
}

interface QuizWorkProps {
  page: QuizPage
  attempt: NonNullable<QuizPage['attempt']>
  learnerId: string
  back: { to: string; label: string } | null
}

/** The open attempt, or the result of the one that is over. */
function QuizWork({ page, attempt, learnerId, back }: QuizWorkProps) {
  const t = useMessages()
  const { revalidate } = useRevalidator()
  const { pathname, search } = useLocation()
  const here = `${pathname}${search}`

  const onThaw = useCallback(() => void revalidate(), [revalidate])
  const completions = useCompletions()
  const submitted = useRef(() => {})
  useEffect(() => {
    submitted.current = () => {
      parentRecords(page, attempt.startedAt).then(
        ({ before, now }) => completions.hear(before, now),
        // the result stands without it
        () => undefined,
      )
    }
  })
  const onOver = useCallback(
    (reason: 'submitted' | 'elsewhere') => {
      if (reason === 'submitted') submitted.current()
      if (reason === 'elsewhere') toast({ tone: 'info', text: t('quiz.closed_elsewhere') })
      void revalidate().then(() => window.scrollTo({ top: 0 }))
    },
    [revalidate, t],
  )
  // another device may have gone on meanwhile
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [revalidate])

  return (
    <>
      {attempt.result ? (
        <QuizResult page={page} attempt={{ ...attempt, result: attempt.result }} back={back} onThaw={onThaw} />
      ) : (
        <QuizSession
          key={attempt.number}
          quiz={page.cnQuizData}
          attempt={attempt}
          learnerId={learnerId}
          onOver={onOver}
        />
      )}
      <FirstCompletions completions={completions} named={page.breadcrumb} next={null} link={noContext} here={here} />
    </>
  )
}

const noContext = {}

/** The projects and courses that the quiz is in, as they are now and as they were before the attempt. */
async function parentRecords({ cnQuizData }: QuizPage, startedAt: string) {
  const query = { id: cnQuizData.id, around: true }
  const { recordMap } = await call<typeof getRecord>('GET /api/learn/cn/record/item', { query })
  const before = Object.entries(recordMap).map(([id, { completedTime }]) => {
    return [id, { completed: completedTime !== null && completedTime < startedAt }] as const
  })
  return { before: Object.fromEntries(before), now: recordMap }
}

function contextOf(search: URLSearchParams): QuizContext {
  return {
    projectId: search.get('projectId') ?? undefined,
    courseId: search.get('courseId') ?? undefined,
    versionId: search.get('uv') ?? undefined,
  }
}

/** Without `start`, which would begin again after every reload. */
function withoutStart(search: URLSearchParams, ...more: string[]): string {
  const rest = new URLSearchParams(search)
  for (const name of ['start', ...more]) rest.delete(name)
  return rest.size > 0 ? `?${rest}` : ''
}
