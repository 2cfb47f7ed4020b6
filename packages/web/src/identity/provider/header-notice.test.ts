import { expect, test } from 'vitest'
import { headerNotice } from './header-notice.ts'

const features = { outsideWays: ['weixin', 'unityId'] as ('weixin' | 'unityId')[] }
const bound = { phone: '13800000001', authId: 'dev-1' }
const unbound = { phone: '13800000001', authId: null }
const withoutPhone = { phone: null, authId: 'dev-1' }

function at(user: typeof bound | typeof unbound | typeof withoutPhone | null, search = '', loginTip = true) {
  const session = { user, loginTip: user !== null && loginTip, features, memberships: [] }
  return headerNotice(session, { pathname: '/', search })
}

test('a signed-in person without a phone is asked for one, whatever else there is to say [IDENT-133]', () => {
  expect(at(withoutPhone)).toEqual({ kind: 'bind_phone' })
  expect(at({ phone: null, authId: null } as never, '?bindSuccess=true')).toEqual({ kind: 'bind_phone' })
})

test('an account that a school made is not asked for a phone, and nothing stands over the pages of its platform', () => {
  const user = { phone: null, authId: null }
  const memberships = [{ organisationId: 'og_school', role: 'learner' as const }]
  const session = { user, loginTip: false, features, memberships }
  expect(headerNotice(session, { pathname: '/', search: '' })).toBeNull()
  expect(headerNotice({ ...session, memberships: [] }, { pathname: '/', search: '' })).toEqual({ kind: 'bind_phone' })
  expect(headerNotice({ ...session, memberships: [] }, { pathname: '/lti/choose/t', search: '' })).toBeNull()
})

test('bindSuccess=true is told as a success, of the account that was bound [IDENT-047]', () => {
  expect(at(bound, '?bindSuccess=true')).toEqual({ kind: 'bind_success', way: 'unityId' })
  expect(at(unbound, '?bindSuccess=true&bindType=weixin')).toEqual({ kind: 'bind_success', way: 'weixin' })
})

test('bindSuccess=false is told as an error, with what the other account has [IDENT-048] [IDENT-054]', () => {
  expect(at(unbound, '?bindSuccess=false&hasLearnId=true&hasLearnPhone=true')).toEqual({
    kind: 'bind_error',
    way: 'unityId',
    hasLearnId: true,
    hasLearnPhone: true,
  })
  expect(at(unbound, '?bindSuccess=false&hasLearnId=true&hasLearnPhone=false')).toMatchObject({
    hasLearnId: true,
    hasLearnPhone: false,
  })
  expect(at(unbound, '?bindSuccess=false')).toMatchObject({ hasLearnId: false, hasLearnPhone: false })
})

test('who has no account of the identity provider is asked to bind one, where there is a provider [IDENT-049]', () => {
  expect(at(unbound)).toEqual({ kind: 'bind_prompt' })
  expect(at(unbound, '?bindSuccess=perhaps')).toEqual({ kind: 'bind_prompt' })
  const nothingOffered = { user: unbound, loginTip: false, features: { outsideWays: [] }, memberships: [] }
  expect(headerNotice(nothingOffered, { pathname: '/', search: '' })).toBeNull()
})

test('the tip about ways to sign in comes when nothing else does, and once [IDENT-050]', () => {
  expect(at(bound)).toEqual({ kind: 'login_tip' })
  expect(at(bound, '', false)).toBeNull()
})

test('a guest whose account exists is told by which ways [IDENT-051] [IDENT-052] [IDENT-053]', () => {
  expect(at(null, '?hasPhoneUser=true')).toEqual({ kind: 'existing_account', phone: true, chatApp: false })
  expect(at(null, '?hasWechatUser=true')).toEqual({ kind: 'existing_account', phone: false, chatApp: true })
  expect(at(null, '?hasPhoneUser=true&hasWechatUser=true')).toEqual({
    kind: 'existing_account',
    phone: true,
    chatApp: true,
  })
  expect(at(null, '?hasPhoneUser=false')).toBeNull()
  expect(at(bound, '?hasPhoneUser=true', false)).toBeNull()
  expect(at(null, '?bindSuccess=true')).toBeNull()
})

test('whoever it is and whatever the address carries, there is one notice or none [IDENT-133]', () => {
  const everything = '?bindSuccess=false&hasLearnId=true&hasLearnPhone=true&hasPhoneUser=true&hasWechatUser=true'
  const kinds = [withoutPhone, unbound, bound, null].map((user) => at(user, everything)?.kind)
  expect(kinds).toEqual(['bind_phone', 'bind_error', 'bind_error', 'existing_account'])
  expect(
    headerNotice(
      { user: unbound, loginTip: true, features, memberships: [] },
      { pathname: '/auth/logout', search: '' },
    ),
  ).toBeNull()
})
