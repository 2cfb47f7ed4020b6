import type { updateUserBasicInfo } from '@lantern/contract/identity/account.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText, isSignedOut } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'
import type { ProfileAnswer } from './profile-panel.tsx'

/** The profile's form as it is posted without script. */
export async function actOnProfileForm({ call, locale }: Api, form: FormData): Promise<ProfileAnswer> {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 2000)
  const values = { fullName: text('fullName'), description: text('description'), title: text('title') }
  const t = translator(locale)
  try {
    const { status, blockTextList } = await call<typeof updateUserBasicInfo>('POST /api/learn/cn/updateUserBasicInfo', {
      body: values,
    })
    if (status !== 'rejected') return { values, problems: [], problem: null, saved: status }
    const texts = blockTextList.join(t('identity.list_comma'))
    return { values, problems: [], problem: t('basic_info_update_rejected', { texts }), saved: null }
  } catch (error) {
    if (!(error instanceof ApiError) || isSignedOut(error)) throw error
    const problem = error.details.length > 0 ? null : t('profile_error', { reason: failureText(error, t) })
    return { values, problems: error.details, problem, saved: null }
  }
}
