import { realNamePath } from '@lantern/contract/redirects.ts'
import { type MouseEvent, Suspense, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { LinkButton } from '#ui/button.tsx'
import { CircleCheckIcon } from '#ui/icons.tsx'
import { SafetyRow } from '../account/safety-row.tsx'
import styles from './safety-section.module.css'

const RealNameDialog = lazyPart(() => import('./real-name-dialog.tsx'))

/** The verified name on the account safety page. The link leads to a page of its own where there is no script. */
export function RealNameSection({ here }: { here: string }) {
  const t = useMessages()
  const isVerified = useSession().user?.isRealName ?? false
  const [isOpen, setOpen] = useState(false)
  const open = (event: MouseEvent) => {
    event.preventDefault()
    setOpen(true)
  }
  return (
    <SafetyRow
      id="safety-real-name"
      title={t('realname.section')}
      acts={
        isVerified ? (
          <span className={styles.done}>
            <CircleCheckIcon className="icon-s" />
            {t('realname.done')}
          </span>
        ) : (
          <LinkButton to={realNamePath(here)} onClick={open}>
            {t('realname.submit')}
          </LinkButton>
        )
      }
    >
      {t(isVerified ? 'realname.verified' : 'realname.not_verified')}
      {isOpen && (
        <Suspense>
          <RealNameDialog here={here} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </SafetyRow>
  )
}
