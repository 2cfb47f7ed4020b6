/**
 * The same bytes in memory of their own, for what is kept long. A buffer from a compressor or from a text is mostly a
 * piece of a block of 64 KiB, and keeps all of it.
 */
export function keptBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
