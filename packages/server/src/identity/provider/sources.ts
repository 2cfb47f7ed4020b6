import type { OutsideWay } from '@lantern/contract/identity/outside-ways.ts'
import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { type DemoPeers, demoPeers } from './demo/peers.ts'
import { openIdSource } from './openid-source.ts'
import type { OutsideSource } from './outside-source.ts'
import { weixinSource } from './weixin-source.ts'

export type OutsideSources = Partial<Record<OutsideWay, OutsideSource>>

/** An identity provider that this site plays itself, in demo mode. */
export type PlayedProvider = DemoPeers['identityProvider']

/** The other sites by which one can sign in here, as the settings say. In demo mode this site plays them itself. */
export function outsideSources(app: App): { sources: OutsideSources; played: PlayedProvider | null } {
  const { config, log } = app.services
  const peers = config.identityProvider === 'demo' || config.chatApp === 'demo' ? demoPeers(app) : null
  const provider = config.identityProvider === 'demo' ? peers?.identityProvider : config.identityProvider
  const chatApp = config.chatApp === 'demo' ? peers?.chatApp : config.chatApp
  const common = { log, timeoutSeconds: config.providerTimeoutSeconds }
  const sources = {
    ...(provider && { unityId: openIdSource({ ...common, ...provider }) }),
    ...(chatApp && { weixin: weixinSource({ ...common, ...chatApp }) }),
  }
  return { sources, played: peers?.identityProvider ?? null }
}

/** What this site offers, in the order of its buttons. */
export function offeredWays({ config }: Pick<Services, 'config'>): OutsideWay[] {
  return [...(config.chatApp ? (['weixin'] as const) : []), ...(config.identityProvider ? (['unityId'] as const) : [])]
}
