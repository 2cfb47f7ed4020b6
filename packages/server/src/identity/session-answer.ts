import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { twoFactorFor } from '@lantern/contract/guards.ts'
import { isRegion, type Region, regionCookie } from '@lantern/contract/identity/regions.ts'
import type { getCurrentUser, getSession } from '@lantern/contract/identity/session.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#kit/config.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { offeredWays } from './provider/index.ts'
import { notSuspended, ownLogin } from './session/index.ts'

export async function sessionAnswer(
  services: Services,
  { viewer, locale, cookies }: FastifyRequest,
  csrfToken: string,
): Promise<ResponseOf<typeof getSession>> {
  const { config } = services
  return {
    csrfToken,
    ...(await whoIsHere(services.db, viewer)),
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
      outsideWays: offeredWays(services),
    },
    site: siteFacts(config),
  }
}

export async function currentUserAnswer(db: Db, viewer: Viewer): Promise<ResponseOf<typeof getCurrentUser>> {
  const status = (viewer.kind === 'guest' && viewer.accountStatus) || notSuspended
  const { loginTip: _, ...who } = await whoIsHere(db, viewer)
  return { ...who, ...status }
}

async function whoIsHere(db: Db, viewer: Viewer) {
  if (viewer.kind === 'guest') return { user: null, loginTip: false, groups: [], premium: false }
  return { ...(await ownUser(db, viewer)), groups: [...viewer.groups], premium: viewer.premium }
}

export async function ownUser(db: Db, viewer: SignedIn) {
  const row = await db.selectFrom('users').selectAll().where('id', '=', viewer.id).executeTakeFirstOrThrow()
  const user = {
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
  return { user, loginTip: row.login_tip_seen_at === null }
}

/** How much of the profile is filled in: name, introduction, picture, title and a phone, a fifth each. */
function profilePercent(row: {
  full_name: string
  description: string
  avatar: string | null
  title: string
  phone: string | null
}): number {
  const filled = [row.full_name, row.description, row.avatar, row.title, row.phone].filter(Boolean)
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
