import type { beginTest, chooseBranch, joinPath } from '@lantern/contract/paths/paths.ts'
import { type ReactNode, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Api } from '#kit/api.ts'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import type { Call } from '#kit/request.ts'
import { useStartSignIn } from '#kit/require-login.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, type ButtonSize, type ButtonTheme } from '#ui/button.tsx'

/** What a learner can do on the page of a path. */
export type PathAct =
  | { act: 'join' | 'leave'; id: string }
  | { act: 'choose'; id: string; stageId: string; branchId: string }
  | { act: 'test'; id: string; branchId: string }

/** Does it, and says where to go on; null: on the same page. */
async function send(send: Call, act: PathAct): Promise<string | null> {
  const params = { id: act.id }
  if (act.act === 'test') {
    const body = { branchId: act.branchId }
    return (await send<typeof beginTest>('POST /api/learn/cn/path/:id/test', { params, body })).quizPath
  }
  if (act.act === 'choose') {
    const body = { stageId: act.stageId, branchId: act.branchId }
    await send<typeof chooseBranch>('POST /api/learn/cn/path/:id/choice', { params, body })
  } else {
    const body = { joined: act.act === 'join' }
    await send<typeof joinPath>('POST /api/learn/cn/path/:id/join', { params, body })
  }
  return null
}

/** The same as a form posts it without script. */
export async function actOnPathForm({ call }: Api, form: FormData): Promise<string | null> {
  const field = (name: string) => String(form.get(name) ?? '').slice(0, 100)
  const [act, id, stageId, branchId] = [field('act'), field('id'), field('stageId'), field('branchId')]
  if (act === 'join' || act === 'leave') return send(call, { act, id })
  if (act === 'choose') return send(call, { act, id, stageId, branchId })
  return act === 'test' ? send(call, { act, id, branchId }) : null
}

interface ActFormProps {
  act: PathAct
  size?: ButtonSize
  theme?: ButtonTheme
  icon?: ReactNode
  label?: string
  children: ReactNode
}

/** A press that also works before the script is there. A guest signs in first. */
export function ActForm({ act, size, theme, icon, label, children }: ActFormProps) {
  const t = useMessages()
  const { user } = useSession()
  const startSignIn = useStartSignIn()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    try {
      const next = await send(call, act)
      if (next) await navigate(next)
      else await revalidate()
    } catch (error) {
      toastFailure(error, t)
    }
    setBusy(false)
  }
  return (
    <form method="post">
      {Object.entries(act).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        type="submit"
        busy={busy}
        aria-label={label}
        {...{ size, theme, icon }}
        onClick={(event) => {
          event.preventDefault()
          if (user) void press()
          else startSignIn()
        }}
      >
        {children}
      </Button>
    </form>
  )
}
