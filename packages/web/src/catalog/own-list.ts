import type { CardLearner } from '@lantern/contract/catalog/lists.ts'
import { useMemo } from 'react'
import { useOwn } from '#kit/visit.tsx'

/** A list with the visitor's own part; `name` says which list of the page it is. */
export function useOwnList<List extends { learner: CardLearner }>(name: string, list: List): List {
  const learner = useOwn(name, list.learner)
  return useMemo(() => ({ ...list, learner }), [list, learner])
}
