import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

// Built files never change: they are compressed once, as small as it goes, and served as they lie.
const root = resolve(import.meta.dirname, '../packages/web/build/client')

for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  const path = join(root, entry)
  if (!/\.(js|css|svg|json|txt)$/.test(path) || statSync(path).size < 800) continue
  const bytes = readFileSync(path)
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
