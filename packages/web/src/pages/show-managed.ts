import { redirectDocument } from 'react-router'
import { loadBlocks } from '#cms/index.ts'
import { loadSlotParts } from './cms-slots.tsx'
import type { OutsideOrigins } from './outside-origins.ts'

/** What the headers of this document allow is what it showed when it came, which its markup says. */
const allowed: OutsideOrigins = {
  media: originsOf('[data-outside]', 'data-outside'),
  frames: originsOf('figure[data-embed]', 'data-embed'),
}

interface Followed<Data> {
  url: URL
  serverLoader(): Promise<Data>
}

/**
 * For a link that the browser follows by itself: the script of the blocks comes together with their data, so that nothing
 * is empty for a moment. A page that shows what the headers of this document forbid is loaded as a document of its own.
 */
export async function showManaged<Data extends { outside: OutsideOrigins }>(
  { url, serverLoader }: Followed<Data>,
  known = allowed,
): Promise<Data> {
  // a script that the network loses is asked for again by what needs it
  const [data] = await Promise.all([serverLoader(), Promise.allSettled([loadBlocks(), loadSlotParts()])])
  const { media, frames } = data.outside
  if (isWithin(media, known.media) && isWithin(frames, known.frames)) return data
  throw redirectDocument(`${url.pathname}${url.search}`)
}

function isWithin(wanted: readonly string[], known: readonly string[]): boolean {
  return wanted.every((origin) => known.includes(origin))
}

function originsOf(selector: string, attribute: string): string[] {
  if (import.meta.env.SSR) return []
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    const address = element.getAttribute(attribute) ?? ''
    return URL.canParse(address) ? [new URL(address).origin] : []
  })
}
