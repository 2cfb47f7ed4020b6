import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PgBouncerProcess {
  /** The database's address through it. */
  url: string
  /** As `kill -9` does. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/**
 * A real PgBouncer in transaction mode in front of a database, with fewer connections to it than the site has to
 * PgBouncer, so that each goes from one of the site's to another.
 */
export async function startPgBouncer(databaseUrl: string, port: number): Promise<PgBouncerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  const { target, name, user } = targetOf(databaseUrl)
  writeFileSync(
    file,
    `[databases]
${name} = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
server_round_robin = 1
`,
  )
  // it refuses to run as root
  const person = ordinaryUser()
  chmodSync(folder, 0o755)
  chmodSync(file, 0o644)
  const child = spawn('pgbouncer', [file], {
    ...person,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  })
  const exited = once(child, 'exit').catch(() => undefined)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  await new Promise<void>((done, fail) => {
    let said = ''
    child.stderr.on('data', (chunk) => {
      // its log of each connection is of no interest later
      if (said.includes('process up')) return
      said += chunk
      if (said.includes('process up')) done()
    })
    child.on('error', (cause) =>
      fail(new Error('This needs PgBouncer: apt-get install -y pgbouncer (or your system’s package)', { cause })),
    )
    child.on('exit', () => fail(new Error(`PgBouncer ended at its start:\n${said}`)))
  })
  return {
    url: `postgresql://${user}@127.0.0.1:${port}/${name}`,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** The database as PgBouncer's settings name it. */
function targetOf(databaseUrl: string): { target: string; name: string; user: string } {
  const found = /^postgresql:\/\/([^:@]*)(?::([^@]*))?@([^/]*)\/([^?]*)(?:\?(.*))?/.exec(databaseUrl)
  const [, user = '', password, place = '', name = '', query] = found ?? []
  const folder = new URLSearchParams(query).get('host')
  const [host = '', port = '5432'] = folder ? [folder] : place.split(':')
  const parts = [`host=${host}`, `port=${port}`, `dbname=${name}`, `user=${user}`]
  if (password) parts.push(`password=${decodeURIComponent(password)}`)
  return { target: parts.join(' '), name, user }
}

function ordinaryUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [, , uid, gid] = /^nobody:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
