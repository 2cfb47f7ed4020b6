import { countdown } from '@lantern/contract/quiz/attempt.ts'
import { useMessages } from '#kit/messages.tsx'

/** How long it is until a retake, in hours, minutes or seconds. */
export function useCountdownWords(): (leftSeconds: number) => string {
  const t = useMessages()
  return (leftSeconds) => {
    const left = countdown(leftSeconds)
    if (left.unit === 'hours') return t('quiz.left_hours', { hours: left.hours, minutes: left.minutes })
    if (left.unit === 'minutes') return t('quiz.left_minutes', { minutes: left.minutes, seconds: left.seconds })
    return t('quiz.left_seconds', { seconds: left.seconds })
  }
}
