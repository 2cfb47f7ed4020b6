import type { departToSchool } from '@lantern/contract/identity/school-sign-in.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useGuard } from '#kit/guards.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { LogInIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '../form-page.tsx'
import { outsideProblemKey } from '../provider/outside-problems.ts'

interface SchoolPageProps {
  slug: string
  name: string
  /** Of who is signed in here; null: nobody. */
  ownName: string | null
  redirectTo: string
  /** Why it did not go well before. */
  problem: string | null
}

/** A guest signs in by the school; who is signed in here binds the account of the school to their own. */
export function SchoolPage({ slug, name, ownName, redirectTo, problem }: SchoolPageProps) {
  const t = useMessages()
  const guard = useGuard()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const here = `/sign-in/school/${slug}`
  const bind = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { url } = await call<typeof departToSchool>('POST /api/school/:slug/departure', {
        params: { slug },
        body: { purpose: 'bind', redirectTo },
      })
      window.location.assign(url)
    } catch (error) {
      setFailure(failureText(error, t))
      setBusy(false)
    }
  }
  const told = failure ?? (problem && t(outsideProblemKey(problem)))
  return (
    <FormPage title={t('identity.school_title', { name })} lead={t('identity.school_lead')} icon={<LogInIcon />}>
      {told && (
        <Notice tone="bad" live>
          {told}
        </Notice>
      )}
      {ownName === null ? (
        <>
          <LinkButton
            theme="primary"
            size="l"
            wide
            leaves
            to={`${here}/start?redirect_to=${encodeURIComponent(redirectTo)}`}
          >
            {t('identity.school_go')}
          </LinkButton>
          <p className="small muted">
            {t('identity.school_has_account')} <TextLink to={signInPath(here)}>{t('identity.sign_in')}</TextLink>
          </p>
        </>
      ) : (
        <>
          <p>{t('identity.school_bind_text', { name: ownName })}</p>
          <Button theme="primary" size="l" wide busy={busy} onClick={() => guard(['tfa'], () => void bind())}>
            {t('identity.school_bind')}
          </Button>
        </>
      )}
    </FormPage>
  )
}
