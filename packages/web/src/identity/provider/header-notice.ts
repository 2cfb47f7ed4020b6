import type { OutsideWay } from '@lantern/contract/identity/outside-ways.ts'
import type { Session } from '#kit/session.tsx'

/** What the header says by itself when a page is loaded: at most one of these. */
export type HeaderNotice =
  | { kind: 'bind_phone' }
  | { kind: 'bind_success'; way: OutsideWay }
  | { kind: 'bind_error'; way: OutsideWay; hasLearnId: boolean; hasLearnPhone: boolean }
  | { kind: 'bind_prompt' }
  | { kind: 'login_tip' }
  | { kind: 'existing_account'; phone: boolean; chatApp: boolean }

type Facts = { user: Pick<NonNullable<Session['user']>, 'phone' | 'authId'> | null } & Pick<
  Session,
  'loginTip' | 'memberships'
> & {
    features: Pick<Session['features'], 'outsideWays'>
  }

/**
 * First match wins. The pages of signing in and out, and those on which a school's platform arrives, say nothing else. An
 * account that a school's system made has no phone: the school knows the person, who may have none to give.
 */
export function headerNotice(session: Facts, url: { pathname: string; search: string }): HeaderNotice | null {
  if (url.pathname.startsWith('/auth/') || url.pathname.startsWith('/lti/')) return null
  const search = new URLSearchParams(url.search)
  const { user, loginTip, features, memberships } = session

  if (!user) {
    const [phone, chatApp] = [search.get('hasPhoneUser') === 'true', search.get('hasWechatUser') === 'true']
    return phone || chatApp ? { kind: 'existing_account', phone, chatApp } : null
  }

  if (user.phone === null) {
    const isOfSchool = user.authId === null && memberships.length > 0
    return isOfSchool ? null : { kind: 'bind_phone' }
  }
  const way = search.get('bindType') === 'weixin' ? 'weixin' : 'unityId'
  const bindSuccess = search.get('bindSuccess')
  if (bindSuccess === 'true') return { kind: 'bind_success', way }
  if (bindSuccess === 'false') {
    const [hasLearnId, hasLearnPhone] = [search.get('hasLearnId') === 'true', search.get('hasLearnPhone') === 'true']
    return { kind: 'bind_error', way, hasLearnId, hasLearnPhone }
  }
  if (user.authId === null && features.outsideWays.includes('unityId')) return { kind: 'bind_prompt' }
  return loginTip ? { kind: 'login_tip' } : null
}
