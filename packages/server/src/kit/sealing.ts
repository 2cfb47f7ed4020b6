import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import type { Db } from './sql.ts'

/**
 * Keeps secrets of people unreadable in the database. The context names the place (`tfa:u_1`): a value sealed for one
 * place opens in no other, so that rows cannot be exchanged.
 */
export interface Sealer {
  seal(text: string, context: string): Buffer
  /** Throws when the key or the context is another one, or a bit has changed. */
  open(sealed: Buffer, context: string): string
  /** The same text and context give the same digest, and without the key nobody can try texts out. */
  digest(text: string, context: string): Buffer
}

const version = 1
const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM and HMAC-SHA-256, each with a key of its own made of the one given. */
export function createSealer(dataKey: Buffer): Sealer {
  const sealingKey = derive(dataKey, 'seal')
  const digestKey = derive(dataKey, 'digest')
  return {
    seal(text, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([version]), iv, cipher.getAuthTag(), body])
    },
    open(sealed, context) {
      if (sealed[0] !== version || sealed.length < 1 + ivBytes + tagBytes) throw new Error('This was not sealed here')
      const iv = sealed.subarray(1, 1 + ivBytes)
      const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(context)).setAuthTag(tag)
      return Buffer.concat([decipher.update(sealed.subarray(1 + ivBytes + tagBytes)), decipher.final()]).toString(
        'utf8',
      )
    },
    digest: (text, context) => createHmac('sha256', digestKey).update(`${context}\n${text}`).digest(),
  }
}

/** The key of DATA_KEY, else the one in DATA_DIR, which is made at the first start and readable by its owner alone. */
export function dataKeyOf({ dataKey, dataDir }: Pick<Config, 'dataKey' | 'dataDir'>): Buffer {
  return dataKey ? Buffer.from(dataKey, 'base64') : readOrMakeKey(dataDir)
}

export function dataKeyFile(dataDir: string): string {
  return join(dataDir, 'data.key')
}

/** Under this name a database keeps what tells one key from another, and nothing of the key. */
export const keyCheckName = 'data_key_check'

export function keyCheckOf(sealer: Sealer): Buffer {
  return sealer.digest(keyCheckName, keyCheckName)
}

/** Refuses a key that is not the one this database was sealed with: a second machine, or data that moved without it. */
export async function requireKeyOfDatabase(db: Db, sealer: Sealer): Promise<void> {
  const name = keyCheckName
  const value = keyCheckOf(sealer)
  await db
    .insertInto('site_secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await db.selectFrom('site_secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  if (timingSafeEqual(kept.value, value)) return
  throw new ConfigError(
    'DATA_KEY: this database was sealed with another key. Give every process of the site the same DATA_KEY, ' +
      'or bring the file data.key of the DATA_DIR it came from.',
  )
}

function readOrMakeKey(dataDir: string): Buffer {
  const file = dataKeyFile(dataDir)
  const kept = readKey(file)
  if (kept) return kept
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    // whole or not at all, and never over the key of a process that was faster
    linkSync(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  writeFolderThrough(dataDir)
  const made = readKey(file)
  if (!made) throw new Error(`The key ${file} cannot be read`)
  return made
}

/** Without its name in the folder a key is lost with the power, and with it all that was sealed since. */
function writeFolderThrough(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function readKey(file: string): Buffer | null {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
    if (key.length !== 32) throw new ConfigError(`${file} does not hold a key of 32 bytes in base64`)
    return key
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function derive(key: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `lantern ${use}`, 32))
}
