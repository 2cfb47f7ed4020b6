import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { stillRuns } from './file-lock.ts'

/** Where the site's own database lives, as DATA_DIR/postgres.json says it. */
export interface Cluster {
  home: string
  password: string
  /** False until the first start came to its end: nothing of value can be in it. */
  made: boolean
}

export interface FoundCluster {
  cluster: Cluster
  /** `new`: nothing is there yet. `passwordLost`: the database is there, and nobody knows its password any more. */
  state: 'known' | 'new' | 'passwordLost'
}

/** Whom PostgreSQL runs as where it may not run as us. */
export interface Person {
  uid: number
  gid: number
}

/** Where root keeps databases that their user could not reach under DATA_DIR. */
const rootsFolder = '/var/lib/lantern'

const owners = 'data-dir'

/** Where the database of a data folder has its files; undefined when there is none yet. */
export function clusterFolder(dataDir: string): string | undefined {
  const home = readSaid(dataDir)?.home
  return home === undefined ? undefined : clusterData({ home })
}

export function clusterData({ home }: Pick<Cluster, 'home'>): string {
  return join(home, 'data')
}

/**
 * Finds the database of a data folder. Nothing is ever deleted and no second database is begun beside one that was there:
 * what postgres.json said is made out from what lies on the disk, and where that cannot be, this throws what to do.
 */
export function findCluster(dataDir: string, person: Person | undefined): FoundCluster {
  const said = readSaid(dataDir)
  if (said?.home !== undefined && existsSync(said.home) && !isOfAnother(dataDir, said.home))
    return known(dataDir, said.home, said)
  const found = clustersOf(dataDir)
  if (found.length > 1) throw new Error(several(dataDir, found))
  const [home] = found
  if (home !== undefined) return known(dataDir, home, said ?? {})
  if (said?.home !== undefined && said.made !== false) throw new Error(homeGone(dataDir, said.home))
  if (said === null && wasUsed(dataDir)) throw new Error(nothingKnown(dataDir))
  return { cluster: { home: newHome(dataDir, person), password: newPassword(), made: false }, state: 'new' }
}

/** A folder that was copied still says where the database of the first one is, which that one goes on using. */
function isOfAnother(dataDir: string, home: string): boolean {
  const owner = ownerSaid(home)
  return owner !== '' && owner !== realpathSync(dataDir) && readSaid(owner)?.home === home
}

function known(dataDir: string, home: string, said: Partial<Cluster>): FoundCluster {
  const data = clusterData({ home })
  const isThere = existsSync(join(data, 'PG_VERSION'))
  const isBeingMade = said.made === false
  if (!isThere && (!isBeingMade || existsSync(data))) throw new Error(dataGone(dataDir, data))
  const cluster = { home, password: said.password ?? newPassword(), made: said.made ?? true }
  return { cluster, state: said.password === undefined && isThere ? 'passwordLost' : isThere ? 'known' : 'new' }
}

/** Says where the database is, whole or not at all, and in the database's folder whose it is. */
export function rememberCluster(dataDir: string, cluster: Cluster): void {
  writeWhole(saidFile(dataDir), JSON.stringify(cluster, null, 2))
  writeWhole(join(cluster.home, owners), `${realpathSync(dataDir)}\n`)
}

/** Removes a data folder with the database that belongs to it, which root has elsewhere. Nothing may run on it. */
export function removeDataDir(dataDir: string): void {
  const home = readSaid(dataDir)?.home
  if (home && !isOfAnother(dataDir, home)) rmSync(home, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

/** Whom the database of this folder belongs to; undefined when there is none yet. */
export function ownerOfCluster(dataDir: string): Person | undefined {
  const home = readSaid(dataDir)?.home ?? clustersOf(dataDir)[0]
  if (home === undefined || !existsSync(home)) return undefined
  const { uid, gid } = statSync(home)
  return { uid, gid }
}

export function makeFolder(path: string, person: Person | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  if (person) chownSync(path, person.uid, person.gid)
}

/** True when a user without rights of its own can get into the folder: every folder above lets others pass. */
export function isReachable(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function saidFile(dataDir: string): string {
  return join(dataDir, 'postgres.json')
}

/** Null when there is no such file, or when a crash or a full disk left nothing in it that can be read. */
function readSaid(dataDir: string): Partial<Cluster> | null {
  const file = saidFile(dataDir)
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Cluster>
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Databases on this disk that belong to the folder, wherever it said they were. */
function clustersOf(dataDir: string): string[] {
  const here = existsSync(dataDir) ? realpathSync(dataDir) : dataDir
  const elsewhere = existsSync(rootsFolder) ? readdirSync(rootsFolder).map((name) => join(rootsFolder, name)) : []
  return [
    ...[join(dataDir, 'postgres')].filter(holdsCluster),
    ...elsewhere.filter((home) => holdsCluster(home) && ownerSaid(home) === here),
  ]
}

function holdsCluster(home: string): boolean {
  return existsSync(join(clusterData({ home }), 'PG_VERSION'))
}

function ownerSaid(home: string): string {
  const file = join(home, owners)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}

/** Every start leaves this folder, and it stays when postgres.json is lost. */
export function usersFolder(dataDir: string): string {
  return join(dataDir, 'postgres-users')
}

/** Numbers of the processes that use the database now. What dead ones left is taken away. */
export function usersOf(dataDir: string): string[] {
  const folder = usersFolder(dataDir)
  if (!existsSync(folder)) return []
  const alive = readdirSync(folder).filter((name) => {
    // older versions wrote nothing into the file
    if (stillRuns(readText(join(folder, name)) || name)) return true
    rmSync(join(folder, name), { force: true })
    return false
  })
  return alive.map((name) => name.split('.')[0] ?? name)
}

/** Empty when it cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function wasUsed(dataDir: string): boolean {
  return existsSync(usersFolder(dataDir))
}

function newHome(dataDir: string, person: Person | undefined): string {
  return person && !isReachable(dataDir) ? join(rootsFolder, randomBytes(8).toString('hex')) : join(dataDir, 'postgres')
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  try {
    const file = openSync(draft, 'w', 0o600)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

function several(dataDir: string, homes: string[]): string {
  return (
    `${saidFile(dataDir)}, which says where the database is, is gone, and there are several:\n` +
    `${homes.map((home) => `  ${home}`).join('\n')}\nWrite the right one into it, as {"home": "${homes[0]}"}, and start again.`
  )
}

function homeGone(dataDir: string, home: string): string {
  return (
    `The database of ${dataDir} should be at ${home}. There is none, or another data folder uses it. ` +
    'Is a disk not mounted? ' +
    `If it was moved, write where it is now into ${saidFile(dataDir)}. Nothing was changed. ` +
    'To begin with an empty database, set DATA_DIR to a new folder and restore a backup there.'
  )
}

function dataGone(dataDir: string, data: string): string {
  return (
    `There is no database in ${data}, where that of ${dataDir} was. Is a disk not mounted? Nothing was changed. ` +
    'To begin with an empty database, set DATA_DIR to a new folder and restore a backup there.'
  )
}

function nothingKnown(dataDir: string): string {
  const strangers = existsSync(rootsFolder)
    ? readdirSync(rootsFolder)
        .map((name) => join(rootsFolder, name))
        .filter((home) => holdsCluster(home) && ownerSaid(home) === '')
    : []
  return (
    `${dataDir} had a database, and ${saidFile(dataDir)}, which says where it is, is gone. Nothing was changed. ` +
    `Put that file back, or write {"home": "<folder of the database>"} into it.` +
    (strangers.length > 0 ? ` It may be one of: ${strangers.join(', ')}.` : '') +
    ' To begin with an empty database, set DATA_DIR to a new folder and restore a backup there.'
  )
}
