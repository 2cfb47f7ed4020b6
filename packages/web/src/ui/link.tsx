import { type AnchorHTMLAttributes, type ReactNode, type Ref, use } from 'react'
import { Link, useInRouterContext } from 'react-router'
import { classNames } from './class-names.ts'
import styles from './link.module.css'
import { LinkLanguage } from './link-language.ts'

export type PageLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  ref?: Ref<HTMLAnchorElement>
  replace?: boolean
  preventScrollReset?: boolean
  /** The server sends the visitor on from there: the address is no page that the router could show. */
  leaves?: boolean
}

/** A link without a look: inside the site it changes the page without a reload, elsewhere it is an ordinary link. */
export function PageLink({ to: address, replace, preventScrollReset, leaves, ...rest }: PageLinkProps) {
  const to = use(LinkLanguage)(address)
  const routed = useInRouterContext() && to.startsWith('/') && !leaves && !rest.target && rest.download === undefined
  if (!routed) return <a href={to} {...rest} />
  return <Link to={to} replace={replace} preventScrollReset={preventScrollReset} {...rest} />
}

type TextLinkProps = PageLinkProps & { children: ReactNode }

/** A link in running text. */
export function TextLink({ className, ...rest }: TextLinkProps) {
  return <PageLink className={classNames(styles.link, className)} {...rest} />
}

/** A link that stands alone, as "see all" beside a heading. */
export function PlainLink({ className, ...rest }: TextLinkProps) {
  return <PageLink className={classNames(styles.link, styles.plain, className)} {...rest} />
}

/** Leaves the site in a new tab; `hint` says so to a screen reader; `rel` adds to what every such link has. */
export function OutsideLink({
  className,
  hint,
  children,
  to,
  rel,
  ...rest
}: Omit<TextLinkProps, 'replace' | 'preventScrollReset'> & { hint: string }) {
  return (
    <a
      {...rest}
      href={to}
      target="_blank"
      rel={classNames('noopener noreferrer', rel)}
      className={classNames(styles.link, styles.out, className)}
    >
      {children}
      <span className="sr">{hint}</span>
    </a>
  )
}
