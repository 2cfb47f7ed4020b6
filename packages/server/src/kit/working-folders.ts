import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from './services.ts'
import { makePrivateFolder } from './storage.ts'

const leftForMs = 2 * 86_400_000

/** A folder for the files of one work, which goes with it. `kind` begins its name. */
export async function withWorkingFolder<T>(
  { config }: Pick<Services, 'config'>,
  kind: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const shared = join(config.dataDir, 'tmp')
  await makePrivateFolder(shared)
  const folder = await mkdtemp(join(shared, `${kind}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a process that was killed left behind would fill the disk some day: nothing works on a folder for two days. */
export async function sweepWorkingFolders({ config, clock }: Pick<Services, 'config' | 'clock'>): Promise<void> {
  const before = clock.now().getTime() - leftForMs
  const shared = join(config.dataDir, 'tmp')
  for (const folder of [shared, join(shared, 'videos')]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name)
      if (name !== 'videos' && (await isOlder(path, before))) await rm(path, { recursive: true, force: true })
    }
  }
}

/** False: it has gone by itself. */
async function isOlder(path: string, before: number): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && found.mtimeMs < before
}
