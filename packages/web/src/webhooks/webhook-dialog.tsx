import { type WebhookType, webhookTypes } from '@lantern/contract/webhooks/webhook-types.ts'
import type { saveWebhook, Webhook } from '@lantern/contract/webhooks/webhooks.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useGuard } from '#kit/guards.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import event from './event.module.css'
import { shownAddress, typeNames } from './type-names.ts'
import styles from './webhooks.module.css'

interface WebhookDialogProps {
  organisationId: string
  /** Null: a new one. */
  webhook: Webhook | null
  /** A new one has a secret, to be shown this once. */
  onMade: (made: { title: string; secret: string }) => void
  onClose: () => void
}

const usualTypes: readonly WebhookType[] = ['member.joined', 'member.left', 'assignment.done', 'marks.released']

/** Where to tell, and what. */
export function WebhookDialog({ organisationId, webhook, onMade, onClose }: WebhookDialogProps) {
  const t = useMessages()
  const guard = useGuard()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [types, setTypes] = useState<readonly WebhookType[]>(webhook?.types ?? usualTypes)
  const [lacksType, setLacksType] = useState(false)
  const change = useChange()
  const host = URL.canParse(url.trim()) ? shownAddress(url.trim()) : url.trim()
  const save = async () => {
    const saved = await change.send(
      async () => {
        const body = {
          ...(webhook && { webhookId: webhook.id, ...change.before({ url: webhook.url, types: webhook.types }) }),
          url: url.trim(),
          types: [...types],
        }
        const { secret } = await call<typeof saveWebhook>('POST /api/campus/organisation/:id/webhook', {
          params: { id: organisationId },
          body,
        })
        if (secret) onMade({ title: t('webhooks.made', { host }), secret })
      },
      t('webhooks.saved', { host }),
    )
    if (saved) onClose()
  }
  const choose = (type: WebhookType, isChosen: boolean) => {
    setLacksType(false)
    setTypes((before) => webhookTypes.filter((one) => (one === type ? isChosen : before.includes(one))))
  }
  const submit = () => {
    setLacksType(types.length === 0)
    if (types.length > 0) guard(['tfa'], () => void save())
  }
  return (
    <FormDialog
      title={webhook ? t('webhooks.webhook_of', { host: shownAddress(webhook.url) }) : t('webhooks.add')}
      submitLabel={t('webhooks.save')}
      cancelLabel={t('webhooks.cancel')}
      busy={change.busy}
      problem={lacksType ? t('webhooks.types_missing') : change.problemBeside('url')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('webhooks.address')}
        help={t('webhooks.address_help')}
        type="url"
        data-autofocus
        maxLength={1000}
        autoComplete="off"
        value={url}
        error={change.problemOf('url')}
        onChange={({ currentTarget }) => {
          change.forget()
          setUrl(currentTarget.value)
        }}
      />
      <fieldset className={styles.types}>
        <legend>{t('webhooks.types')}</legend>
        {webhookTypes.map((type) => (
          <Checkbox
            key={type}
            checked={types.includes(type)}
            onChange={({ currentTarget }) => choose(type, currentTarget.checked)}
          >
            {t(typeNames[type])} <span className={event.type}>{type}</span>
          </Checkbox>
        ))}
      </fieldset>
    </FormDialog>
  )
}
