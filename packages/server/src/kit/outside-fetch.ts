import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { Config } from './config.ts'
import { guardedLookup, isPublicAddress, PrivateAddress } from './public-address.ts'

export interface OutsideRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface OutsideResponse {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
}

/** More came than is read of an answer. */
export class AnswerTooLong extends Error {}

const timeoutMs = 10_000
const mostBytes = 4 * 1024 * 1024

/**
 * Asks an address that somebody of an organisation gave. Only public addresses are connected to, and the networks that the
 * operator names (CONNECTION_NETWORKS); a redirect is not followed. Throws a `TimeoutError` when the whole answer is not
 * there in ten seconds, and throws for more than 4 MB.
 */
export async function fetchOutside(
  config: Pick<Config, 'connectionNetworks'>,
  address: string,
  { method = 'GET', headers = {}, body }: OutsideRequest = {},
): Promise<OutsideResponse> {
  const url = new URL(address)
  const mayConnect = connectable(config)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // a written address is connected to without being looked up
  if (isIP(host) !== 0 && !mayConnect(host)) throw new PrivateAddress(host)
  const request = url.protocol === 'https:' ? secureRequest : plainRequest
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((done, reject) => {
    // Node says of both ends of a signal that it was aborted, and not that the time was over
    const fail = (error: Error) => reject(signal.aborted ? signal.reason : error)
    const asking = request(
      url,
      {
        method,
        agent: false,
        lookup: guardedLookup(mayConnect),
        signal,
        headers: {
          'user-agent': 'Lantern/1.0',
          ...headers,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const pieces: Buffer[] = []
        let bytes = 0
        response.on('data', (piece: Buffer) => {
          bytes += piece.length
          if (bytes > mostBytes) response.destroy(new AnswerTooLong('The answer is too long'))
          else pieces.push(piece)
        })
        response.on('error', fail)
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
            text: Buffer.concat(pieces).toString('utf8'),
          }),
        )
      },
    )
    asking.on('error', fail)
    asking.end(body)
  })
}

/** An address that somebody of an organisation typed, without what tells nothing of the place. Null: it cannot be asked. */
export function outsideAddress({ mode }: Pick<Config, 'mode'>, typed: string): string | null {
  const url = URL.parse(typed.trim())
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && mode === 'demo')
  if (!url || !isSafe || url.username || url.password || url.search || url.hash) return null
  return url.href.replace(/\/+$/, '')
}

function connectable({ connectionNetworks }: Pick<Config, 'connectionNetworks'>): (address: string) => boolean {
  const opened = new BlockList()
  for (const network of connectionNetworks) {
    const [address = '', bits = ''] = network.split('/')
    opened.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return (address) => isPublicAddress(address) || opened.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
