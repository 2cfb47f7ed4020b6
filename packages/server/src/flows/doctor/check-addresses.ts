import { connect } from 'node:tls'
import type { Config } from '#kit/config.ts'
import { checked, type Finding, reasonOf } from './finding.ts'

const dayMs = 86_400_000
/** Let’s Encrypt renews a month before the end: renewal has failed by then. */
const soonDays = 14

/** The addresses that visitors use: their certificates, and whether they lead here. */
export async function checkAddresses({
  publicUrl,
  isPublicUrlGiven,
  userContentUrl,
  mode,
}: Config): Promise<Finding[]> {
  if (!isPublicUrlGiven) {
    return [{ what: 'address', state: mode === 'demo' ? 'left out' : 'note', said: 'PUBLIC_URL is not set' }]
  }
  const addresses = [publicUrl, ...(mode === 'production' && userContentUrl !== undefined ? [userContentUrl] : [])]
  const findings: Finding[] = []
  for (const address of addresses) {
    if (address.startsWith('https:')) findings.push(...(await checkCertificate(address)))
  }
  return [...findings, ...(await checkReachable(publicUrl))]
}

async function checkCertificate(address: string): Promise<Finding[]> {
  const { hostname, port } = new URL(address)
  const what = `certificate ${hostname}`
  const mend = 'Look at the proxy that ends TLS: its certificate for this name, and what renews it.'
  return checked(what, mend, async () => {
    const { until, fault } = await certificateOf(hostname, Number(port || 443))
    const days = Math.floor((until.getTime() - Date.now()) / dayMs)
    if (fault) return [{ what, state: 'bad', said: fault, mend }]
    return [
      {
        what,
        state: days < soonDays ? 'note' : 'good',
        said: `good for ${days} days`,
        ...(days < soonDays && { mend }),
      },
    ]
  })
}

function certificateOf(host: string, port: number): Promise<{ until: Date; fault: string | null }> {
  return new Promise((done, fail) => {
    // what is wrong with it is asked below, instead of having the connection refused
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: 10_000 }, () => {
      const until = new Date(socket.getPeerCertificate().valid_to)
      const fault = socket.authorized ? null : reasonOf(socket.authorizationError ?? 'not trusted')
      socket.destroy()
      done({ until, fault })
    })
    socket.on('timeout', () => socket.destroy(new Error('no answer')))
    socket.on('error', fail)
  })
}

async function checkReachable(publicUrl: string): Promise<Finding[]> {
  const what = 'address'
  const mend = `Lead ${publicUrl} to HOST and PORT of this site (docs/operate.md, "The proxy"), and run this while it is up.`
  return checked(what, mend, async () => {
    const answer = await fetch(`${publicUrl}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    }).catch((error: Error) => {
      throw error.cause ?? error
    })
    const isOurs = answer.ok && answer.headers.has('x-request-id')
    const lateMs = Math.abs(Date.now() - Date.parse(answer.headers.get('date') ?? ''))
    if (!isOurs)
      return [{ what, state: 'bad', said: `${publicUrl}/healthz answers ${answer.status}, and not as this site`, mend }]
    if (lateMs > 5_000) {
      const said = `its clock and the one here are ${Math.round(lateMs / 1000)} s apart`
      return [{ what, state: 'note', said, mend: 'Have the network set the clocks of all machines.' }]
    }
    return [{ what, state: 'good', said: `${publicUrl} leads to the site` }]
  })
}
