import type { getSandboxPayment } from '@lantern/contract/commerce/sandbox-payments.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { Form, useNavigation } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { type SandboxAct, sandboxActs } from './sandbox-acts.ts'
import styles from './sandbox-page.module.css'

interface SandboxPageProps {
  payment: ResponseOf<typeof getSandboxPayment>
  path: string
  /** The outcome just played. */
  played: SandboxAct | null
}

/** The gateway that the demo plays: a person chooses what the payer's bank does. */
export function SandboxPage({ payment, path, played }: SandboxPageProps) {
  const t = useMessages()
  const format = useFormat()
  const { formData } = useNavigation()
  const { title, amountFen, state, returnUrl } = payment
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <Notice>{t('commerce.sandbox_note')}</Notice>
      <Panel className={styles.pay}>
        <h1>{t('commerce.gateway_sandbox')}</h1>
        <p>{title}</p>
        <p className={styles.amount}>{format.amount(amountFen)}</p>
        {played === 'fail' && (
          <Notice tone="bad" live>
            {t('commerce.sandbox_failed')}
          </Notice>
        )}
        {state === 'waiting' ? (
          <Form method="post" action={path} className={styles.acts}>
            {sandboxActs.map((act) => (
              <Button
                key={act}
                type="submit"
                name="act"
                value={act}
                size="l"
                wide
                theme={act === 'succeed' ? 'primary' : 'secondary'}
                busy={formData?.get('act') === act}
              >
                {t(`commerce.sandbox_${act}`)}
              </Button>
            ))}
          </Form>
        ) : (
          <p role="status">{t(`commerce.sandbox_is_${state}`)}</p>
        )}
        <LinkButton to={returnUrl} leaves theme={state === 'waiting' ? 'quiet' : 'primary'} wide>
          {t('commerce.sandbox_back')}
        </LinkButton>
      </Panel>
    </main>
  )
}
