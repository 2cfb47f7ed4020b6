import type {
  removeWebhook,
  renewWebhookSecret,
  switchWebhook,
  testWebhook,
  Webhook,
  WebhookDelivery,
} from '@lantern/contract/webhooks/webhooks.ts'
import { Suspense, useState } from 'react'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { useGuard } from '#kit/guards.tsx'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { CircleCheckBigIcon, EllipsisIcon, PlusIcon, TriangleAlertIcon, WebhookIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Notice } from '#ui/notice.tsx'
import { shownAddress, typeNames } from './type-names.ts'
import { useTryText } from './use-try-text.ts'

const WebhookDialog = lazyPart(async () => ({ default: (await import('./webhook-dialog.tsx')).WebhookDialog }))
const SecretDialog = lazyPart(async () => ({ default: (await import('./secret-dialog.tsx')).SecretDialog }))
const ReplayDialog = lazyPart(async () => ({ default: (await import('./replay-dialog.tsx')).ReplayDialog }))

const fewTypes = 3

interface WebhooksPanelProps {
  organisationId: string
  webhooks: readonly Webhook[]
}

type Asked = { act: 'renew' | 'remove' | 'replay'; webhook: Webhook }

/** Addresses of an organisation's servers that are told of what happens. */
export function WebhooksPanel({ organisationId, webhooks }: WebhooksPanelProps) {
  const t = useMessages()
  const guard = useGuard()
  /** Null: a new one. */
  const [edited, setEdited] = useState<Webhook | null | undefined>(undefined)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [shown, setShown] = useState<{ title: string; secret: string } | null>(null)
  const [tested, setTested] = useState<{ host: string; delivery: WebhookDelivery } | null>(null)
  const change = useChange()
  const problem = change.problemBeside()
  const params = { id: organisationId }
  const hostOf = (webhook: Webhook | undefined) => (webhook ? shownAddress(webhook.url) : '')
  const asks = (act: Asked['act']) => asked?.act === act
  const host = hostOf(asked?.webhook)

  const test = (webhook: Webhook) => {
    setTested(null)
    return change.send(async () => {
      const body = { webhookId: webhook.id }
      const delivery = await call<typeof testWebhook>('POST /api/campus/organisation/:id/webhook/test', {
        params,
        body,
      })
      setTested({ host: hostOf(webhook), delivery })
    }, t('webhooks.test_sent'))
  }
  const turn = (webhook: Webhook, on: boolean) =>
    change.send(
      () =>
        call<typeof switchWebhook>('POST /api/campus/organisation/:id/webhook/switch', {
          params,
          body: { webhookId: webhook.id, on },
        }),
      t(on ? 'webhooks.switched_on' : 'webhooks.switched_off', { host: hostOf(webhook) }),
    )
  const remove = async (webhook: Webhook) => {
    await change.send(
      () =>
        call<typeof removeWebhook>('POST /api/campus/organisation/:id/webhook/remove', {
          params,
          body: { webhookId: webhook.id },
        }),
      t('webhooks.removed', { host: hostOf(webhook) }),
    )
    setAsked(null)
  }
  const renew = async (webhook: Webhook) => {
    const title = t('webhooks.renewed', { host: hostOf(webhook) })
    await change.send(async () => {
      const { secret } = await call<typeof renewWebhookSecret>('POST /api/campus/organisation/:id/webhook/secret', {
        params,
        body: { webhookId: webhook.id },
      })
      setShown({ title, secret })
    }, title)
    setAsked(null)
  }

  return (
    <EntryPanel
      title={t('webhooks.title')}
      lead={
        <>
          {t('webhooks.lead')} <TextLink to="/developers">{t('tokens.guide_link')}</TextLink>
        </>
      }
      act={
        <Button size="s" icon={<PlusIcon className="icon-s" />} onClick={() => setEdited(null)}>
          {t('webhooks.add')}
        </Button>
      }
    >
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {tested && <TestNotice {...tested} />}
      {webhooks.length === 0 ? (
        <EmptyState bare level={3} title={t('webhooks.none')}>
          <p>{t('webhooks.none_text')}</p>
        </EmptyState>
      ) : (
        <ul>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook}>
              <MenuItem onSelect={() => void test(webhook)}>{t('webhooks.test')}</MenuItem>
              <MenuItem onSelect={() => setEdited(webhook)}>{t('webhooks.change')}</MenuItem>
              <MenuItem disabled={webhook.state === 'off'} onSelect={() => setAsked({ act: 'replay', webhook })}>
                {t('webhooks.replay_since')}
              </MenuItem>
              <MenuItem onSelect={() => setAsked({ act: 'renew', webhook })}>{t('webhooks.renew')}</MenuItem>
              <MenuItem onSelect={() => void turn(webhook, webhook.state === 'off')}>
                {t(webhook.state === 'off' ? 'webhooks.switch_on' : 'webhooks.switch_off')}
              </MenuItem>
              <MenuSeparator />
              <MenuItem tone="bad" onSelect={() => setAsked({ act: 'remove', webhook })}>
                {t('webhooks.remove')}
              </MenuItem>
            </WebhookRow>
          ))}
        </ul>
      )}
      <Suspense>
        {edited !== undefined && (
          <WebhookDialog
            organisationId={organisationId}
            webhook={edited}
            onMade={setShown}
            onClose={() => setEdited(undefined)}
          />
        )}
        {shown && <SecretDialog {...shown} onClose={() => setShown(null)} />}
        {asked?.act === 'replay' && (
          <ReplayDialog organisationId={organisationId} webhook={asked.webhook} onClose={() => setAsked(null)} />
        )}
      </Suspense>
      <ConfirmDialog
        open={asks('renew')}
        title={t('webhooks.renew_question', { host })}
        confirmLabel={t('webhooks.renew')}
        cancelLabel={t('webhooks.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => guard(['tfa'], () => void (asked && renew(asked.webhook)))}
        onClose={() => setAsked(null)}
      >
        <p>{t('webhooks.renew_text')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asks('remove')}
        theme="delete"
        title={t('webhooks.remove_question', { host })}
        confirmLabel={t('webhooks.remove')}
        cancelLabel={t('webhooks.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => asked && remove(asked.webhook)}
        onClose={() => setAsked(null)}
      >
        <p>{t('webhooks.remove_text')}</p>
      </ConfirmDialog>
    </EntryPanel>
  )
}

function TestNotice({ host, delivery }: { host: string; delivery: WebhookDelivery }) {
  const t = useMessages()
  const problemText = useTryText()
  const [done] = delivery.tries
  const isTaken = delivery.state === 'taken'
  return (
    <Notice tone={isTaken ? 'good' : 'bad'} live>
      {isTaken
        ? t('webhooks.test_taken', { host })
        : t('webhooks.test_failed', { host, problem: done ? problemText(done) : '' })}
    </Notice>
  )
}

const looks = {
  on: { tone: 'good', Icon: CircleCheckBigIcon, label: 'webhooks.state_on' },
  retrying: { tone: 'warn', Icon: TriangleAlertIcon, label: 'webhooks.state_retrying' },
  off: { tone: 'plain', Icon: null, label: 'webhooks.state_off' },
} as const

/** `children` are the acts of its menu. */
function WebhookRow({ webhook, children }: { webhook: Webhook; children: React.ReactNode }) {
  const t = useMessages()
  const format = useFormat()
  const { url, types, state, offReason, taken, failed, oldSecretUntil } = webhook
  const host = shownAddress(url)
  const { tone, Icon, label } = looks[state]
  const note = [
    types.length > fewTypes
      ? t('webhooks.types_count', { count: types.length })
      : format.list(types.map((type) => t(typeNames[type]))),
    offReason ? t(`webhooks.off_${offReason}`) : t('webhooks.counts', { taken, failed }),
    oldSecretUntil && t('webhooks.old_secret_until', { time: format.dateTime(oldSecretUntil) }),
  ]
  return (
    <EntryRow
      icon={<WebhookIcon />}
      name={host}
      note={note.filter(Boolean).join(' · ')}
      menu={
        <Menu
          label={t('webhooks.more_of', { host })}
          trigger={(trigger) => (
            <IconButton label={t('webhooks.more_of', { host })} icon={<EllipsisIcon />} theme="bare" {...trigger} />
          )}
        >
          {children}
        </Menu>
      }
    >
      <Badge tone={tone} icon={Icon && <Icon />}>
        {t(label)}
      </Badge>
    </EntryRow>
  )
}
