import type { ApiToken, revokeToken } from '@lantern/contract/identity/tokens.ts'
import { Fragment, type ReactNode, Suspense, useState } from 'react'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import type { MessageKey } from '#kit/message-keys.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { KeyRoundIcon, PlusIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'

const TokenDialog = lazyPart(async () => ({ default: (await import('./token-dialog.tsx')).TokenDialog }))

/** What is left when a token is said to end soon. */
const soonDays = 14
const dayMs = 86_400_000

export const scopeNames: Readonly<Record<ApiToken['scopes'][number], MessageKey>> = {
  'members.read': 'tokens.scope_members',
  'members.write': 'tokens.scope_members_write',
  'assignments.write': 'tokens.scope_assignments_write',
  'marks.read': 'tokens.scope_marks',
  'marks.write': 'tokens.scope_marks_write',
  'learning.read': 'tokens.scope_learning',
  'notes.read': 'tokens.scope_notes',
  'notes.write': 'tokens.scope_notes_write',
}

interface TokensPanelProps {
  /** Absent: one's own tokens. */
  organisationId?: string
  tokens: readonly ApiToken[]
}

/** Tokens with which programs read, of a person or of an organisation. */
export function TokensPanel({ organisationId, tokens }: TokensPanelProps) {
  const t = useMessages()
  const [makes, setMakes] = useState(false)
  const [ended, setEnded] = useState<ApiToken | null>(null)
  const change = useChange()
  const problem = change.problemBeside()
  const owner = organisationId === undefined ? {} : { organisationId }
  const revoke = async ({ id, name }: ApiToken) => {
    await change.send(
      () => call<typeof revokeToken>('POST /api/learn/cn/token/revoke', { body: { ...owner, tokenId: id } }),
      t('tokens.ended', { name }),
    )
    setEnded(null)
  }
  return (
    <EntryPanel
      title={t('tokens.title')}
      lead={
        <>
          {t('tokens.lead')}
          <span className="row">
            <TextLink to="/developers">{t('tokens.guide_link')}</TextLink>
            <TextLink to="/api/docs" leaves>
              {t('tokens.calls')}
            </TextLink>
          </span>
        </>
      }
      act={
        <Button size="s" icon={<PlusIcon className="icon-s" />} onClick={() => setMakes(true)}>
          {t('tokens.new')}
        </Button>
      }
    >
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {tokens.length === 0 ? (
        <EmptyState bare level={3} title={t('tokens.none')}>
          <p>{t('tokens.none_text')}</p>
        </EmptyState>
      ) : (
        <ul>
          {tokens.map((one) => (
            <TokenRow key={one.id} token={one} onEnd={() => setEnded(one)} />
          ))}
        </ul>
      )}
      <Suspense>{makes && <TokenDialog {...owner} onClose={() => setMakes(false)} />}</Suspense>
      <ConfirmDialog
        open={ended !== null}
        theme="delete"
        title={t('tokens.revoke_question', { name: ended?.name ?? '' })}
        confirmLabel={t('tokens.revoke')}
        cancelLabel={t('tokens.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => ended && revoke(ended)}
        onClose={() => setEnded(null)}
      >
        <p>{t('tokens.revoke_text')}</p>
      </ConfirmDialog>
    </EntryPanel>
  )
}

function TokenRow({ token, onEnd }: { token: ApiToken; onEnd: () => void }) {
  const t = useMessages()
  const format = useFormat()
  const { name, scopes, state, ending, expiresAt, lastUsedAt, uses } = token
  const used = lastUsedAt ? t('tokens.used', { date: format.date(lastUsedAt) }) : t('tokens.never_used')
  const note = [
    `lt_…${ending}`,
    ...scopes.map((scope) => t(scopeNames[scope])),
    t('tokens.until', { date: format.date(expiresAt) }),
    used,
  ]
  return (
    <EntryRow icon={<KeyRoundIcon />} name={name} note={<Note words={note.join(' · ')} name={name} uses={uses} />}>
      {state === 'active' ? (
        <>
          <TimeLeft expiresAt={expiresAt} />
          <Button size="s" aria-label={t('tokens.revoke_of', { name })} onClick={onEnd}>
            {t('tokens.revoke')}
          </Button>
        </>
      ) : (
        <Badge>{t(`tokens.${state}`)}</Badge>
      )}
    </EntryRow>
  )
}

/** What it opens, and what it was used for last. */
function Note({ words, name, uses }: { words: string; name: string; uses: ApiToken['uses'] }) {
  const t = useMessages()
  const format = useFormat()
  if (uses.length === 0) return words
  return (
    <>
      {words}
      <Disclosure summary={t('tokens.uses')}>
        <ul aria-label={t('tokens.uses_of', { name })}>
          {uses.map(({ call: used, at }) => (
            <li key={used} className="small">
              <code>{breakable(used)}</code> {format.dateTime(at)}
            </li>
          ))}
        </ul>
      </Disclosure>
    </>
  )
}

function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const t = useMessages()
  const days = Math.ceil((Date.parse(expiresAt) - Date.now()) / dayMs)
  return days <= soonDays ? <Badge tone="warn">{t('tokens.days_left', { days })}</Badge> : null
}

/** An address that breaks behind its slashes and nowhere else. */
function breakable(address: string): ReactNode {
  return [...address.matchAll(/[^/]*\/|[^/]+$/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
