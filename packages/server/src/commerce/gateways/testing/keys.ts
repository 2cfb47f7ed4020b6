import { execFileSync } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface KeyPair {
  privateKey: KeyObject
  publicKey: KeyObject
}

export function newKeyPair(): KeyPair {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder of its own for key files, and a way to write one there. It goes with the process. */
export function keyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-keys-'))
  folders.push(folder)
  return {
    folder,
    write(name: string, content: string | Buffer): string {
      const path = join(folder, name)
      writeFileSync(path, content, { mode: 0o600 })
      return path
    },
  }
}

export function privatePem({ privateKey }: KeyPair): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

export function publicPem({ publicKey }: KeyPair): string {
  return publicKey.export({ type: 'spki', format: 'pem' }).toString()
}

/** A certificate for a new key, signed by itself; Node can read certificates but makes none. */
export function newCertificate(name: string, days = 1825): { privateKey: KeyObject; pem: string; keyPem: string } {
  const { folder } = keyFolder()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate].concat([
      '-days',
      String(days),
      '-subj',
      `/CN=${name}`,
    ]),
    { stdio: 'ignore' },
  )
  const keyPem = readFileSync(key, 'utf8')
  return { privateKey: createPrivateKey(keyPem), pem: readFileSync(certificate, 'utf8'), keyPem }
}
