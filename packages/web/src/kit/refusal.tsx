import type { ErrorCode } from '@lantern/contract/errors.ts'
import { type Guard, stopOf } from '@lantern/contract/guards.ts'
import { guardPage } from '#kit/guards.tsx'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { useAddress } from '#kit/use-address.ts'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'

const ways: Partial<Record<Guard | 'suspended', MessageKey>> = {
  phone: 'identity.bind_title',
  email: 'identity.email_required_add',
  review: 'identity.review_to_profile',
  realName: 'realname.title',
}

/** Why a posted form was refused. A guard's refusal has a link to where the guard is passed. */
export function Refusal({ problem, code }: { problem: string; code: ErrorCode | null }) {
  const t = useMessages()
  const here = useAddress()
  const { user } = useSession()
  const guard = code && stopOf(code)?.guard
  const way = guard && ways[guard]
  return (
    <Notice tone="bad" live>
      {problem}
      {way && (
        <>
          {' '}
          <TextLink to={guardPage(guard, here, user?.id ?? null)}>{t(way)}</TextLink>
        </>
      )}
    </Notice>
  )
}
