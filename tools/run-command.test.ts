import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './files.ts'

/** A process that runs another one by runCommand, as `npm start` runs the site. */
function running(command: string): {
  outer: ChildProcess
  said(text: string): Promise<string>
  closed: Promise<string>
} {
  const script = `import { runCommand } from ${JSON.stringify(resolve(root, 'tools/run-command.mjs'))}
    process.exit(await runCommand(process.execPath, ['-e', ${JSON.stringify(command)}], { tellsWhenGone: true }))`
  const outer = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH },
  })
  let heard = ''
  const waiting = new Map<string, (text: string) => void>()
  outer.stdout?.on('data', (chunk) => {
    heard += chunk
    for (const [text, tell] of waiting) if (heard.includes(text)) tell(heard)
  })
  return {
    outer,
    said: (text) => new Promise((done) => waiting.set(text, done)),
    // both hold the pipe: it closes when both have ended
    closed: new Promise((done) => outer.stdout?.on('close', () => done(heard))),
  }
}

const untilTold = `setInterval(() => {}, 1000)
  const end = (why, code) => { console.log('ending: ' + why); process.exit(code) }
  process.on('SIGTERM', () => end('signal', 3))
  process.on('SIGHUP', () => end('hangup', 4))
  process.on('disconnect', () => end('gone', 5))
  console.log('ready for ' + process.pid)`

test.each([
  ['SIGTERM', 'ending: signal', 3],
  ['SIGHUP', 'ending: hangup', 4],
] as const)('%s goes on to the command, and its end is the end of both', async (signal, words, code) => {
  const { outer, said, closed } = running(untilTold)
  const exited = new Promise((done) => outer.on('exit', done))
  await said('ready')
  outer.kill(signal)
  expect(await exited).toBe(code)
  expect(await closed).toContain(words)
})

test('a command hears that the process which ran it was killed', async () => {
  const { outer, said, closed } = running(untilTold)
  await said('ready')
  outer.kill('SIGKILL')
  expect(await closed).toContain('ending: gone')
})

test('a command that a signal ended is told by the exit code, as a shell does', async () => {
  const { outer, said } = running(`setInterval(() => {}, 1000); console.log('ready ' + process.pid + ' .')`)
  const exited = new Promise((done) => outer.on('exit', done))
  const [, pid] = /ready (\d+) \./.exec(await said(' .')) ?? []
  process.kill(Number(pid), 'SIGKILL')
  expect(await exited).toBe(137)
})
