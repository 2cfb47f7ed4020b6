import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterUse } from '#testing/after-use.ts'
import { freePort } from './free-port.ts'

/** A real Redis of one test file's own, on a free port of this machine. Stops by itself. */
export async function testRedis(): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'lantern-redis-'))
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const gone = new Promise<void>((done) => server.on('exit', () => done()))
  const stop = async () => {
    if (server.kill()) await gone
    rmSync(dir, { recursive: true, force: true })
  }
  afterUse(stop)
  await new Promise<void>((ready, fail) => {
    server.on('error', (cause) =>
      fail(new Error('These tests need Redis: apt-get install -y redis-server (or your system’s package)', { cause })),
    )
    server.on('exit', (code) => fail(new Error(`redis-server ended at its start (${code})`)))
    server.stdout.on('data', (chunk: Buffer) => /Ready to accept connections/.test(String(chunk)) && ready())
  })
  return { url: `redis://127.0.0.1:${port}`, pid: server.pid ?? 0, stop }
}
