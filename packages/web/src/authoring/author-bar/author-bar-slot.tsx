import { later } from '#kit/later.tsx'
import { useAudience } from '#kit/session.tsx'
import type { AuthorBarProps } from './author-bar.tsx'

const Bar = later<AuthorBarProps>(async () => (await import('./author-bar.tsx')).AuthorBar)

/** Learners' pages carry nothing of the bar: it comes for people with a group, who may be authors. */
export function AuthorBar(props: AuthorBarProps) {
  const { groups } = useAudience()
  return groups.length > 0 ? <Bar {...props} /> : null
}
