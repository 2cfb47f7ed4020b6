import { choose } from '@lantern/contract/quiz/attempt.ts'
import { useEffect, useRef } from 'react'
import { indexOfLetter, type QuestionView } from './question-panel.tsx'

interface QuizKeys {
  question: QuestionView | undefined
  chosen: readonly string[]
  onChoose(questionId: string, optionIds: string[]): void
  onMove(by: 1 | -1): void
}

/** Letters choose in the question at work and the left and right arrows turn the page, wherever on the page's own part the focus is. */
export function useQuizKeys(keys: QuizKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(ownKeys)) return
      const { question, chosen, onChoose, onMove } = latest.current
      // what has a kind of its own is not chosen by letters
      const option = question?.ask ? undefined : question?.options[indexOfLetter(event)]
      if (question && option) onChoose(question.id, choose(chosen, option.id, question.multiple))
      else if (event.key === 'ArrowRight') onMove(1)
      else if (event.key === 'ArrowLeft') onMove(-1)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Where a letter is written, or the keys mean something else. */
const ownKeys =
  'dialog, textarea, select, video, audio, [role=slider], [popover], ' +
  'input:not([type=radio], [type=checkbox]), header, footer'
