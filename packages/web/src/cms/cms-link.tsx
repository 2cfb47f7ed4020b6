import type { ReactNode } from 'react'
import { useLinkProps } from '#kit/link-props.ts'
import { useMessages } from '#kit/messages.tsx'
import { PageLink, type PageLinkProps } from '#ui/link.tsx'

type CmsLinkProps = Omit<PageLinkProps, 'to' | 'target' | 'rel' | 'leaves'> & {
  href: string
  /** Opens a new tab wherever it leads. */
  newTab?: boolean
  children: ReactNode
}

/** A link that an editor wrote; where it opens a new tab a screen reader is told. */
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
