import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'

/** Title and description of the document; React lifts them into the head. */
export function PageHead({ title, description }: { title?: string; description?: string }) {
  const t = useMessages()
  const { site } = useSession()
  return (
    <>
      <title>{title ? `${title} · ${site.name}` : site.name}</title>
      <meta name="description" content={(description || t('shell.tagline')).slice(0, 160)} />
    </>
  )
}
