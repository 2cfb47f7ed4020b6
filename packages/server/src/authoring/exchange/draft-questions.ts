import type { QuestionForm, QuizForms } from '@lantern/contract/authoring/forms.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { RichText } from '@lantern/contract/media/rich-document.ts'
import type { RichDoc } from '@lantern/contract/media/rich-schema.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import { hasOptions } from '@lantern/contract/quiz/kinds/index.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import type { Db } from '#kit/sql.ts'
import { htmlOf, readRichText, richTextContext } from '#media/index.ts'

/** The questions of a draft as an author would write them elsewhere: HTML, and no ids of this site. */
export async function questionsOfForms(db: Db, { general, questions }: QuizForms): Promise<QuestionDraft[]> {
  const documents: RichDoc[] = []
  const keep = (text: RichText | null): RichDoc | null => {
    if (text === null) return null
    const document = readRichText(text, 'questions')
    documents.push(document)
    return document
  }
  const kept = questions.questions.map((question) => ({
    question,
    body: keep(question.body),
    options: (hasOptions(question) ? question.options : []).map((option) => ({
      option,
      body: keep(option.body),
      feedback: keep(option.feedback),
    })),
    feedback: { correct: keep(question.quizFeedback.correct), wrong: keep(question.quizFeedback.wrong) },
  }))
  const context = await richTextContext(db, documents, { language: general.language as ContentLanguage })
  const html = (document: RichDoc | null) => (document ? unwrapped(htmlOf(document, context)) : '')
  return kept.map(({ question, body, options, feedback }): QuestionDraft => {
    const quizFeedback = { correct: html(feedback.correct), wrong: html(feedback.wrong) }
    return {
      body: html(body),
      options: options.map(({ option, body: text, feedback: said }) => {
        const one = html(said)
        return {
          body: html(text),
          correct: option.correct,
          ...(one && { feedback: one }),
          ...(option.match !== undefined && { match: option.match }),
          ...(option.credit !== undefined && { credit: option.credit }),
        }
      }),
      ...(question.ask && { ask: question.ask }),
      ...(question.points !== undefined && { points: question.points }),
      ...(!question.shuffleOptions && { shuffleOptions: false }),
      ...(question.contentIds.length > 0 && { contentIds: question.contentIds }),
      ...((quizFeedback.correct || quizFeedback.wrong) && { quizFeedback }),
    }
  })
}

/** One plain paragraph is a line of text: other programs show it as such. */
function unwrapped(html: string): string {
  const found = /^<p>((?:(?!<\/?p\b)[\s\S])*)<\/p>$/.exec(html)
  return found ? (found[1] ?? '') : html
}

/**
 * A question from elsewhere as the editor holds it; every text is read into a document when it is saved. Its ids carry no
 * time: the order in which they were made often tells the right one.
 */
export function formOfQuestion(question: QuestionDraft): QuestionForm {
  const { body, options, ask, points, shuffleOptions = true, contentIds = [], quizFeedback } = question
  return {
    id: newId('question', 0),
    body,
    options: options.map(({ body: text, correct, feedback = '', match, credit }) => ({
      id: newId('option', 0),
      body: text,
      correct,
      feedback,
      ...(match !== undefined && { match }),
      ...(credit !== undefined && { credit }),
    })),
    ...(ask && { ask }),
    ...(points !== undefined && { points }),
    shuffleOptions,
    contentIds: [...contentIds],
    quizFeedback: { correct: quizFeedback?.correct || null, wrong: quizFeedback?.wrong || null },
  }
}
