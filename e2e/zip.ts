import { crc32 } from 'node:zlib'

/** An archive of these files as they are, without packing them. */
export function zipOf(files: Record<string, string | Uint8Array>): Buffer {
  const bodies: Buffer[] = []
  const listing: Buffer[] = []
  let at = 0
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path)
    const bytes = Buffer.from(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x800, 2)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, bytes])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    listing.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, rest, name]))
    bodies.push(local)
    at += local.length
  }
  const size = listing.reduce((sum, entry) => sum + entry.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(listing.length, 8)
  end.writeUInt16LE(listing.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, ...listing, end])
}
