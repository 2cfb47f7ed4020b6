import { redirectOrNull } from '../redirects.ts'

/** Other sites by which one can sign in here: the developer identity provider and the chat app. */
export const outsideWays = ['unityId', 'weixin'] as const
export type OutsideWay = (typeof outsideWays)[number]

/** Where signing in through the other site begins. Nothing is rendered there: the visitor is sent on at once. */
const startPaths = { unityId: '/u3d/oauth/unityId/login', weixin: '/u3d/auth/weixin/login' } as const

/** Where binding begins. */
const bindPaths = { unityId: '/auth/unityId/authorization', weixin: '/auth/weixin/authorization' } as const

export const callbackPaths = { unityId: '/u3d/oauth/unityId/callback', weixin: '/u3d/auth/weixin/callback' } as const

export function outsideSignInPath(way: OutsideWay, redirectTo: string): string {
  return withRedirect(startPaths[way], redirectTo)
}

export function bindPath(way: OutsideWay, redirectTo: string): string {
  return withRedirect(bindPaths[way], redirectTo)
}

/** The page in a login window: it tells the page that opened it where to go, and closes. */
export function loginWindowPath(redirectTo: string): string {
  return withRedirect('/auth/returned', redirectTo)
}

function withRedirect(path: string, redirectTo: string): string {
  return `${path}?redirect_to=${encodeURIComponent(redirectTo)}`
}

/** What the return from another site leaves in the address, and what a notice takes out of it again. */
export const bindParameters = ['bindSuccess', 'bindType', 'hasLearnId', 'hasLearnPhone'] as const
export const existingAccountParameters = ['hasPhoneUser', 'hasWechatUser'] as const

/** An own path with some of its parameters set; a value of null takes one out. Anything else leads home. */
export function withParameters(path: string, parameters: Record<string, string | null>): string {
  const target = new URL(redirectOrNull(path) ?? '/', 'http://here.invalid')
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) target.searchParams.delete(name)
    else target.searchParams.set(name, value)
  }
  return `${target.pathname}${target.search}${target.hash}`
}
