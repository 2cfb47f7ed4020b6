import { pathIn } from '@lantern/contract/campus-variant.ts'
import { isLearnCreator } from '@lantern/contract/roles.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { PlainLink } from '#ui/link.tsx'

/** The way back to one's own content. For who makes content of the campus alone, the dashboard of the site is not there. */
export function DashboardLink() {
  const t = useMessages()
  const campus = !isLearnCreator(useSession())
  return (
    <PlainLink className="small" to={pathIn('/creator/dashboard', campus)}>
      {t(campus ? 'authoring.dashboard_campus_title' : 'authoring.dashboard_title')}
    </PlainLink>
  )
}
