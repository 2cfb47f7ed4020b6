export interface StoredMessage {
  type: string
  at: Date
  data: unknown
}

/** What a server gets: what happened, when, and the ids of what it happened to. */
export function bodyOf({ type, at, data }: StoredMessage): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data })
}
