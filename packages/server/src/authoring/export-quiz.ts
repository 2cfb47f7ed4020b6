import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { readQuizQuestions } from '#quiz/index.ts'
import { exportGift } from './gift-questions.ts'

/** A quiz, by id or slug, as a GIFT file with its answers: for its keepers, never for learners. */
export async function exportQuiz({ db }: Pick<Services, 'db'>, idOrSlug: string): Promise<string> {
  const quiz = await db
    .selectFrom('items')
    .select('id')
    .where('type', '=', 'quiz')
    .where((eb) => eb.or([eb('id', '=', idOrSlug), eb('slug', '=', idOrSlug)]))
    .executeTakeFirst()
  if (!quiz) throw refuse('not_found')
  return exportGift(await readQuizQuestions(db, quiz.id))
}
