import { realNamePath } from '@lantern/contract/redirects.ts'
import { goTo } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '../form-page.tsx'
import type { RealNameAnswer } from './real-name-act.ts'
import { RealNameForm } from './real-name-form.tsx'
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
    <FormPage title={t('realname.title')} lead={t('realname.lead')}>
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
    </FormPage>
  )
}
