import { realNamePath } from '@lantern/contract/redirects.ts'
import { goTo } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import type { RealNameAnswer } from './real-name-act.ts'
import { RealNameForm } from './real-name-form.tsx'
import styles from './two-factor-page.module.css'
import { useRealName } from './use-real-name.ts'

interface RealNamePageProps {
  redirectTo: string
  /** What the form's post without script was answered with. */
  answer: RealNameAnswer | undefined
}

/** Proving the name, as a page of its own. */
export function RealNamePage({ redirectTo, answer }: RealNamePageProps) {
  const t = useMessages()
  const realName = useRealName({
    onVerified: () => goTo(redirectTo),
    values: { name: answer?.name },
    problems: answer?.problems,
  })
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <Panel className={styles.panel}>
        <div>
          <h1 className={styles.title}>{t('realname.title')}</h1>
          <p className="small muted">{t('realname.lead')}</p>
        </div>
        {answer?.problem && (
          <Notice tone="bad" live>
            {answer.problem}
          </Notice>
        )}
        <RealNameForm
          realName={realName}
          action={realNamePath(redirectTo)}
          cancel={<LinkButton to={redirectTo}>{t('identity.guard_not_now')}</LinkButton>}
        />
      </Panel>
    </main>
  )
}
