import { linkTarget } from '@lantern/contract/links.ts'
import { useSite } from '#kit/session.tsx'
import type { PageLinkProps } from '#ui/link.tsx'

/**
 * For a link in content: our own learning hosts, paths and anchors open in the same tab, everything
 * else in a new one, and so does everything with `newTab`.
 */
export function useLinkProps(href: string, newTab = false): Pick<PageLinkProps, 'to' | 'target' | 'rel' | 'leaves'> {
  const { site } = useSite()
  if (newTab || linkTarget(href, [site.host, ...site.learningHosts]) === '_blank')
    return { to: href, target: '_blank', rel: 'noopener noreferrer' }
  return isFile(href) ? { to: href, leaves: true } : { to: href }
}

/** Files are no pages that the router could show. */
function isFile(href: string): boolean {
  return /^\/(media|api)\/|^\/[^?#]*\.\w{2,5}(?:[?#]|$)/.test(href)
}
