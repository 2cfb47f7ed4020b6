import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Moving pictures with a tone, small enough to be made ready in a few seconds. */
export function film(seconds: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-film-'))
  const path = join(folder, 'film.mp4')
  const input = ['-f', 'lavfi', '-i', `testsrc=size=640x360:rate=10:duration=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=duration=${seconds}`, '-c:a', 'aac', '-shortest']
  const made = spawnSync('ffmpeg', ['-v', 'error', ...input, ...sound, '-c:v', 'libx264', '-preset', 'ultrafast', path])
  if (made.status !== 0) throw new Error(`ffmpeg: ${made.stderr}`)
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true, force: true })
  return bytes
}
