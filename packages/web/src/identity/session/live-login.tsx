import { useOnceFree } from '../provider/once-free.ts'
import { GatewayNote } from './gateway-note.tsx'
import { NewLoginDialog } from './new-login-dialog.tsx'
import { SessionEndedDialog } from './session-ended-dialog.tsx'
import { useLiveLogin } from './use-live-login.ts'
import { WatchMemberships } from './watch-memberships.tsx'

/** What happens to this person's login while the page stands: said when it happens, one thing at a time. */
export default function LiveLogin() {
  const { state, ended, newDevice, putAway } = useLiveLogin()
  const free = useOnceFree()
  if (ended) return <SessionEndedDialog ended={ended} />
  return (
    <>
      {free && newDevice && <NewLoginDialog device={newDevice} onClose={putAway} />}
      <WatchMemberships />
      <GatewayNote state={state} />
    </>
  )
}
