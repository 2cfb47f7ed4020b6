import type { EmbedProvider } from '@lantern/contract/media/embeds.ts'

const unreachable: Record<string, readonly EmbedProvider[]> = { CN: ['youtube', 'vimeo'] }

/** Whether visitors of a country cannot get to a site; where the country is not known they may try. */
export function isOutOfReach(provider: EmbedProvider | null, country: string | null): boolean {
  return provider !== null && (unreachable[country ?? '']?.includes(provider) ?? false)
}
