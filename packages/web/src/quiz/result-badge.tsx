import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { CheckIcon, MinusIcon, TimerIcon, XIcon } from '#ui/icons.tsx'
import type { QuestionView } from './question-panel.tsx'

/** How a question was answered: a shape and a word. */
export function ResultBadge({ question, isBlank }: { question: QuestionView; isBlank: boolean }) {
  const t = useMessages()
  const { percent } = useFormat()
  const { result, credit = 0 } = question
  if (result === 'waiting') {
    return <Badge icon={<TimerIcon />}>{t('quiz.answer_waiting')}</Badge>
  }
  if (result === 'partly') {
    return (
      <Badge tone="warn" icon={<CheckIcon />}>
        {t('quiz.answer_partly', { percent: percent(credit * 100) })}
      </Badge>
    )
  }
  if (isBlank && result !== 'right') {
    return (
      <Badge tone="warn" icon={<MinusIcon />}>
        {t('quiz.no_answer')}
      </Badge>
    )
  }
  return (
    <Badge tone={result === 'right' ? 'good' : 'bad'} icon={result === 'right' ? <CheckIcon /> : <XIcon />}>
      {t(result === 'right' ? 'quiz.answer_right' : 'quiz.answer_wrong')}
    </Badge>
  )
}
