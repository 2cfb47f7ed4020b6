import type { Insights, InsightTable } from '@lantern/contract/authoring/insights.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { Text } from '#kit/text.ts'
import type { Cell } from '#kit/write-csv.ts'

/** One table of the page, heads first, in the visitor's language. A hidden count is words, never a number. */
export function insightTable(insights: Insights, table: InsightTable, text: Text, locale: OfferedLocale): Cell[][] {
  const t = (key: string, values?: Record<string, string | number>) => text(locale, `authoring.insights.${key}`, values)
  const few = t('few', { least: insights.leastGroup })
  const count = (value: number | null): Cell => value ?? few
  const { funnel, weeks, ratings, time, quiz } = insights
  switch (table) {
    case 'funnel':
      return [
        [t('number'), t('step'), t('reached'), t('finished'), t('stopped')],
        ...funnel.map((step, index) => [
          index + 1,
          step.title,
          count(step.reached),
          count(step.finished),
          count(step.stopped),
        ]),
      ]
    case 'weeks':
      return [
        [t('week'), t('started'), t('finished')],
        ...weeks.map(({ monday, started, finished }) => [monday, count(started), count(finished)]),
      ]
    case 'ratings':
      return [
        [t('stars'), t('learners')],
        ...(ratings?.spread ?? []).map((learners, rating): Cell[] => [rating / 2, count(learners)]),
      ]
    case 'time':
      return [
        [t('step'), t('median_minutes')],
        [t('whole'), minutes(time?.medianSeconds ?? null) ?? few],
        ...(time?.steps ?? []).map(({ title, medianSeconds }): Cell[] => [title, minutes(medianSeconds) ?? few]),
      ]
    case 'scores':
      return [
        [t('score'), t('learners')],
        ...(quiz?.scores ?? []).map((learners, bucket): Cell[] => [
          `${bucket * 10}–${bucket * 10 + 10}%`,
          count(learners),
        ]),
      ]
    case 'questions':
      return [
        [t('number'), t('question'), t('learners'), t('share_right'), t('discrimination'), t('empty')],
        ...(quiz?.questions ?? []).map((question): Cell[] => [
          question.number,
          question.text,
          question.learners,
          question.shareRight,
          question.discrimination,
          count(question.empty),
        ]),
      ]
    case 'options':
      return [
        [t('number'), t('question'), t('option'), t('correct'), t('chosen')],
        ...(quiz?.questions ?? []).flatMap((question) =>
          question.options.map((option): Cell[] => [
            question.number,
            question.text,
            option.text,
            option.correct ? t('yes') : t('no'),
            count(option.chosen),
          ]),
        ),
      ]
  }
}

function minutes(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds / 6) / 10
}
