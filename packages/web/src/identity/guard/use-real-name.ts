import { isIdCard } from '@lantern/contract/checks.ts'
import type { FieldProblem } from '@lantern/contract/errors.ts'
import type { checkRealName } from '@lantern/contract/identity/guard.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { type Form, useForm } from '#kit/form.ts'
import type { FieldRule } from '#kit/form-state.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChangeSession } from '#kit/session.tsx'
import { toast } from '#ui/toast.ts'

export type RealNameState = 'initial' | 'inProgress' | 'succeeded' | 'failed'
export type RealNameField = 'name' | 'idCard'

export interface RealNameOptions {
  onVerified: () => void
  values?: Partial<Record<RealNameField, string>>
  problems?: readonly FieldProblem[]
}

export interface RealName {
  form: Form<RealNameField>
  state: RealNameState
  canSubmit: boolean
  submit(): Promise<void>
}

const rules: Record<RealNameField, FieldRule> = {
  name: { required: 'error_required' },
  idCard: {
    required: 'error_required',
    validations: [(value) => (isIdCard(value.trim()) ? null : 'error_idCard')],
  },
}

/** Sends name and number after a confirmation: a proved identity cannot be changed. */
export function useRealName({ onVerified, values, problems }: RealNameOptions): RealName {
  const t = useMessages()
  const changeSession = useChangeSession()
  const form = useForm<RealNameField>(rules, { values, problems })
  const [state, setState] = useState<RealNameState>('initial')
  const { name, idCard } = form.fields

  async function submit() {
    if (!form.touchAll() || state === 'inProgress' || state === 'succeeded') return
    if (!window.confirm(t('realname.confirm_submit'))) return
    setState('inProgress')
    try {
      const { success, description } = await call<typeof checkRealName>('POST /api/learn/cn/auth/checkRealName', {
        body: { name: name.value.trim(), idCard: idCard.value.trim() },
      })
      if (success) {
        setState('succeeded')
        changeSession(({ user }) => ({ user: user && { ...user, isRealName: true } }))
        toast({ tone: 'good', text: t('realname_successfully') })
        return onVerified()
      }
      setState('failed')
      toast({ tone: 'bad', text: t('realname_failed_param', { description: description ?? '' }) })
    } catch (error) {
      setState('failed')
      if (form.showFailure(error) !== null) toast({ tone: 'bad', text: t('realname_failed') })
    }
  }

  // proved once, it leads on; what leads on may take its time
  const canSubmit = name.hasValue && idCard.hasValue && state !== 'inProgress' && state !== 'succeeded'
  return { form, state, canSubmit, submit }
}
