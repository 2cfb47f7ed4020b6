/** The page of notifications, narrowed to unread ones or one kind, or going on after the entry `before`. */
export function notificationsAddress(shown: { filter: string; kind: string | null; before?: string }): string {
  const { filter, kind, before } = shown
  const query = new URLSearchParams()
  if (filter !== 'all') query.set('filter', filter)
  if (kind !== null) query.set('kind', kind)
  if (before !== undefined) query.set('before', before)
  return query.size > 0 ? `/notifications?${query}` : '/notifications'
}
