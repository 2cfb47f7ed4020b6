import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import type { LinkReason, LinkState } from '@lantern/contract/authoring/links.ts'
import { guardedLookup, isPublicAddress, PrivateAddress } from '#kit/public-address.ts'

export interface OutsideAnswer {
  state: Exclude<LinkState, 'waiting'>
  reason: LinkReason | null
  status: number | null
  movedTo: string | null
}

export interface AskOptions {
  /** Which addresses may be connected to; tests ask their own server. */
  mayConnect?: (address: string) => boolean
  /** Which ports; a link to another one is not looked at. */
  ports?: readonly number[]
  timeoutMs?: number
  userAgent?: string
}

const mostRedirects = 5

/**
 * Whether an address of another site answers. Only public addresses are connected to: the name is looked up once and the
 * connection goes to exactly the checked address, at every redirect anew. Nothing of the answer is read but its head.
 */
export async function askOutside(address: string, options: AskOptions = {}): Promise<OutsideAnswer> {
  let url = new URL(address)
  let isForGood = true
  for (let step = 0; step <= mostRedirects; step++) {
    const fault = refusedAddress(url, options)
    if (fault) return broken(fault, null)
    const head = await ask(url, 'HEAD', options)
    // sites that do not know HEAD, or take it for a robot's
    const answer = 'status' in head && head.status >= 400 ? await ask(url, 'GET', options) : head
    if ('fault' in answer) return answer.fault === 'private_address' ? broken(answer.fault, null) : failed(answer.fault)
    const { status, location } = answer
    if (status < 300 || status >= 400 || location === null) return judged(status, url, address, isForGood)
    if (!URL.canParse(location, url)) return broken('not_found', status)
    if (status !== 301 && status !== 308) isForGood = false
    url = new URL(location, url)
  }
  return { state: 'unclear', reason: 'no_answer', status: null, movedTo: null }
}

function judged(status: number, url: URL, address: string, isForGood: boolean): OutsideAnswer {
  if (status === 404 || status === 410) return broken('not_found', status)
  // not for robots, too many questions, or a bad day: a person may well get through
  if (status >= 400) return { state: 'unclear', reason: 'refused', status, movedTo: null }
  const hasMoved = isForGood && url.href !== new URL(address).href && !isOnlySafer(address, url)
  return { state: 'ok', reason: hasMoved ? 'moved' : null, status, movedTo: hasMoved ? url.href : null }
}

function isOnlySafer(address: string, url: URL): boolean {
  return new URL(address).href.replace(/^http:/, 'https:').replace(/\/$/, '') === url.href.replace(/\/$/, '')
}

function broken(reason: LinkReason, status: number | null): OutsideAnswer {
  return { state: 'broken', reason, status, movedTo: null }
}

function failed(reason: LinkReason): OutsideAnswer {
  return { state: reason === 'no_host' ? 'broken' : 'unclear', reason, status: null, movedTo: null }
}

function refusedAddress(url: URL, { mayConnect = isPublicAddress, ports = [80, 443] }: AskOptions): LinkReason | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'private_address'
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (!ports.includes(port) || url.username !== '' || url.password !== '') return 'private_address'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // a written address is connected to without being looked up
  return isIP(host) !== 0 && !mayConnect(host) ? 'private_address' : null
}

type Asked = { status: number; location: string | null } | { fault: LinkReason }

function ask(url: URL, method: 'HEAD' | 'GET', options: AskOptions): Promise<Asked> {
  const { mayConnect = isPublicAddress, timeoutMs = 10_000, userAgent = 'LanternLinkCheck/1.0' } = options
  const request = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((done) => {
    const asking = request(
      url,
      {
        method,
        agent: false,
        lookup: guardedLookup(mayConnect),
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'user-agent': userAgent, accept: '*/*', range: 'bytes=0-0' },
      },
      (response) => {
        done({ status: response.statusCode ?? 0, location: response.headers.location ?? null })
        response.destroy()
      },
    )
    asking.on('error', (error) => done({ fault: faultOf(error) }))
    asking.end()
  })
}

function faultOf(error: Error): LinkReason {
  if (error instanceof PrivateAddress) return 'private_address'
  const code = 'code' in error ? error.code : ''
  return code === 'ENOTFOUND' ? 'no_host' : 'no_answer'
}
