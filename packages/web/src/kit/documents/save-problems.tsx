import { signInPath } from '@lantern/contract/redirects.ts'
import type { ReactNode } from 'react'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useMessages } from '../messages.tsx'
import { useAddress } from '../use-address.ts'

type SaveProblemsProps = {
  status: string
  /** Why the server refused, in words. */
  problem: string | null
  lostTitle: string
  /** Exports the text, for an author who may not save it any more. */
  wayOut: ReactNode
}

/** Why nothing is saved, where the reason is not another editor. */
export function SaveProblems({ status, problem, lostTitle, wayOut }: SaveProblemsProps) {
  const t = useMessages()
  const here = useAddress()
  if (status === 'refused' && problem) {
    return (
      <Notice tone="bad" live>
        <strong>{t('documents.refused_title')}</strong>
        <br />
        {problem}
      </Notice>
    )
  }
  if (status === 'lost') {
    return (
      <Notice tone="bad" live actions={wayOut}>
        <strong>{lostTitle}</strong>
        <br />
        {t('documents.lost_text')}
      </Notice>
    )
  }
  if (status !== 'signed_out') return null
  return (
    <Notice
      tone="warn"
      live
      actions={
        <LinkButton size="s" theme="primary" to={signInPath(here)} target="_blank">
          {t('identity.sign_in')}
        </LinkButton>
      }
    >
      <strong>{t('documents.signed_out_title')}</strong>
      <br />
      {t('documents.signed_out_text')}
    </Notice>
  )
}
