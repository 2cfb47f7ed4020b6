import { contentLink } from '@lantern/contract/links.ts'
import { useReadVersion } from '#catalog/index.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import type { QuizPage } from './use-attempt-answers.ts'

export interface ReadAgainLink {
  to: string
  label: string
  /** The whole of it, where the label leaves out what is read. */
  name?: string
}

/** Links to what an author wants to be read again: a step of a lesson, or the whole of it. */
export function useReadAgain(
  map: QuizPage['cnQuizData']['readAgainMap'],
): (contentIds: readonly string[]) => ReadAgainLink[] {
  const t = useMessages()
  const locale = useLocale()
  const uv = useReadVersion()
  return (contentIds) =>
    contentIds.flatMap((id) => {
      const target = map[id]
      if (!target) return []
      const to = contentLink(target, { locale, uv, step: target.step?.anchor })
      if (target.step) {
        const { number: n, title } = target.step
        const name = t('quiz.read_again_step_of', { n, title, lesson: target.title })
        return [{ to, label: t('quiz.read_again_step', { n, title }), name }]
      }
      return [{ to, label: t('quiz.read_again'), name: t('quiz.read_again_lesson', { title: target.title }) }]
    })
}
