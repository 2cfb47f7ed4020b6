/** The label in the corner of a card. */
export type CardLabel = 'owned' | 'free' | 'premium' | 'paid'

export interface Labelled {
  id: string
  premium: boolean
  withPay: boolean
  ownerId: string
}

/**
 * An owner or buyer sees their item as owned. What is premium carries the premium label; when it can also be bought,
 * members see premium and everybody else sees that it costs money.
 */
export function cardLabel(item: Labelled, viewer: CardViewer): CardLabel {
  if (viewer.id !== undefined && (viewer.id === item.ownerId || viewer.boughtIds?.includes(item.id))) return 'owned'
  if (item.premium && (viewer.premium || !item.withPay)) return 'premium'
  return item.withPay ? 'paid' : 'free'
}

/** What is known of the visitor; a guest is empty. */
export interface CardViewer {
  id?: string
  premium?: boolean
  /** Items the visitor has bought or was given. */
  boughtIds?: readonly string[]
}

export type StudyMethod = 'liveSession' | 'lab'

/** How the item is studied besides reading: with live sessions, in a streaming lab. */
export function studyMethods(item: {
  type: string
  liveSessionIds: readonly string[]
  withLab: boolean
}): StudyMethod[] {
  const methods: StudyMethod[] = []
  if (item.type === 'liveSession' || item.liveSessionIds.length > 0) methods.push('liveSession')
  if (item.withLab) methods.push('lab')
  return methods
}
