import { resolve } from 'node:path'
import { isGroup } from '@lantern/contract/roles.ts'
import { Argument, Command, InvalidArgumentError } from 'commander'
import { exportQuiz, exportToFile, importFolder, importFromFile } from '#authoring/index.ts'
import { savePlan } from '#commerce/index.ts'
import {
  auditTrail,
  decideReview,
  grantGroup,
  revokeGroup,
  setOfficialAuthor,
  suspendAccount,
  unsuspendAccount,
  waitingReviews,
} from '#identity/index.ts'
import { backUp, restore } from '#kit/backup.ts'
import { type Config, explain, parseConfig } from '#kit/config.ts'
import { startEmbeddedPostgres } from '#kit/embedded-postgres.ts'
import { migrate, requireMigrated } from '#kit/migrate.ts'
import { pendingMigrations, tryMigrations } from '#kit/migration-steps.ts'
import { type OpenServices, openServices } from '#kit/open-services.ts'
import { noteBackup } from '#kit/operating-figures.ts'
import { dataKeyFile, requireKeyOfDatabase } from '#kit/sealing.ts'
import { refreshStatistics } from '#kit/sql.ts'
import { resumeUploads } from '#media/index.ts'
import { reindex } from '#search/index.ts'
import { subscribeAll } from './app.ts'
import { examine } from './flows/doctor/doctor.ts'
import { seedLearners } from './flows/seed-learners.ts'

const program = new Command('lantern').description('Works on a Lantern site, beside the running server or without it.')

program
  .command('import')
  .argument('<folder>', 'folder of Markdown lessons and .gift quizzes, a language folder (zh, en, …) at its top')
  .option('--report <file>', 'also write the report as JSON')
  .description('turns Markdown lessons into published tutorials and .gift files into quizzes')
  .action((folder: string, options: { report?: string }) =>
    fillingSite((services) =>
      importFolder(services, folder, { onProgress: showProgress, say: console.log, locale: 'en_US', ...options }),
    ),
  )

program
  .command('export-quiz')
  .argument('<quiz>', 'id or slug')
  .description('prints a quiz with its answers as a GIFT file')
  .action((quiz: string) => withSite(async (services) => console.log(await exportQuiz(services, quiz))))

program
  .command('export')
  .argument('<item>', 'id of a tutorial, quiz, project or course')
  .argument('<file>', 'where the package is written')
  .option('--translations', 'also the other languages of everything in it')
  .description('writes an item with everything in it, media included, to one file')
  .action((item: string, file: string, options: { translations?: boolean }) =>
    withSite(async (services) => {
      const leftOut = await exportToFile(services, item, file, options)
      console.log(`${file} holds ${item}.`)
      for (const id of leftOut) console.log(`${id} is named in it and was left out.`)
    }),
  )

program
  .command('import-package')
  .argument('<file>')
  .requiredOption('--owner <phone>', 'who owns what is new')
  .option('--dry-run', 'only says what would happen')
  .option('--publish', 'publishes what is complete')
  .description('takes a package in that was written by export')
  .action((file: string, options: { owner: string; dryRun?: boolean; publish?: boolean }) =>
    fillingSite(async (services) => {
      const { problem, items, mediaStored, mediaKnown } = await importFromFile(services, file, options)
      for (const { id, title, outcome, notes } of items) {
        console.log(`${outcome}  ${id}  ${title}`)
        for (const { message } of notes) console.log(`  ${message}`)
      }
      if (problem) throw new Error(problem.message)
      console.log(`Media: ${mediaStored} new, ${mediaKnown} known.${options.dryRun ? ' Nothing was written.' : ''}`)
    }),
  )

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
  .command('official')
  .argument('<phone>')
  .option('--off', 'no longer')
  .description('shows an author under their own name; everybody else appears as the team of the site')
  .action((phone: string, { off = false }: { off?: boolean }) =>
    withSite(async (services) => {
      const { changed } = await setOfficialAuthor(services, phone, !off)
      const is = off ? 'is no official author' : 'is an official author'
      console.log(`${phone} ${is}${changed ? ' from now on' : ', as before'}.`)
    }),
  )

program
  .command('suspend')
  .argument('<phone>')
  .requiredOption('--reason <text>', 'why; the person reads it')
  .requiredOption('--until <day>', 'for example 2027-01-31, the day it ends', day)
  .description('shuts an account until a day, on every device at once')
  .action((phone: string, options: { reason: string; until: Date }) =>
    withSite(async (services) => {
      await suspendAccount(services, phone, options)
      console.log(`${phone} is suspended until ${options.until.toISOString()}.`)
    }),
  )

program
  .command('unsuspend')
  .argument('<phone>')
  .description('opens a suspended account again')
  .action((phone: string) =>
    withSite(async (services) => {
      const { changed } = await unsuspendAccount(services, phone)
      console.log(changed ? `${phone} is open again.` : `${phone} was not suspended.`)
    }),
  )

program
  .command('plan')
  .argument('<id>', 'for example premium-year')
  .argument('<months>', 'how long it lasts', wholeNumber)
  .argument('<fen>', 'what it costs, in fen', wholeNumber)
  .option('--withdraw', 'takes it off sale; what was bought of it stays')
  .description('offers premium for some months, or changes its price')
  .action((id: string, months: number, priceFen: number, options: { withdraw?: boolean }) =>
    withSite(async ({ db }) => {
      await savePlan(db, { id, months, priceFen, offered: !options.withdraw })
      console.log(`${id}: ${months} months, ${priceFen} fen, ${options.withdraw ? 'not on sale' : 'on sale'}.`)
    }),
  )

program
  .command('audit')
  .argument('<phone>')
  .description('prints what was done to an account and by it, newest first')
  .action((phone: string) =>
    withSite(async (services) => {
      for (const { at, actor, act, subject, detail } of await auditTrail(services, phone)) {
        console.log([at.toISOString(), actor, act, subject, JSON.stringify(detail)].join('\t'))
      }
    }),
  )

program
  .command('reviews')
  .description('lists the profile changes that wait for a person')
  .action(() =>
    withSite(async (services) => {
      const reviews = await waitingReviews(services)
      if (reviews.length === 0) console.log('Nothing waits.')
      for (const { phone, submittedAt, ...parts } of reviews) {
        const asked = Object.entries(parts).filter(([, value]) => value !== null)
        console.log(`${phone ?? 'no phone'}  ${submittedAt.toISOString()}`)
        for (const [name, value] of asked) console.log(`  ${name}: ${JSON.stringify(value)}`)
      }
    }),
  )

program
  .command('review')
  .argument('<phone>')
  .addArgument(
    new Argument('<decision>', 'shows the change, or leaves the profile as it was').choices(['approve', 'reject']),
  )
  .description('decides on the profile change of a person')
  .action((phone: string, decision: 'approve' | 'reject') =>
    withSite(async (services) => {
      const decided = await decideReview(services, phone, decision)
      console.log(decided ? `Done: ${decision}.` : `Nothing of ${phone} waits.`)
    }),
  )

program
  .command('reindex')
  .description('makes the search index anew')
  .action(() => fillingSite((services) => reindex(services, ({ done, total }) => showProgress(done, total, 'items'))))

program
  .command('seed')
  .requiredOption('--learners <n>', 'how many learners with records', wholeNumber)
  .description('fills the site with learners for load tests')
  .action((options: { learners: number }) => fillingSite((services) => seedLearners(services, options, showProgress)))

program
  .command('backup')
  .argument('<file>')
  .description('writes the whole site, database and files, to one file')
  .action((file: string) =>
    withSite(async ({ storage, config, db, clock }, url) => {
      const { tables, files, bytes } = await backUp(url, storage, file, showProgress, ownKeyFile(config))
      await noteBackup(db, clock.now())
      const size = (bytes / 2 ** 20).toFixed(1)
      console.log(`${resolve(file)} holds the whole site: ${tables} tables, ${files} files, ${size} MiB.`)
    }),
  )

program
  .command('note-backup')
  .description('tells the site that a backup was made by other means, for the figure of its age')
  .action(() => withSite(({ db, clock }) => noteBackup(db, clock.now())))

program
  .command('restore')
  .argument('<file>')
  .description('puts a backup into an empty site')
  .action((file: string) =>
    fillingSite(async (services, url) => {
      const { storage, config } = services
      await restore(url, storage, file, showProgress, ownKeyFile(config))
      // jobs are in no backup: what they would have done is found out anew
      await reindex(services)
      await resumeUploads(services)
      console.log('The site is as it was when the backup was made. Everybody signs in anew.')
      console.log('A server that runs beside this has to be started again.')
    }),
  )

program
  .command('migrate')
  .option('--dry-run', 'only says which steps would be taken')
  .option('--try', 'takes them and takes them back; tables are locked meanwhile')
  .description('brings the database up to date with this version')
  .action((options: { dryRun?: boolean; try?: boolean }) =>
    withDatabase(async (_config, url) => {
      const take = options.dryRun ? pendingMigrations : options.try ? tryMigrations : migrate
      const steps = await take(url)
      for (const step of steps) console.log(step)
      if (steps.length === 0) console.log('The database is up to date.')
      else if (options.dryRun) console.log(`${steps.length} steps would be taken.`)
      else console.log(options.try ? `${steps.length} steps go through; nothing was changed.` : 'Done.')
    }),
  )

program
  .command('doctor')
  .description('looks at settings, database, clock, disk, programs and addresses, and says what is wrong and its mend')
  .action(async () => {
    for await (const { state, what, said, mend } of examine(process.env)) {
      console.log(`${state.padEnd(8)}  ${what.padEnd(22)}  ${said}`)
      if (mend) console.log(`${' '.repeat(34)}${mend}`)
      if (state === 'bad') process.exitCode = 1
    }
  })

await program.parseAsync()

function group(text: string) {
  if (!isGroup(text)) throw new InvalidArgumentError('There is no such group.')
  return text
}

/** A day or a moment; a day alone ends when it does in China, where the site is. */
function day(text: string): Date {
  const until = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59+08:00` : text)
  if (Number.isNaN(until.getTime())) throw new InvalidArgumentError('A day such as 2027-01-31 is meant.')
  return until
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('A whole number from 1 on is meant.')
  return value
}

/** Joins the site's database, starting it when nobody runs it, and works off the jobs and events that the command caused. */
async function withSite(
  work: (services: OpenServices, databaseUrl: string) => Promise<unknown>,
  then?: (services: OpenServices) => Promise<void>,
): Promise<void> {
  await withDatabase(async (config, databaseUrl) => {
    if (!config.migratesAtStart) await requireMigrated(databaseUrl)
    await migrate(databaseUrl, { say: console.error })
    const services = await openServices(config, databaseUrl, { define: subscribeAll })
    try {
      await requireKeyOfDatabase(services.db, services.sealer)
      await work(services, databaseUrl)
      await workOff(services)
      await then?.(services)
    } finally {
      await services.close()
    }
  })
}

/**
 * A site beside may have left jobs that only its own settings can do, as a refund at a gateway: one that fails here is
 * tried again there, and is no fault of the command.
 */
async function workOff({ jobs, stream }: OpenServices): Promise<void> {
  try {
    do await jobs.drain()
    while (await stream.drain())
  } catch (error) {
    console.error(`The site goes on with what could not be done now: ${explain(error)}`)
  }
}

/** The database alone, as it is: started when nobody runs it, and not brought up to date. */
async function withDatabase(work: (config: Config, databaseUrl: string) => Promise<void>): Promise<void> {
  try {
    const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env })
    const embedded = config.databaseUrl
      ? undefined
      : await startEmbeddedPostgres({ dataDir: config.dataDir, say: (line) => console.error(line) })
    try {
      await work(config, config.databaseUrl ?? embedded?.url ?? '')
    } finally {
      await embedded?.release()
    }
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}

/** The key that the site made for itself; one that was given is not ours to copy. */
function ownKeyFile({ dataKey, dataDir }: Config): string | undefined {
  return dataKey ? undefined : dataKeyFile(dataDir)
}

/** As `withSite`, for work that fills the site: what PostgreSQL knows of its tables is renewed at the end. */
function fillingSite(work: (services: OpenServices, databaseUrl: string) => Promise<unknown>): Promise<void> {
  return withSite(work, ({ direct }) => refreshStatistics(direct))
}

function showProgress(done: number, total: number, what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done}/${total} ${what}`.slice(0, 100).padEnd(100))
  else if (done === total || done % 100 === 0) process.stderr.write(`${done}/${total} ${what}\n`)
  if (done === total) process.stderr.write('\n')
}
