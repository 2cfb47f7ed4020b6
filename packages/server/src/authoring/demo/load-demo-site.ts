import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { thumbnailUrl } from '@lantern/contract/media/image-url.ts'
import { saveReferenceData } from '#catalog/index.ts'
import { saveBundle, savePlan } from '#commerce/index.ts'
import { ensureDemoAccounts } from '#identity/index.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import type { Services } from '#kit/services.ts'
import { computeRankings } from '#learning/index.ts'
import { documentOf } from '#media/index.ts'
import { reindex } from '#search/index.ts'
import { loadShippedPages } from '../shipped-pages/load-pages.ts'
import type { Each } from './content-shapes.ts'
import { saveDiscussions } from './demo-discussions.ts'
import { saveParents, saveQuizzes, saveTutorials } from './demo-items.ts'
import { followPeople, liveThroughYear, saveLearnersOrders } from './demo-learner.ts'
import { saveLiveSessions } from './demo-live.ts'
import { saveNotes } from './demo-notes.ts'
import { type DemoRun, openDemoRun } from './demo-run.ts'
import { saveSubmissions } from './demo-submissions.ts'
import { contentHash, loadedHash, rememberHash } from './loaded-content.ts'
import { type DemoContent, demoLanguages, readContent } from './read-content.ts'

export interface DemoOptions {
  say?(line: string): void
  /** Where the content lies; the folder of the checkout by default. */
  folder?: string
}

export interface DemoOutcome {
  /** Items of the demo; 0 when nothing had to be looked at. */
  items: number
  written: number
  /** What is wrong with the content; everything else is there. */
  faults: string[]
}

const nothing: DemoOutcome = { items: 0, written: 0, faults: [] }

/**
 * The demo accounts, and the site's own content on the first start. Present and unchanged content stays as it is, so
 * every start may call this; two processes that start at once take turns.
 */
export async function loadDemoSite(services: Services, options: DemoOptions = {}): Promise<DemoOutcome> {
  await ensureDemoAccounts(services)
  const folder = options.folder ?? join(services.config.siteRoot, 'content')
  if (!existsSync(folder)) return nothing
  const hash = contentHash(folder)
  if ((await loadedHash(services)) === hash) return nothing
  return services.direct.whileLocked(demoLock, async () => {
    if ((await loadedHash(services)) === hash) return nothing
    return loadContent(services, readContent(folder), hash, options)
  })
}

const demoLock = { key: 20_261_121, doing: 'loading the demo site' }

async function loadContent(
  services: Services,
  content: DemoContent,
  hash: string,
  { say }: DemoOptions,
): Promise<DemoOutcome> {
  const startedAt = performance.now()
  // the terminal speaks English, as the rest of the start does
  const text = (key: string, values = {}) => services.text('en_US', key, values)
  say?.(text('cli.demo.loading'))
  await saveAuthors(services, content)
  await saveReferenceData(services, {
    versions: content.versions,
    packages: content.packages.map(packageOf),
    tags: [
      ...content.tags.topics.map((tag) => ({ ...tagOf(tag), type: 'topic' as const })),
      ...content.tags.industries.map((tag) => ({ ...tagOf(tag), type: 'industry' as const })),
      ...content.tags.tags.map((tag) => ({ ...tagOf(tag), type: 'tag' as const })),
    ],
  })
  const run = await openDemoRun(services, content)
  await followPeople(run, content)
  await saveTutorials(run, content)
  await saveQuizzes(run, content)
  await saveParents(run, content)
  await saveLiveSessions(run, content)
  await saveBundles(run, content)
  for (const { id, months, price } of content.plans) {
    await savePlan(services.db, { id, months, priceFen: price, offered: true })
  }
  const pages = await loadShippedPages(services, content.folder)
  for (const fault of pages.faults) run.faults.add(fault)
  await saveDiscussions(run, content)
  await saveSubmissions(run, content)
  await liveThroughYear(run, content)
  await saveLearnersOrders(run, content)
  await saveNotes(run, content)
  await computeRankings(services)
  // the workers would do it within seconds; the first visitor should not find nothing until then
  await reindex(services)
  await rememberHash(services, hash)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say?.(text('cli.demo.loaded', { items: run.total, seconds }))
  const faults = [...run.faults]
  if (faults.length > 0) services.log.warn({ faults }, 'demo content is not as content/README.md says')
  return { items: run.total, written: run.written, faults }
}

async function saveAuthors({ db, clock }: Services, { authors }: DemoContent): Promise<void> {
  for (const { id, name, title, official, bio } of authors) {
    const translations = JSON.stringify({ en: { fullName: name.en, title: title.en, description: bio.en } })
    const row = {
      name: name.zh,
      full_name: name.zh,
      title: title.zh,
      description: bio.zh,
      is_official: official,
      translations,
    }
    await db
      .insertInto('users')
      .values({ id: `u_demo-${id}`, slug: id, ...row, created_at: clock.now() })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  }
}

async function saveBundles(run: DemoRun, { bundles }: DemoContent): Promise<void> {
  for (const { slug, title, about, items, price, author, thumbnail, learners } of bundles) {
    for (const language of demoLanguages) {
      const draft = {
        sourceKey: `demo/bundle/${slug}.${language}`,
        slug: language === 'zh' ? slug : `${slug}-${language}`,
        language,
        title: title[language],
        description: about ? documentOf(`<p>${escapeHtml(about[language])}</p>`) : null,
        ownerId: run.ownerId(author),
        thumbnailUrl: thumbnail ? thumbnailUrl(await run.picture(thumbnail)) : null,
        priceFen: price,
        recordCount: learners ?? 0,
        itemIds: run.idsOf(items, language),
      }
      await saveBundle(run.services.db, draft, run.now)
    }
  }
}

function tagOf({ id, ...names }: { id: string } & Each) {
  return { id, names }
}

function packageOf(item: DemoContent['packages'][number]) {
  return {
    id: item.id,
    names: item.name,
    externalRef: item.externalRef ?? null,
    externalType: item.externalType ?? null,
    url: item.url ?? null,
    macUrl: item.macUrl ?? null,
    windowsUrl: item.windowsUrl ?? null,
    package: item.package ?? null,
  }
}
