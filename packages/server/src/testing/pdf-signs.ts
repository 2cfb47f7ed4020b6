import { inflateSync } from 'node:zlib'

/** The signs that the fonts inside of a document stand for. */
export function signsOfPdf(file: Buffer): string[] {
  const signs = new Set<string>()
  for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('stream\n', at + 1)) {
    const start = at + 'stream\n'.length
    if (file.subarray(at - 3, at).toString() === 'end' || file[start] !== 0x78) continue
    const text = inflateSync(file.subarray(start, file.indexOf('endstream', start))).toString('latin1')
    for (const [, list = ''] of text.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g)) {
      // in UTF-16, one or several for a letter as it is drawn
      for (const [, code = ''] of list.matchAll(/<([\da-f]{4}(?: ?[\da-f]{4})*)>/g))
        for (const sign of Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')) signs.add(sign)
    }
  }
  return [...signs]
}
