import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'

/** Whether what an address says of the visitor behind it is believed; the nearest address is hop 0. */
export type TrustsProxy = (address: string, hop: number) => boolean

/**
 * Reads TRUST_PROXY: a number of proxies, one behind the other, or their addresses and networks. `true` is one proxy.
 * Throws for what is neither.
 */
export function trustedProxies(text: string): TrustsProxy | undefined {
  const setting = text.trim()
  if (setting === 'false' || setting === '0') return undefined
  if (setting === 'true') return within(1)
  if (/^\d$/.test(setting)) return within(Number(setting))
  return compile(setting.split(',').map((network) => network.trim()))
}

/** Only what the proxies themselves wrote is believed: what stands before it, any visitor can send. */
function within(hops: number): TrustsProxy {
  return (_address, hop) => hop < hops
}

/** Whether the connection comes from a proxy, so that its headers of the kind `X-Forwarded-Host` are its own word. */
export function isFromProxy(trusts: TrustsProxy | undefined, { socket }: Pick<IncomingMessage, 'socket'>): boolean {
  const address = socket.remoteAddress
  return trusts !== undefined && address !== undefined && trusts(address, 0)
}
