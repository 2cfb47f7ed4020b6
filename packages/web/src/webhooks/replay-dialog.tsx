import type { replayDeliveries, Webhook } from '@lantern/contract/webhooks/webhooks.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Select } from '#ui/text-field.tsx'
import { shownAddress } from './type-names.ts'

const hourMs = 3_600_000
const spans = [1, 6, 24, 3 * 24, 7 * 24, 30 * 24]

interface ReplayDialogProps {
  organisationId: string
  webhook: Webhook
  onClose: () => void
}

/** Sends again what an address did not take in a time, also what happened while it was switched off. */
export function ReplayDialog({ organisationId, webhook, onClose }: ReplayDialogProps) {
  const t = useMessages()
  const [hours, setHours] = useState(24)
  const [also, setAlso] = useState(false)
  const change = useChange()
  const replay = async () => {
    // a minute less: the moment is past when it arrives
    const since = new Date(Date.now() - hours * hourMs + 60_000).toISOString()
    const sent = await change.send(
      () =>
        call<typeof replayDeliveries>('POST /api/campus/organisation/:id/webhook/replay', {
          params: { id: organisationId },
          body: { webhookId: webhook.id, since, ...(also && { also: 'taken' as const }) },
        }),
      t('webhooks.replayed'),
    )
    if (sent) onClose()
  }
  return (
    <FormDialog
      title={t('webhooks.replay_of', { host: shownAddress(webhook.url) })}
      submitLabel={t('webhooks.replay')}
      cancelLabel={t('webhooks.cancel')}
      busy={change.busy}
      problem={change.problemBeside()}
      onSubmit={() => void replay()}
      onClose={onClose}
    >
      <Select
        label={t('webhooks.since')}
        help={t('webhooks.since_help')}
        value={hours}
        onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
      >
        {spans.map((span) => (
          <option key={span} value={span}>
            {span < 24 ? t('webhooks.hours_ago', { hours: span }) : t('webhooks.days_ago', { days: span / 24 })}
          </option>
        ))}
      </Select>
      <Checkbox checked={also} onChange={({ currentTarget }) => setAlso(currentTarget.checked)}>
        {t('webhooks.also_taken')}
      </Checkbox>
    </FormDialog>
  )
}
