import type { FieldProblem } from '@lantern/contract/errors.ts'
import type { checkRealName } from '@lantern/contract/identity/guard.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'

/** How the page's form comes back, posted without script. The number is typed again: it is in no answer. */
export interface RealNameAnswer {
  name: string
  problems: FieldProblem[]
  problem: string | null
}

/** Null when the name is verified. */
export async function actOnRealNameForm({ call, locale }: Api, form: FormData): Promise<RealNameAnswer | null> {
  const t = translator(locale)
  const name = String(form.get('name') ?? '').slice(0, 100)
  const idCard = String(form.get('idCard') ?? '').slice(0, 40)
  try {
    const { success, description } = await call<typeof checkRealName>('POST /api/learn/cn/auth/checkRealName', {
      body: { name, idCard },
    })
    if (success) return null
    return { name, problems: [], problem: t('realname_failed_param', { description: description ?? '' }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    if (error.code === 'conflict') return null
    if (error.details.length > 0) return { name, problems: error.details, problem: null }
    return { name, problems: [], problem: error.code === 'rate_limited' ? error.message : t('realname_failed') }
  }
}
