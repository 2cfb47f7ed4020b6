import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterData, usersOf } from './cluster-folder.ts'
import { runProgram } from './postgres-programs.ts'
import { clearMark, type EmbeddedServer, markOf, serverState, stop, userName } from './postgres-server.ts'

/** Made beside its place and moved there when it is whole: what stands in its place is a database and never a half. */
export async function initialise({ binaries, cluster, person, options }: EmbeddedServer): Promise<void> {
  const { home, password } = cluster
  const draftStart = 'being-made-'
  // left by a first start that was killed; no server has ever run on it
  for (const name of readdirSync(home))
    if (name.startsWith(draftStart)) rmSync(join(home, name), { recursive: true, force: true })
  const draft = join(home, `${draftStart}${randomBytes(4).toString('hex')}`)
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (person) chownSync(passwordFile, person.uid, person.gid)
  const args = ['-D', draft, '-U', userName, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8']
  try {
    const { code, output } = await runProgram(
      join(binaries, 'initdb'),
      [...args, '--no-locale', ...(options.disposable ? ['--no-sync'] : [])],
      { person, cwd: home },
    )
    if (code !== 0) throw new Error(`The database could not be made:\n${output}`)
    renameSync(draft, clusterData(cluster))
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Sets a new password in single-user mode, as the owner of the files. No server may run on the cluster. */
export async function renewPassword({ binaries, cluster, person, options }: EmbeddedServer): Promise<void> {
  const { dataDir, say } = options
  say(`The password of the database in ${cluster.home} is lost; giving it a new one`)
  const mark = markOf(cluster)
  if (existsSync(mark) && serverState(cluster) === 'running') {
    if (usersOf(dataDir).length > 0) {
      throw new Error(
        `The database in ${cluster.home} runs and its password is lost with ${join(dataDir, 'postgres.json')}. ` +
          `Stop the processes of this site first: ${usersOf(dataDir).join(', ')}. Nothing was changed.`,
      )
    }
    await stop(cluster)
  }
  clearMark(cluster)
  const { code, output } = await runProgram(
    join(binaries, 'postgres'),
    ['--single', '-D', clusterData(cluster), 'postgres'],
    { person, cwd: cluster.home, input: `alter role ${userName} password '${cluster.password}'\n` },
  )
  if (code !== 0 || /ERROR|FATAL/.test(output)) {
    throw new Error(`The database in ${cluster.home} could not be given a new password:\n${output}`)
  }
}
