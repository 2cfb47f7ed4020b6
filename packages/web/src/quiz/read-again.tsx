import { contentLink } from '@lantern/contract/links.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import type { QuizPage } from './use-attempt-answers.ts'

export interface ReadAgainLink {
  to: string
  label: string
}

/** Links to what an author wants to be read again: a step of a lesson, or the whole of it. */
export function useReadAgain(
  map: QuizPage['cnQuizData']['readAgainMap'],
): (contentIds: readonly string[]) => ReadAgainLink[] {
  const t = useMessages()
  const locale = useLocale()
  return (contentIds) =>
    contentIds.flatMap((id) => {
      const target = map[id]
      if (!target) return []
      const to = contentLink(target, { locale, step: target.step?.anchor })
      const label = target.step
        ? t('quiz.read_again_step', { n: target.step.number })
        : t('quiz.read_again', { title: target.title })
      return [{ to, label }]
    })
}
