/** The archive, whose list says of this file that it unpacks to so many bytes. */
export function saysOfSize(archive: Uint8Array, path: string, unpackedBytes: number): Buffer {
  const bytes = Buffer.from(archive)
  // in the list at the end, where the name comes 46 bytes into an entry and the size 24
  bytes.writeUInt32LE(unpackedBytes, bytes.lastIndexOf(path) - 46 + 24)
  return bytes
}
