import { createToken, listTokens, revokeToken } from '@lantern/contract/identity/tokens.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type App, route } from '#kit/route.ts'
import { requireRole } from '../organisations/members.ts'
import { endToken, makeToken, readTokens, type TokenOwner } from './api-tokens.ts'

export function tokenRoutes(app: App): void {
  route(app, listTokens, async ({ services, viewer, query }) => ({
    tokens: await readTokens(services, ownerOf(viewer, query)),
  }))

  route(app, createToken, ({ services, viewer, body }) => {
    ownerOf(viewer, body)
    return makeToken(services, viewer, body)
  })

  route(app, revokeToken, async ({ services, viewer, body }) => {
    await endToken(services, ownerOf(viewer, body), body.tokenId)
    return { success: true }
  })
}

/** Oneself, or an organisation of which one is an admin. */
function ownerOf(viewer: SignedIn, { organisationId }: { organisationId?: string }): TokenOwner {
  if (organisationId !== undefined) requireRole(viewer, organisationId, 'admin')
  return { personId: viewer.id, organisationId }
}
