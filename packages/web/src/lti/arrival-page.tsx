import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { getLtiArrival } from '@lantern/contract/lti/arrivals.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { Form } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

interface ArrivalPageProps {
  /** Null: the ticket was used, or is too old. */
  arrival: ResponseOf<typeof getLtiArrival> | null
  /** The address of the page, where its forms post to. */
  here: string
}

/** Somebody comes from a platform and is somebody else here, or in a browser that cannot prove where they began. */
export function ArrivalPage({ arrival, here }: ArrivalPageProps) {
  const t = useMessages()
  const busy = useIsSending()
  if (arrival === null) {
    return (
      <main id="main" className="wrap section">
        <EmptyState kind="error" bare level={1} title={t('lti.arrival_over')}>
          {t('lti.arrival_over_text')}
        </EmptyState>
      </main>
    )
  }
  const { platform, organisation, name, mayBind, ownName } = arrival
  const goOn = (bind: boolean, label: string) => (
    <Form method="post" action={here} reloadDocument>
      <input type="hidden" name="bind" value={String(bind)} />
      <Button type="submit" theme={bind ? 'secondary' : 'primary'} busy={busy}>
        {label}
      </Button>
    </Form>
  )
  return (
    <main id="main" className="wrap section">
      <EmptyState
        bare
        level={1}
        title={t('lti.arrival')}
        actions={
          <>
            {goOn(false, name ? t('lti.arrival_as', { name }) : t('lti.arrival_nameless'))}
            {mayBind && ownName !== null && goOn(true, t('lti.arrival_bind', { name: ownName }))}
            {mayBind && ownName === null && <LinkButton to={signInPath(here)}>{t('lti.arrival_sign_in')}</LinkButton>}
          </>
        }
      >
        <p>{t('lti.arrival_from', { platform, organisation })}</p>
        {ownName !== null && <p>{t('lti.arrival_signed_in', { name: ownName })}</p>}
        {mayBind && ownName !== null && <p>{t('lti.arrival_bind_text')}</p>}
      </EmptyState>
    </main>
  )
}
