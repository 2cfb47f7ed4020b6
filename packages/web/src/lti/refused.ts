import type { LtiRefusal } from '@lantern/contract/lti/refusals.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'

/** When a message was refused last, and what its admin has to look at; null where nothing is wrong. */
export function useRefused(): (refused: LtiRefusal | null) => string | null {
  const t = useMessages()
  const format = useFormat()
  return (refused) =>
    refused && t('lti.refused', { time: format.dateTime(refused.at), reason: t(`lti.refused_${refused.reason}`) })
}
