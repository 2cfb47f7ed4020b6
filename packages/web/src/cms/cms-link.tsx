import { linkTarget } from '@lantern/contract/links.ts'
import type { ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { PageLink, type PageLinkProps } from '#ui/link.tsx'

type CmsLinkProps = Omit<PageLinkProps, 'to' | 'target' | 'rel' | 'leaves'> & {
  href: string
  /** Opens a new tab wherever it leads. */
  newTab?: boolean
  children: ReactNode
}

/**
 * A link that an editor wrote: our own learning hosts, paths and anchors open in the same tab, everything else in a new
 * one, which a screen reader is told.
 */
export function CmsLink({ href, newTab = false, children, ...rest }: CmsLinkProps) {
  const t = useMessages()
  const link = useLinkProps(href, newTab)
  return (
    <PageLink {...rest} {...link}>
      {children}
      {link.target && <span className="sr">{t('cms.new_tab')}</span>}
    </PageLink>
  )
}

/** The same for a button that is a link. */
export function useLinkProps(href: string, newTab = false): Pick<PageLinkProps, 'to' | 'target' | 'rel' | 'leaves'> {
  const { site } = useSession()
  if (newTab || linkTarget(href, [site.host, ...site.learningHosts]) === '_blank')
    return { to: href, target: '_blank', rel: 'noopener noreferrer' }
  return isFile(href) ? { to: href, leaves: true } : { to: href }
}

/** Files are no pages that the router could show. */
function isFile(href: string): boolean {
  return /^\/(media|api)\/|^\/[^?#]*\.\w{2,5}(?:[?#]|$)/.test(href)
}
