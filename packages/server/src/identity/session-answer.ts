import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { twoFactorFor } from '@lantern/contract/guards.ts'
import { isRegion, type Region, regionCookie } from '@lantern/contract/identity/regions.ts'
import type { getCurrentUser, getSession } from '@lantern/contract/identity/session.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import type { Config } from '#kit/config.ts'
import type { Caller } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { offeredWays } from './provider/index.ts'
import { type Account, accountOf, notSuspended, ownLogin } from './session/index.ts'

export function sessionAnswer(
  services: Services,
  { viewer, locale, cookies, csrfToken }: Caller,
): ResponseOf<typeof getSession> {
  const { config } = services
  return {
    csrfToken: csrfToken(),
    ...whoIsHere(viewer),
    guards: {
      twoFactor: twoFactorFor(config.twoFactor, viewer.kind === 'user' && viewer.hasTwoFactor),
      needsReview: viewer.kind === 'user' && viewer.needsReview,
    },
    accountStatus: (viewer.kind === 'guest' && viewer.accountStatus) || notSuspended,
    memberships: viewer.kind === 'user' ? [...viewer.memberships] : [],
    login: viewer.kind === 'user' ? ownLogin(viewer) : null,
    ended: (viewer.kind === 'guest' && viewer.ended) || null,
    locale,
    region: regionOf(viewer, cookies[regionCookie]),
    features: {
      edition: config.edition,
      demo: config.mode === 'demo',
      popupLogin: config.popupLogin,
      captcha: config.captcha,
      watermark: config.watermark === 'paid',
      weixinShare: config.weixinShare !== undefined,
      outsideWays: offeredWays(services),
    },
    site: siteFacts(config),
  }
}

export function currentUserAnswer(viewer: Viewer): ResponseOf<typeof getCurrentUser> {
  const status = (viewer.kind === 'guest' && viewer.accountStatus) || notSuspended
  const { loginTip: _, ...who } = whoIsHere(viewer)
  return { ...who, ...status }
}

function whoIsHere(viewer: Viewer) {
  if (viewer.kind === 'guest') return { user: null, loginTip: false, groups: [], premium: false }
  const account = accountOf(viewer)
  return {
    user: ownUser(viewer, account),
    loginTip: account.login_tip_seen_at === null,
    groups: [...viewer.groups],
    premium: viewer.premium,
  }
}

/** A person as they see themselves. */
export function ownUser(viewer: SignedIn, row: Account) {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    authId: row.auth_id,
    avatar: row.avatar,
    fullName: row.full_name,
    username: row.username,
    slug: row.slug,
    title: row.title,
    anonymous: false,
    isBot: row.is_bot,
    isRealName: row.is_real_name,
    profilePercent: profilePercent(row),
    emailRequired: viewer.emailRequired,
    tfaEndTime: viewer.tfaEndTime,
    nextUpdateProfileTime: row.next_update_profile_time?.toISOString() ?? null,
  }
}

/** How much of the profile is filled in: name, introduction, picture, title and a phone, a fifth each. */
function profilePercent(row: Account): number {
  const filled = [row.full_name, row.has_description, row.avatar, row.title, row.phone].filter(Boolean)
  return filled.length * 20
}

/** What the person chose, on this device or another. */
function regionOf(viewer: Viewer, cookie: string | undefined): Region | null {
  const stored = viewer.kind === 'user' ? viewer.region : null
  if (isRegion(stored)) return stored
  return isRegion(cookie) ? cookie : null
}

function siteFacts(config: Config) {
  const { dashboard, assetStore, answers, forum, appDownload, premium } = config.links
  return {
    name: config.siteName,
    host: new URL(config.publicUrl).host,
    origin: config.publicUrl,
    learningHosts: config.learningHosts,
    headerlessSearchPaths: config.headerlessSearchPaths,
    apps: { dashboard, assetStore, answers, forum },
    appDownload,
    premiumUrl: premium,
    filingRecords: config.filingRecords,
  }
}
