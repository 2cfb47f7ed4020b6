import { FileProblem } from './source-rows.ts'

/**
 * The text of a file in any encoding: as its first bytes or its XML declaration say, else UTF-8, else
 * the encoding that spreadsheets write in Chinese.
 */
export function decodeSource(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new FileProblem('file_empty')
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return decodeAs(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decodeAs(bytes, 'utf-16be')
  if (bytes.subarray(0, 8192).includes(0)) throw new FileProblem('file_binary')
  if (first === 0xef && second === 0xbb && third === 0xbf) return decodeAs(bytes, 'utf-8')
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(
    Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
  )?.[1]
  if (declared && !/^utf-?8$/i.test(declared)) return decodeAs(bytes, declared)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeAs(bytes, 'gb18030')
  }
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new FileProblem('file_binary', encoding, { cause })
  }
}
