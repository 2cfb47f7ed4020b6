import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { createToken } from '@lantern/contract/identity/tokens.ts'
import { organisationScopes, personalScopes, type TokenScope } from '@lantern/contract/token-scopes.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useGuard } from '#kit/guards.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { DoneDialog } from '#ui/done-dialog.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import styles from './token-dialog.module.css'
import { scopeNames } from './tokens-panel.tsx'

const lifetimes = [30, 90, 180, 365]

interface TokenDialogProps {
  /** Absent: a token of one's own. */
  organisationId?: string
  onClose: () => void
}

/** Makes a token, and shows it: this once. */
export function TokenDialog({ organisationId, onClose }: TokenDialogProps) {
  const t = useMessages()
  const guard = useGuard()
  const offered: readonly TokenScope[] = organisationId === undefined ? personalScopes : organisationScopes
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(offered.slice(0, 1))
  const [days, setDays] = useState(90)
  const [made, setMade] = useState<ResponseOf<typeof createToken> | null>(null)
  const [lacksScope, setLacksScope] = useState(false)
  const change = useChange()
  const make = () =>
    change.send(
      async () => {
        const owner = organisationId === undefined ? {} : { organisationId }
        const body = { ...owner, name: name.trim(), scopes: [...scopes], days }
        setMade(await call<typeof createToken>('POST /api/learn/cn/token', { body }))
      },
      t('tokens.made', { name: name.trim() }),
    )
  const submit = () => {
    setLacksScope(scopes.length === 0)
    if (scopes.length > 0) guard(['tfa'], () => void make())
  }
  const choose = (scope: TokenScope, isChosen: boolean) => {
    setLacksScope(false)
    setScopes((before) => offered.filter((one) => (one === scope ? isChosen : before.includes(one))))
  }
  if (made) return <MadeDialog name={name.trim()} token={made.token} onClose={onClose} />
  return (
    <FormDialog
      title={t('tokens.new')}
      submitLabel={t('tokens.new')}
      cancelLabel={t('tokens.cancel')}
      busy={change.busy}
      problem={lacksScope ? t('tokens.scope_missing') : change.problemBeside('name')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('tokens.name')}
        help={t('tokens.name_help')}
        data-autofocus
        maxLength={100}
        autoComplete="off"
        value={name}
        error={change.problemOf('name')}
        onChange={({ currentTarget }) => {
          change.forget()
          setName(currentTarget.value)
        }}
      />
      <fieldset className={styles.scopes}>
        <legend>{t('tokens.scopes')}</legend>
        {offered.map((scope) => (
          <Checkbox
            key={scope}
            checked={scopes.includes(scope)}
            onChange={({ currentTarget }) => choose(scope, currentTarget.checked)}
          >
            {t(scopeNames[scope])}
          </Checkbox>
        ))}
      </fieldset>
      <Select
        label={t('tokens.lifetime')}
        help={t('tokens.lifetime_help')}
        value={days}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
      >
        {lifetimes.map((count) => (
          <option key={count} value={count}>
            {t('tokens.days', { days: count })}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}

function MadeDialog({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const t = useMessages()
  return (
    <DoneDialog
      title={t('tokens.made', { name })}
      closeLabel={t('kit.close')}
      keepOnOutside
      onClose={onClose}
      footer={
        <Button theme="primary" onClick={onClose}>
          {t('tokens.kept')}
        </Button>
      }
    >
      <div className={styles.made}>
        <p>{t('tokens.once')}</p>
        <TextField label={t('tokens.token')} readOnly value={token} />
        <p className="small muted">{t('tokens.how')}</p>
      </div>
    </DoneDialog>
  )
}
