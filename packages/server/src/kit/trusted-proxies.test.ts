import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { isUserContentHost } from './user-content-host.ts'

const forged = '203.0.113.66'
const visitor = '198.51.100.7'

/** The address that the site takes for the visitor's, behind a proxy that adds to what it was sent. */
async function addressSeen(setting: string, forwarded: string, peer = '10.0.0.2'): Promise<string> {
  const app = Fastify({ trustProxy: parseConfig({ TRUST_PROXY: setting }).trustProxy ?? false })
  app.get('/', (request) => request.ip)
  const { payload } = await app.inject({ url: '/', remoteAddress: peer, headers: { 'x-forwarded-for': forwarded } })
  await app.close()
  return payload
}

test('what a visitor wrote into the header before the proxy did is not their address', async () => {
  const header = `${forged}, ${visitor}`
  expect(await addressSeen('true', header)).toBe(visitor)
  expect(await addressSeen('1', header)).toBe(visitor)
  expect(await addressSeen('10.0.0.0/8', header)).toBe(visitor)
  expect(await addressSeen('false', header)).toBe('10.0.0.2')
})

test('each of several proxies is counted, or named by its network', async () => {
  const header = `${forged}, ${visitor}, 192.0.2.1`
  expect(await addressSeen('2', header)).toBe(visitor)
  expect(await addressSeen('10.0.0.2, 192.0.2.0/24', header)).toBe(visitor)
  expect(await addressSeen('10.0.0.0/8', header)).toBe('192.0.2.1')
})

test('who reaches the site past its proxies says nothing of themselves', async () => {
  expect(await addressSeen('10.0.0.0/8', visitor, forged)).toBe(forged)
})

test('a host that was asked for is the proxy’s word, or nobody’s', () => {
  const ask = (setting: string, remoteAddress: string) => {
    const config = parseConfig({ TRUST_PROXY: setting, USER_CONTENT_URL: 'http://files.example' })
    const headers = { host: 'site.example', 'x-forwarded-host': 'forged.example, files.example' }
    return isUserContentHost(config, { headers, socket: { remoteAddress } } as never)
  }
  expect(ask('10.0.0.0/8', '10.0.0.2')).toBe(true)
  expect(ask('10.0.0.0/8', forged)).toBe(false)
  expect(ask('false', '10.0.0.2')).toBe(false)
})

test('a setting that names no proxy is refused at the start', () => {
  expect(() => parseConfig({ TRUST_PROXY: 'yes please' })).toThrow('TRUST_PROXY')
})
