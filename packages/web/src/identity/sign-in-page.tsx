import { signInPath, signUpPath } from '@lantern/contract/redirects.ts'
import { useLocation } from 'react-router'
import { askedFragment } from '#kit/asked-fragment.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from './form-page.tsx'
import { OutsideDeparture } from './provider/outside-departure.tsx'
import { outsideProblemKey } from './provider/outside-problems.ts'
import type { SignInAnswer } from './sign-in-act.ts'
import { SignInForm } from './sign-in-form.tsx'

interface SignInPageProps {
  redirectTo: string
  registering: boolean
  /** What the form's post without script was answered with. */
  answer: SignInAnswer | undefined
  /** Why signing in through another site failed. */
  outsideProblem: string | null
}

/** Signing in and up, as a page of its own. The same form: a phone without an account gets one. */
export function SignInPage({ redirectTo: asked, registering, answer, outsideProblem }: SignInPageProps) {
  const t = useMessages()
  const { site } = useSite()
  const redirectTo = useWithFragment(asked)
  const problem = answer ? answer.problem : outsideProblem && t(outsideProblemKey(outsideProblem))
  const other = registering ? signInPath(redirectTo) : signUpPath(redirectTo)
  return (
    <FormPage
      title={t(registering ? 'identity.sign_up_title' : 'identity.sign_in_title', { site: site.name })}
      lead={t('identity.sign_in_lead')}
    >
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {answer?.outsideWay && <OutsideDeparture way={answer.outsideWay} redirectTo={redirectTo} />}
      <SignInForm
        action={registering ? signUpPath(redirectTo) : signInPath(redirectTo)}
        registering={registering}
        redirectTo={redirectTo}
        values={answer?.values}
        problems={answer?.problems}
        justSent={answer?.sent ?? false}
      />
      <p className="small muted">
        {t(registering ? 'identity.have_account' : 'identity.no_account')}
        <TextLink to={other}>{t(registering ? 'identity.sign_in' : 'identity.sign_up')}</TextLink>
      </p>
    </FormPage>
  )
}

/**
 * A browser that the server leads here from an address with a fragment keeps the fragment, behind this address: it
 * belongs to the one that was wanted. The router does not.
 */
function useWithFragment(redirectTo: string): string {
  const { hash } = useLocation()
  const hydrated = useHydrated()
  const path = redirectTo.replace(/#.*$/, '')
  const fragment = hydrated && (hash || askedFragment(path))
  return fragment ? `${path}${fragment}` : redirectTo
}
