import type { logLoginTip } from '@lantern/contract/identity/identity-provider.ts'
import { bindPath } from '@lantern/contract/identity/outside-ways.ts'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { CornerCard } from '#ui/corner-card.tsx'
import type { HeaderNotice } from './header-notice.ts'
import { useOnceFree } from './once-free.ts'

interface NoticeCardProps {
  kind: Extract<HeaderNotice['kind'], 'bind_prompt' | 'login_tip'>
  onClose: () => void
}

/** What may be read or not: it stands in the corner and nothing waits for it. */
export function NoticeCard({ kind, onClose }: NoticeCardProps) {
  const t = useMessages()
  const free = useOnceFree()
  const here = useAddress()
  if (!free) return null

  async function acknowledge() {
    onClose()
    // not logged, it comes again: nothing to trouble anybody with
    await call<typeof logLoginTip>('POST /api/learn/cn/log-unityid-tip').catch(() => undefined)
  }

  const isPrompt = kind === 'bind_prompt'
  return (
    <CornerCard
      title={t(isPrompt ? 'identity.bind_prompt_title' : 'identity.login_tip_title')}
      acts={
        isPrompt ? (
          <>
            <Button onClick={onClose}>{t('identity.bind_prompt_later')}</Button>
            <LinkButton theme="primary" leaves to={bindPath('unityId', here)}>
              {t('identity.bind_prompt_act')}
            </LinkButton>
          </>
        ) : (
          <Button theme="primary" onClick={() => void acknowledge()}>
            {t('identity.notice_confirm')}
          </Button>
        )
      }
    >
      <p>{t(isPrompt ? 'identity.bind_prompt_text' : 'identity.login_tip_text')}</p>
    </CornerCard>
  )
}
