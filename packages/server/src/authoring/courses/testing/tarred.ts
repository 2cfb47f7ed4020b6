import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

/** A packed tar of these files, and of links to elsewhere. */
export async function tarred(files: Record<string, string | Uint8Array | { link: string }>): Promise<Buffer> {
  const archive = pack()
  for (const [name, file] of Object.entries(files)) {
    if (typeof file === 'object' && 'link' in file) archive.entry({ name, type: 'symlink', linkname: file.link })
    else archive.entry({ name }, typeof file === 'string' ? file : Buffer.from(file))
  }
  archive.finalize()
  return gzipSync(await buffer(archive))
}
