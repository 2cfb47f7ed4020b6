import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolder } from './cluster-folder.ts'
import type { Config } from './config.ts'

/** A disk of this machine that the site writes to. */
export interface Disk {
  /** What lies there: `data` is DATA_DIR, `files` its store, `database` the site's own PostgreSQL. */
  what: 'data' | 'files' | 'database' | 'log of the database'
  path: string
  sizeBytes: number
  /** What the site may still write. */
  freeBytes: number
}

/** Each disk once, by the first that lies there. What is not made yet is left out, and so is what lies elsewhere. */
export async function localDisks({ dataDir, s3, databaseUrl }: Config): Promise<Disk[]> {
  const cluster = databaseUrl === undefined ? clusterFolder(dataDir) : undefined
  const places: [Disk['what'], string][] = [['data', dataDir]]
  if (!s3) places.push(['files', join(dataDir, 'storage')])
  if (cluster !== undefined) places.push(['database', cluster], ['log of the database', join(cluster, 'pg_wal')])
  const disks = new Map<number, Disk>()
  for (const [what, path] of places) {
    const device = await stat(path).then(({ dev }) => dev, nullWhenMissing)
    if (device === null || disks.has(device)) continue
    const { blocks, bavail, bsize } = await statfs(path)
    disks.set(device, { what, path, sizeBytes: blocks * bsize, freeBytes: bavail * bsize })
  }
  return [...disks.values()]
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))) return null
  throw error
}
