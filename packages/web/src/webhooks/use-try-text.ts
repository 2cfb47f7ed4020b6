import type { WebhookDelivery } from '@lantern/contract/webhooks/webhooks.ts'
import { useMessages } from '#kit/messages.tsx'

/** How one try went, in a few words. */
export function useTryText() {
  const t = useMessages()
  return ({ status, problem }: Pick<WebhookDelivery['tries'][number], 'status' | 'problem'>): string =>
    problem === null
      ? String(status ?? '')
      : problem === 'status'
        ? t('webhooks.problem_status', { status: String(status) })
        : t(`webhooks.problem_${problem}`)
}
