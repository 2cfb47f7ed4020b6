import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** In the place of a list that has entries, but none on this page: `to` is its first page. */
export function BeyondLastPage({ to }: { to: string }) {
  const t = useMessages()
  return (
    <EmptyState
      title={t('kit.beyond_title')}
      actions={
        <LinkButton theme="primary" to={to}>
          {t('kit.first_page')}
        </LinkButton>
      }
    />
  )
}
