import { type Zippable, zipSync } from 'fflate'

/** What every file of a package is dated: the same content has to give the same bytes. */
export const packageDate = new Date(1980, 0, 1, 0, 0, 0)

/** Files in the order of their names, all with one date. */
export function writeZip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const zippable: Zippable = {}
  for (const path of [...files.keys()].sort()) {
    zippable[path] = [files.get(path) as Uint8Array, { mtime: packageDate, level: isPacked(path) ? 0 : 6 }]
  }
  return zipSync(zippable)
}

/** Pictures and films are packed already. */
function isPacked(path: string): boolean {
  return /\.(jpe?g|png|webp|avif|gif|mp4|webm|m4s|ts|zip|gz|br)$/i.test(path)
}
