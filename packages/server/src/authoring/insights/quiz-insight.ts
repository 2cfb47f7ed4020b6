import { leastGroup, protectCount, protectCounts, signsOfQuestion } from '@lantern/contract/authoring/insight-rules.ts'
import type { QuestionInsight, QuizInsight } from '@lantern/contract/authoring/insights.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { type KeyedQuestion, readQuizQuestions } from '#quiz/index.ts'
import { plainText } from '../exchange/source-rows.ts'

/** So many first attempts, the newest, tell of the questions as much as all of them would. */
const mostAttempts = 5_000

/**
 * Each learner's first submitted attempt, because later ones have seen the answers. A question is judged by the key of the
 * revision that was answered; its discrimination is the correlation (point-biserial) of being right here with the number
 * of the other questions that were right, so that a question is not compared with itself.
 */
export async function readQuizInsight(db: Db, quizId: string): Promise<QuizInsight | null> {
  const newest = sql`
    select revision, correct_count, coalesce(score, correct_count) as score, question_count, answers, credits
    from quiz_attempts
    where item_id = ${quizId} and number = 1 and submitted_at is not null and waiting = 0 order by submitted_at desc limit ${mostAttempts}`
  const [whole, questions, found] = await Promise.all([
    readWhole(db, quizId, newest),
    readQuizQuestions(db, quizId),
    readQuestionFigures(db, quizId, newest),
  ])
  if (!whole || whole.learners === 0) return null
  if (whole.learners < leastGroup) {
    const none = { passed: null, averageShare: null, medianShare: null, scores: [], questions: [] }
    return { learners: whole.learners, counted: whole.counted, ...none }
  }
  return {
    learners: whole.learners,
    counted: whole.counted,
    passed: protectCount(whole.passed),
    averageShare: rounded(whole.average),
    medianShare: rounded(whole.median),
    scores: protectCounts(whole.scores),
    questions: questions.map((question, index) => questionInsight(question, index + 1, found.get(question.id))),
  }
}

interface Whole {
  learners: number
  counted: number
  passed: number
  average: number
  median: number
  scores: number[]
}

async function readWhole(db: Db, quizId: string, newest: ReturnType<typeof sql>): Promise<Whole | undefined> {
  const { rows } = await sql<Whole>`
    with attempts as materialized (
      select score::float8 / greatest(question_count, 1) as share,
        least(9, floor(score * 10.0 / greatest(question_count, 1)))::int as bucket
      from (${newest}) as newest),
    everybody as (
      select count(*) as learners, count(*) filter (where passed) as passed from quiz_attempts
      where item_id = ${quizId} and number = 1 and submitted_at is not null and waiting = 0)
    select everybody.learners, everybody.passed, count(share) as counted, avg(share) as average,
      percentile_cont(0.5) within group (order by share) as median,
      array[${sql.join(Array.from({ length: 10 }, (_, bucket) => sql`count(*) filter (where bucket = ${bucket})::int`))}] as scores
    from everybody left join attempts on true group by everybody.learners, everybody.passed`.execute(db)
  return rows[0]
}

interface QuestionFigures {
  learners: number
  right: number
  empty: number
  discrimination: number | null
  /** By option id. */
  chosen: Record<string, number>
}

async function readQuestionFigures(
  db: Db,
  quizId: string,
  newest: ReturnType<typeof sql>,
): Promise<Map<string, QuestionFigures>> {
  const { rows } = await sql<QuestionFigures & { id: string }>`
    with attempts as materialized (${newest}),
    keys as materialized (
      select revision, id, ask is null as is_choice, (select coalesce(jsonb_agg(option ->> 'id'), '[]') from jsonb_array_elements(options) as option
        where (option ->> 'correct')::boolean) as key
      from quiz_questions where item_id = ${quizId} and revision in (select distinct revision from attempts)),
    given as materialized (
      select k.id, a.correct_count, coalesce(a.answers -> k.id -> 2, '[]') as chosen, k.key, k.is_choice,
        (a.credits ->> k.id)::float8 as credit
      from attempts a join keys k on k.revision = a.revision),
    judged as (
      select id, correct_count, chosen, is_choice,
        (case when credit is null then chosen @> key and key @> chosen else credit >= 1 end)::int as is_right from given),
    options as (
      select id, jsonb_object_agg(option, n) as chosen from (
        select id, option, count(*) as n from given cross join lateral jsonb_array_elements_text(chosen) as option
        where is_choice group by id, option) as counted
      group by id)
    select j.id, count(*) as learners, sum(is_right)::int as right,
      count(*) filter (where j.chosen = '[]')::int as empty,
      corr(is_right::float8, (correct_count - is_right)::float8) as discrimination,
      coalesce((select chosen from options o where o.id = j.id), '{}') as chosen
    from judged j group by j.id`.execute(db)
  return new Map(rows.map(({ id, ...figures }) => [id, figures]))
}

function questionInsight(
  { id, body, options: written, ask }: KeyedQuestion,
  number: number,
  figures: QuestionFigures | undefined,
): QuestionInsight {
  const learners = figures?.learners ?? 0
  // what was typed, matched or put in order is nobody's option
  const options = ask ? [] : written
  const shown = { id, number, text: excerpt(body), learners }
  const counts = options.map((option) => figures?.chosen[option.id] ?? 0)
  if (!figures || learners < leastGroup) {
    return {
      ...shown,
      shareRight: null,
      discrimination: null,
      empty: null,
      signs: [],
      options: options.map((option) => ({
        id: option.id,
        text: excerpt(option.body),
        correct: option.correct,
        chosen: null,
      })),
    }
  }
  const shareRight = figures.right / learners
  const protectedCounts = protectCounts(counts)
  return {
    ...shown,
    shareRight: rounded(shareRight),
    discrimination: figures.discrimination === null ? null : rounded(figures.discrimination),
    empty: protectCount(figures.empty),
    signs: signsOfQuestion({
      shareRight,
      discrimination: figures.discrimination,
      learners,
      options: options.map(({ correct }, index) => ({ correct, chosen: counts[index] ?? 0 })),
    }),
    options: options.map((option, index) => ({
      id: option.id,
      text: excerpt(option.body),
      correct: option.correct,
      chosen: protectedCounts[index] ?? null,
    })),
  }
}

function excerpt(html: string): string {
  const text = plainText(html)
  return text.length > 160 ? `${[...text].slice(0, 158).join('')}…` : text
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000
}
