/**
 * The text of a table in the encodings that spreadsheets write: as its first bytes say, else UTF-8, else GB 18030, of which GBK is a
 * part. Null: it is no text.
 */
export function decodeTable(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeAs(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decodeAs(bytes, 'utf-16be')
  if (bytes.subarray(0, 8192).includes(0)) return null
  return decodeAs(bytes, 'utf-8') ?? decodeAs(bytes, 'gb18030')
}

/** Without a mark of its encoding at the beginning. */
export function decodeAs(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
