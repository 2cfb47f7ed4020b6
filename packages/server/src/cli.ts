import { isGroup } from '@lantern/contract/roles.ts'
import { Command, InvalidArgumentError } from 'commander'
import { exportQuiz, importFolder } from '#authoring/index.ts'
import { grantGroup, revokeGroup } from '#identity/index.ts'
import { backUp, restore } from '#kit/backup.ts'
import { explain, parseConfig } from '#kit/config.ts'
import { startEmbeddedPostgres } from '#kit/embedded-postgres.ts'
import { migrate } from '#kit/migrate.ts'
import { type OpenServices, openServices } from '#kit/open-services.ts'
import { reindex } from '#search/index.ts'
import { subscribeAll } from './app.ts'
import { seedLearners } from './flows/seed-learners.ts'

const program = new Command('lantern').description('Works on a Lantern site, beside the running server or without it.')

program
  .command('import')
  .argument('<folder>', 'folder of Markdown lessons and .gift quizzes, a language folder (zh, en, …) at its top')
  .option('--report <file>', 'also write the report as JSON')
  .description('turns Markdown lessons into published tutorials and .gift files into quizzes')
  .action((folder: string, options: { report?: string }) =>
    withSite((services) =>
      importFolder(services, folder, { onProgress: showProgress, say: console.log, locale: 'en_US', ...options }),
    ),
  )

program
  .command('export-quiz')
  .argument('<quiz>', 'id or slug')
  .description('prints a quiz with its answers as a GIFT file')
  .action((quiz: string) => withSite(async (services) => console.log(await exportQuiz(services, quiz))))

program
  .command('grant')
  .argument('<phone>')
  .argument('<group>', 'for example learn_editor_zh', group)
  .description('puts a person into a group')
  .action((phone: string, name) =>
    withSite(async (services) => {
      const { changed } = await grantGroup(services, phone, name)
      console.log(changed ? `${phone} is in ${name} now.` : `${phone} was in ${name} already.`)
    }),
  )

program
  .command('revoke')
  .argument('<phone>')
  .argument('<group>', 'for example learn_editor_zh', group)
  .description('takes a person out of a group')
  .action((phone: string, name) =>
    withSite(async (services) => {
      const { changed } = await revokeGroup(services, phone, name)
      console.log(changed ? `${phone} is not in ${name} any more.` : `${phone} was not in ${name}.`)
    }),
  )

program
  .command('reindex')
  .description('makes the search index anew')
  .action(() => withSite((services) => reindex(services, ({ done, total }) => showProgress(done, total, 'items'))))

program
  .command('seed')
  .requiredOption('--learners <n>', 'how many learners with records', wholeNumber)
  .description('fills the site with learners for load tests')
  .action((options: { learners: number }) => withSite((services) => seedLearners(services, options, showProgress)))

program
  .command('backup')
  .argument('<file>')
  .description('writes the whole site, database and files, to one file')
  .action((file: string) =>
    withSite(async ({ storage }, url) => {
      await backUp(url, storage, file, showProgress)
      console.log(`${file} holds the whole site.`)
    }),
  )

program
  .command('restore')
  .argument('<file>')
  .description('puts a backup into an empty site')
  .action((file: string) =>
    withSite(async ({ storage }, url) => {
      await restore(url, storage, file, showProgress)
      console.log('The site is as it was when the backup was made. Everybody signs in anew.')
    }),
  )

await program.parseAsync()

function group(text: string) {
  if (!isGroup(text)) throw new InvalidArgumentError('There is no such group.')
  return text
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('A whole number from 1 on is meant.')
  return value
}

/** Joins the site's database, starting it when nobody runs it, and works off the jobs that the command caused. */
async function withSite(work: (services: OpenServices, databaseUrl: string) => Promise<unknown>): Promise<void> {
  try {
    const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env })
    const embedded = config.databaseUrl
      ? undefined
      : await startEmbeddedPostgres({ dataDir: config.dataDir, say: (line) => console.error(line) })
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
    try {
      await migrate(databaseUrl)
      const services = await openServices(config, databaseUrl, { define: subscribeAll })
      try {
        await work(services, databaseUrl)
        await services.jobs.drain()
      } finally {
        await services.close()
      }
    } finally {
      await embedded?.release()
    }
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}

function showProgress(done: number, total: number, what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done}/${total} ${what}`.slice(0, 100).padEnd(100))
  else if (done === total || done % 100 === 0) process.stderr.write(`${done}/${total} ${what}\n`)
  if (done === total) process.stderr.write('\n')
}
