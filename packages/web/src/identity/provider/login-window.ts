import type { getAuthUrl } from '@lantern/contract/identity/identity-provider.ts'
import { loginWindowPath, outsideSignInPath } from '@lantern/contract/identity/outside-ways.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { call } from '#kit/call.ts'
import { type FlashMessage, flash, takeFlash } from '#kit/flash.ts'
import { goTo, reloadAt } from '#kit/leave-page.ts'

/** What the window says when it is back on this site. */
export interface WindowReport {
  target: string
  flash: FlashMessage | null
}

export interface LoginWindowWish {
  redirectTo: string
  locale: OfferedLocale
  registering: boolean
}

/** The two ends are on the same site, but the window has been elsewhere in between: they know each other by a name. */
function channelOf(windowId: string): BroadcastChannel {
  return new BroadcastChannel(`lantern_login_${windowId}`)
}

/**
 * Opens the identity provider in a window of its own; when the person is back, this page goes on. Without an address
 * nothing happens and nothing is said: the other ways to sign in are still there. Answers whether a window opened.
 */
export async function openLoginWindow({ redirectTo, locale, registering }: LoginWindowWish): Promise<boolean> {
  const windowId = crypto.randomUUID()
  let url: string
  try {
    const query = { redirect_to: `${loginWindowPath(redirectTo)}&window=${windowId}`, locale }
    const answer = await call<typeof getAuthUrl>('GET /api/authUrl', {
      query: registering ? { ...query, is_reg: true } : query,
    })
    url = answer.url
  } catch {
    return false
  }
  const channel = channelOf(windowId)
  channel.onmessage = ({ data }: MessageEvent<WindowReport>) => {
    channel.close()
    goOn(data)
  }
  if (window.open(url, `lantern_login_${windowId}`, centred(560, 720))) return true
  // a browser that lets no window open still lets the page itself go there
  channel.close()
  goTo(outsideSignInPath('unityId', redirectTo))
  return false
}

/** In the window: tells the page that opened it, and closes. What is shown here is for a window that cannot close. */
export function reportAndClose(windowId: string, target: string): void {
  const channel = channelOf(windowId)
  channel.postMessage({ target, flash: takeFlash() } satisfies WindowReport)
  channel.close()
  window.close()
}

/** Everything on the page depends on who is here, so it is loaded afresh. */
function goOn({ target, flash: message }: WindowReport): void {
  if (message) flash(message)
  const { pathname, search } = new URL(target, window.location.href)
  if (pathname === window.location.pathname && search === window.location.search) reloadAt(target)
  else goTo(target)
}

function centred(width: number, height: number): string {
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`
}
