import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'

/** A count in words: one that is too small to be told says so. */
export function useCount(least: number): (count: number | null) => string {
  const t = useMessages()
  const format = useFormat()
  return (count) => (count === null ? t('authoring.insights.few', { least }) : format.number(count))
}
