import type { GatewayState } from '#kit/gateway.ts'
import { useMessages } from '#kit/messages.tsx'
import styles from './gateway-note.module.css'

/** The first tries mend most things before anybody would notice. */
const silentAttempts = 3

/** That the connection is away for longer, and when it is tried again. The running figure is for the eye alone. */
export function GatewayNote({ state }: { state: GatewayState }) {
  const t = useMessages()
  if (state.kind !== 'reconnecting' || state.attempt <= silentAttempts) return null
  return (
    <div className={styles.note} role="status">
      {t('identity.gateway_lost')}
      <span aria-hidden="true">{t('identity.gateway_retry_in', { seconds: Math.ceil(state.inMs / 1000) })}</span>
    </div>
  )
}
