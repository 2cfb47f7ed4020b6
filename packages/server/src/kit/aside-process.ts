import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Answered, Errand, FromReader, ToReader } from './aside.ts'

// A process that does errands for the site's, one at a time (kit/aside.ts).

const [site] = process.argv.slice(2)
// a text may keep this thread busy without an end, so another one notices that the site's process was killed
new Worker(`setInterval(() => { if (process.ppid !== ${Number(site)}) process.kill(process.pid, 'SIGKILL') }, 1000)`, {
  eval: true,
}).unref()

process.on('disconnect', () => process.exit())
process.on('message', (message: ToReader) => {
  if ('file' in message) run(message).then(tell, (error: unknown) => tell({ failed: reasonOf(error) }))
})

async function run({ file, name, input }: Extract<ToReader, { file: string }>): Promise<FromReader> {
  const work = ((await import(file)) as Record<string, (errand: Errand<unknown>) => unknown>)[name]
  if (!work) throw new Error(`${file} has no ${name}`)
  return { output: await work({ input, ask }) }
}

async function ask(question: unknown): Promise<unknown> {
  tell({ question })
  const [answer] = (await once(process, 'message')) as [Answered]
  if ('failed' in answer) throw new Error(answer.failed)
  return answer.value
}

function tell(message: FromReader): void {
  process.send?.(message)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
