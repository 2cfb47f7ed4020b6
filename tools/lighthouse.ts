import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { chromiumArgs, chromiumPath } from './chromium.ts'
import { runSite } from './run-site.ts'
import { addressOf } from './visit.ts'

// `npm run lighthouse [-- <part of a page's name> …]`: what Lighthouse says of the six pages that most visits begin
// with, as a guest on a phone. Fails when a page falls below what we promise.
const promised = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof promised

const pages = [
  { name: 'home', path: '/' },
  { name: 'landing', path: '/free' },
  { name: 'list', path: '/tutorials' },
  { name: 'tutorial', path: 'find:tutorial:0' },
  { name: 'quiz', path: 'find:quiz:0' },
  { name: 'search', path: `/search?k=${encodeURIComponent('["query:光"]')}` },
]
const wanted = process.argv.slice(2)
const chosen = pages.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
const categories = Object.keys(promised) as Category[]

const port = 3197
const debuggingPort = 9333
const site = await runSite({ port })
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [...chromiumArgs, `--remote-debugging-port=${debuggingPort}`],
})
const faults: string[] = []

try {
  const finder = await browser.newPage({ baseURL: site.url })
  console.log('page'.padEnd(10), ...categories.map((category) => category.padStart(15)), '  LCP, TBT, CLS')
  for (const { name, path } of chosen) {
    const address = new URL(await addressOf(finder, { name, path }), site.url).href
    const run = await lighthouse(address, {
      port: debuggingPort,
      onlyCategories: categories,
      logLevel: 'error',
      formFactor: 'mobile',
    })
    if (!run) throw new Error(`Lighthouse said nothing of ${name}`)
    const { categories: found, audits } = run.lhr
    const scores = categories.map((category) => Math.round((found[category]?.score ?? 0) * 100))
    const figures = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
    console.log(
      name.padEnd(10),
      ...scores.map((score) => String(score).padStart(15)),
      ` ${figures.map((figure) => audits[figure]?.displayValue ?? '?').join(', ')}`,
    )
    for (const [at, category] of categories.entries()) {
      if ((scores[at] ?? 0) >= promised[category]) continue
      faults.push(`${name}: ${category} ${scores[at]} instead of ${promised[category]}`)
      for (const { id, weight } of found[category]?.auditRefs ?? []) {
        const audit = audits[id]
        if (weight > 0 && audit && audit.score !== null && audit.score < 0.9)
          faults.push(`  ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}`)
      }
    }
  }
} finally {
  await browser.close()
  await site.stop()
}

if (faults.length > 0) {
  console.log(`\n${faults.join('\n')}`)
  process.exitCode = 1
}
