/** The page of a channel. */
export function channelAddress(channelId: string): string {
  return `/messages/c/${encodeURIComponent(channelId)}`
}
