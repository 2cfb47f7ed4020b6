import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '#kit/config.ts'
import { type Disk, localDisks } from '#kit/disks.ts'
import { checked, type Finding } from './finding.ts'

const run = promisify(execFile)
const gigabyte = 1024 ** 3

export async function checkMachine(config: Config): Promise<Finding[]> {
  return [
    ...(await checked('disk', `Give ${config.dataDir} to the user of the site, writable.`, () => checkDisk(config))),
    ...checkPrivacy(config),
    ...(await checked('clock', 'Install chrony or switch on systemd-timesyncd.', checkClock)),
    ...(await checkFilmPrograms(config)),
  ]
}

/** Room, and whether what is written there reaches the disk. */
async function checkDisk(config: Config): Promise<Finding[]> {
  const { dataDir } = config
  if (!existsSync(dataDir)) {
    return [{ what: 'disk', state: 'note', said: `${dataDir} is not there yet: the first start makes it` }]
  }
  const probe = join(dataDir, `doctor-${randomUUID()}`)
  const file = await open(probe, 'wx', 0o600)
  try {
    await file.writeFile('written by the doctor')
    await file.sync()
  } finally {
    await file.close()
    await rm(probe, { force: true })
  }
  return (await localDisks(config)).map(roomOn)
}

function roomOn({ path, freeBytes, sizeBytes }: Disk): Finding {
  const share = Math.round((freeBytes / sizeBytes) * 100)
  const said = `${(freeBytes / gigabyte).toFixed(1)} GB (${share} %) free at ${path}`
  const mend = 'Make room or enlarge the disk; docs/operate.md, "The disk is full".'
  if (freeBytes < gigabyte || share < 5) return { what: 'disk', state: 'bad', said, mend }
  if (share < 15) return { what: 'disk', state: 'note', said, mend }
  return { what: 'disk', state: 'good', said }
}

/** What only the site may read. */
function checkPrivacy({ dataDir }: Config): Finding[] {
  const open = ['data.key', 'postgres.json', 'storage', 'uploads']
    .map((name) => join(dataDir, name))
    .filter((path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0)
  if (open.length === 0) return [{ what: 'private files', state: 'good', said: 'readable by the site alone' }]
  const said = `others of this machine can read ${open.join(', ')}`
  return [{ what: 'private files', state: 'bad', said, mend: `Run: chmod go-rwx ${open.join(' ')}` }]
}

/** Codes of a second factor and signed addresses count on the time. */
async function checkClock(): Promise<Finding[]> {
  const synchronised = await run('timedatectl', ['show', '--property=NTPSynchronized', '--value']).then(
    ({ stdout }) => stdout.trim(),
    () => 'unknown',
  )
  if (synchronised === 'yes') return [{ what: 'clock', state: 'good', said: 'set by the network' }]
  if (synchronised === 'unknown') {
    return [{ what: 'clock', state: 'left out', said: 'nothing on this machine tells whether the network sets it' }]
  }
  const mend = 'Install chrony or switch on systemd-timesyncd.'
  return [{ what: 'clock', state: 'note', said: 'the network does not set it', mend }]
}

async function checkFilmPrograms({ roles, video }: Config): Promise<Finding[]> {
  if (!roles.has('worker')) return [{ what: 'films', state: 'left out', said: 'made in another process (ROLES)' }]
  const mend = 'Install it (Debian: apt-get install ffmpeg), or name it by FFMPEG_PATH and FFPROBE_PATH.'
  return checked('films', mend, async () => {
    const [{ stdout: version }, { stdout: encoders }] = await Promise.all([
      run(video.ffmpeg, ['-version']),
      run(video.ffmpeg, ['-hide_banner', '-encoders']),
      run(video.ffprobe, ['-version']),
    ])
    const missing = ['libx264', 'aac'].filter((encoder) => !encoders.includes(` ${encoder} `))
    if (missing.length > 0) {
      return [{ what: 'films', state: 'bad', said: `this ffmpeg is without ${missing.join(' and ')}`, mend }]
    }
    return [{ what: 'films', state: 'good', said: version.split(' ').slice(0, 3).join(' ') }]
  })
}
