import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// Addresses that only this machine or its network can reach. Asking one of them for somebody would let them look behind
// the wall.

const closed = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closed.addSubnet(address, bits, 'ipv4')
}

const open6 = new BlockList()
// what is given out of the whole space; in it, tunnels that carry an older address and what is for documents
open6.addSubnet('2000::', 3, 'ipv6')
const closed6 = new BlockList()
closed6.addSubnet('2001::', 23, 'ipv6')
closed6.addSubnet('2001:db8::', 32, 'ipv6')
closed6.addSubnet('2002::', 16, 'ipv6')
closed6.addSubnet('3fff::', 20, 'ipv6')

/** True for an address of the open internet. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !closed.check(address, 'ipv4')
  return kind === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

/** The name was looked up, and leads to an address that may not be connected to. */
export class PrivateAddress extends Error {}

/** Looks a name up once and connects to exactly what was checked. */
export function guardedLookup(mayConnect: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      // one closed address among open ones is a trap, not an accident
      if (addresses.length === 0 || !addresses.every(({ address }) => mayConnect(address))) {
        return callback(new PrivateAddress(hostname), [])
      }
      const [first] = addresses
      if (options.all) callback(null, addresses)
      else callback(null, first?.address ?? '', first?.family ?? 4)
    })
  }
}
