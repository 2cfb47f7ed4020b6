import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { getAccountSafety } from '@lantern/contract/identity/account-safety.ts'
import type { getTwoFactor } from '@lantern/contract/identity/guard.ts'
import type { listBindings } from '@lantern/contract/identity/identity-provider.ts'
import type { listSessions } from '@lantern/contract/identity/session-list.ts'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { RealNameSection } from '../guard/real-name-section.tsx'
import { TwoFactorSection } from '../guard/two-factor-section.tsx'
import styles from './account-safety.module.css'
import type { SafetyAnswer } from './account-safety-act.ts'
import { DeleteSection } from './delete-section.tsx'
import { ExportSection } from './export-section.tsx'
import { SafetyRow } from './safety-row.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { WaysSection } from './ways-section.tsx'

export interface AccountSafetyProps {
  safety: ResponseOf<typeof getAccountSafety>
  ways: ResponseOf<typeof listBindings>
  twoFactor: ResponseOf<typeof getTwoFactor>
  sessions: ResponseOf<typeof listSessions>['sessions']
  /** What the person's sales still bring, in fen; 0 for those who sell nothing. */
  due: number
  /** The address of this page, where its forms post. */
  here: string
  answer: SafetyAnswer | undefined
}

/** /accountSafety/{userId}: how one's account is protected, where it is in use, and what becomes of it. */
export function AccountSafety({ safety, ways, twoFactor, sessions, due, here, answer }: AccountSafetyProps) {
  const t = useMessages()
  return (
    <main id="main" className="wrap">
      <div className="page-stack">
        <div>
          <h1>{t('identity.safety_title')}</h1>
          <p className={styles.lead}>{t('identity.safety_lead')}</p>
        </div>
        <div className={styles.columns}>
          <div className={styles.column}>
            <WaysSection safety={safety} ways={ways} here={here} answer={answer} />
            <section className={styles.group} aria-labelledby="safety-checks">
              <h2 className={styles.groupTitle} id="safety-checks">
                {t('identity.safety_checks')}
              </h2>
              <Panel className={styles.rows}>
                <RealNameSection here={here} />
                <TwoFactorSection twoFactor={twoFactor} here={here} />
              </Panel>
            </section>
          </div>
          <div className={styles.column}>
            <SessionsSection sessions={sessions} here={here} answer={answer} />
            <Panel className={styles.rows}>
              <ExportSection latest={safety.export} here={here} answer={answer} />
              <SafetyRow
                id="safety-tokens"
                title={t('tokens.title')}
                acts={<LinkButton to={`${here.split('?', 1)[0]}/tokens`}>{t('tokens.manage')}</LinkButton>}
              >
                {t('tokens.settings')}
              </SafetyRow>
            </Panel>
            <DeleteSection here={here} answer={answer} due={due} />
          </div>
        </div>
      </div>
    </main>
  )
}
