import { Ask } from '@lantern/contract/quiz/asks.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import { hasOptions } from '@lantern/contract/quiz/kinds/index.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { Value } from 'typebox/value'
import { escapeHtml } from '#kit/escape-html.ts'
import { sanitizeHtml, wordsOf } from '#media/index.ts'
import { creditsOf } from './answer-weights.ts'
import { type GiftAnswer, type GiftQuestion, type GiftText, serializeGift } from './gift.ts'
import { renderMarkdown } from './import/markdown.ts'
import { headingAnchors } from './import/steps.ts'

export interface ReadQuestion {
  draft: QuestionDraft
  line: number
}

/** A GIFT question as a question of a quiz, its texts as sanitized HTML. */
export async function questionOf(question: GiftQuestion, language: ContentLanguage): Promise<ReadQuestion> {
  const more = readMore(question.marks)
  const stem = await htmlOf(question.stem, language)
  const body = question.tail === '' ? stem : `${stem} _____ ${escapeHtml(question.tail)}`
  const hasWholeAnswer = question.answers.some(({ weight }) => weight >= 100)
  const isRight = ({ weight }: GiftAnswer) => (hasWholeAnswer ? weight >= 100 : weight > 0)
  const { yes, no } = wordsOf(language)
  const ask = more.ask ?? question.ask
  const weights = question.answers.map((answer) => ({ weight: answer.weight, correct: isRight(answer) }))
  const credits = ask ? null : creditsOf(weights, hasWholeAnswer)
  const options = await Promise.all(
    question.answers.map(async (answer, index) => ({
      body: question.kind === 'trueFalse' ? (index === 0 ? yes : no) : await htmlOf(answer.text, language),
      correct: isRight(answer),
      ...(credits && { credit: credits[index] }),
      ...(ask?.kind === 'matching' && { match: more.matches?.[index] ?? answer.match ?? '' }),
      ...(answer.feedback && { feedback: await htmlOf(answer.feedback, language) }),
    })),
  )
  const general = question.generalFeedback ? await htmlOf(question.generalFeedback, language) : ''
  const feedback = more.feedback ?? (general ? { correct: general, wrong: general } : undefined)
  const draft: QuestionDraft = {
    ...(question.title && { name: question.title }),
    body,
    options: hasOptions({ ask }) ? options : [],
    ...(ask && { ask }),
    ...(more.points !== undefined && { points: more.points }),
    ...(more.shuffle === false && { shuffleOptions: false }),
    ...(more.contents && { contentIds: more.contents }),
    ...(feedback && { quizFeedback: feedback }),
  }
  return { draft, line: question.line }
}

/** Questions of a quiz as a GIFT file. What GIFT has no place for stands in a comment that only we read. */
export function exportGift(questions: readonly QuestionDraft[]): string {
  return serializeGift(questions.map(giftOf))
}

function giftOf(question: QuestionDraft): GiftQuestion {
  const { name, body, options, ask, points, shuffleOptions, contentIds, quizFeedback } = question
  const rightCount = options.filter(({ correct }) => correct).length
  const rightWeight = rightCount === 1 ? 100 : Number((100 / rightCount).toFixed(5))
  const isGeneral = quizFeedback !== undefined && quizFeedback.correct === quizFeedback.wrong
  const general = isGeneral && quizFeedback.correct !== '' ? quizFeedback.correct : null
  const matches = options.map(({ match = '' }) => match)
  const more: More = {
    ...(ask && { ask }),
    ...(ask?.kind === 'matching' && { matches }),
    ...(points !== undefined && { points }),
    ...(shuffleOptions === false && { shuffle: false }),
    ...(contentIds && contentIds.length > 0 && { contents: contentIds }),
    ...(quizFeedback && general === null && (quizFeedback.correct || quizFeedback.wrong) && { feedback: quizFeedback }),
  }
  return {
    kind: ask ? 'asked' : 'choice',
    ...(ask && { ask }),
    line: 0,
    category: '',
    title: name ?? '',
    stem: html(body),
    tail: '',
    answers: options.map(({ body: text, correct, feedback, match, credit }, at) => ({
      text: html(text),
      ...(ask && { match: match ?? String(at + 1) }),
      weight: ask ? 100 : (credit ?? (correct ? rightWeight : rightCount === 1 ? 0 : -100)),
      feedback: feedback ? html(feedback) : null,
    })),
    generalFeedback: general === null ? null : html(general),
    marks: Object.keys(more).length > 0 ? [writeMore(more)] : [],
  }
}

function html(text: string): GiftText {
  return { format: 'html', text }
}

interface More {
  ask?: Ask
  matches?: string[]
  points?: number
  shuffle?: boolean
  contents?: string[]
  feedback?: { correct: string; wrong: string }
}

const moreMark = 'lantern:'

function writeMore(more: More): string {
  return moreMark + Buffer.from(JSON.stringify(more)).toString('base64url')
}

/** Written by us, but the file may have been anywhere since: only what fits is believed. */
function readMore(marks: readonly string[]): More {
  const mark = marks.find((one) => one.startsWith(moreMark))
  if (!mark) return {}
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(mark.slice(moreMark.length), 'base64url').toString('utf8'))
  } catch {
    return {}
  }
  const { shuffle, contents, feedback, ask, matches, points } = Object(value) as Record<string, unknown>
  const { correct, wrong } = Object(feedback) as Record<string, unknown>
  return {
    ...(Value.Check(Ask, ask) && { ask }),
    ...(Array.isArray(matches) && matches.every((match) => typeof match === 'string') && { matches }),
    ...(typeof points === 'number' && points > 0 && points <= 1000 && { points }),
    ...(shuffle === false && { shuffle }),
    ...(Array.isArray(contents) && { contents: contents.filter((id) => typeof id === 'string') }),
    ...(typeof correct === 'string' &&
      typeof wrong === 'string' && { feedback: { correct: sanitizeHtml(correct), wrong: sanitizeHtml(wrong) } }),
  }
}

/** Text of a question bank in any of the formats that question banks know, as sanitized HTML. */
export async function htmlOf({ format, text }: GiftText, language: ContentLanguage): Promise<string> {
  switch (format) {
    case 'html':
      return sanitizeHtml(text)
    case 'plain':
      return escapeHtml(text).replaceAll('\n', '<br>')
    case 'moodle':
      return sanitizeHtml(text.replaceAll('\n', '<br>'))
    case 'markdown':
      return renderMarkdown(text, { language, anchor: headingAnchors(), link: ownLink, picture: async () => null })
  }
}

function ownLink(href: string): string {
  return href
}
