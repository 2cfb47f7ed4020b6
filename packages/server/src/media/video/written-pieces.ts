import { open, readFile, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** With less room than this nothing can be told from a file that is too short. */
const leastRoom = 64 * 1024 * 1024

/**
 * How many seconds the pieces of a list have that ffmpeg wrote. It goes on over a full disk and ends as if all were well,
 * with pieces cut off or empty: believed, it would show half a video, or call a good file damaged. Throws then as
 * a full disk does.
 */
export async function secondsWritten(path: string): Promise<number> {
  const list = await readFile(path, 'utf8').catch(() => '')
  const folder = dirname(path)
  if (!list.includes('#EXT-X-ENDLIST') && (await roomLeft(folder)) < leastRoom) throw diskFull(path)
  for (const name of list.split('\n').filter((line) => line.endsWith('.m4s'))) await requireWhole(join(folder, name))
  const lengths = [...list.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length))
  return lengths.reduce((sum, length) => sum + length, 0)
}

/** A file of boxes, each of which says how long it is: the last one has to end with the file. */
export async function requireWhole(path: string): Promise<void> {
  const file = await open(path).catch(() => null)
  if (!file) throw diskFull(path)
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(16)
    let at = 0
    while (at < size) {
      await file.read(head, 0, 16, at)
      const short = head.readUInt32BE(0)
      at += short === 1 ? Number(head.readBigUInt64BE(8)) : Math.max(8, short)
    }
    if (at !== size || size === 0) throw diskFull(path)
  } finally {
    await file.close()
  }
}

async function roomLeft(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

function diskFull(path: string): Error {
  return Object.assign(new Error(`${path} was not written whole: No space left on device`), { code: 'ENOSPC' })
}
