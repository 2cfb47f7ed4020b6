import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { isOfferedLocale } from '../packages/contract/src/locales.ts'
import { chromiumArgs, chromiumPath } from './chromium.ts'
import { reachesSchool } from './play-school.ts'
import { runSite } from './run-site.ts'
import { pictureLanguages, screens, themes, widths } from './screens.ts'
import { addressOf, behindProxy, visitorsOf } from './visit.ts'

// `npm run pictures [-- <part of a screen's name> …] [--language=ko_KR,ru_RU] [--theme=dark] [--width=390,820]`: every
// screen of the demo site at three widths, in both colour sets and two languages, or in those that are named, in pictures/,
// with an index page. What breaks the layout sideways is named on the way. `--language=en_XA` is English as if it were
// longer and accented.
const given = process.argv.slice(2)
const wanted = given.filter((word) => !word.startsWith('--'))
const languages = languagesOf(asked('language'))
const chosenThemes = asked('theme') ? themes.filter((theme) => asked('theme')?.includes(theme)) : themes
const chosenWidths = asked('width') ? widths.filter((width) => asked('width')?.includes(String(width))) : widths
const out = resolve(import.meta.dirname, '../pictures')
const chosen = screens.filter((screen) => wanted.length === 0 || wanted.some((word) => screen.name.includes(word)))

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const port = Number(process.env.PICTURES_PORT ?? 3198)
const site = await runSite({ port, env: { ...behindProxy, ...reachesSchool } })
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
const faults: string[] = []

try {
  for (const locale of languages) {
    for (const theme of chosenThemes) {
      for (const width of chosenWidths) {
        const visitors = visitorsOf(browser, site.url, { locale: spokenAs(locale), theme, width })
        for (const screen of chosen) {
          const page = await (await visitors.of(screen)).newPage()
          const name = `${screen.name}-${width}-${theme}-${locale}`
          page.on(
            'console',
            (message) =>
              ['error', 'warning'].includes(message.type()) &&
              !(screen.isRefused && message.text().startsWith('Failed to load resource')) &&
              faults.push(`${name}: ${message.text().slice(0, 300)}`),
          )
          page.on('pageerror', (error) => faults.push(`${name}: ${error.message.slice(0, 300)}`))
          try {
            await page.goto(await addressOf(page, screen), { waitUntil: 'networkidle' })
            if (screen.waitFor) await page.waitForSelector(screen.waitFor)
            if (screen.act) await screen.act(page)
            else await page.evaluate(loadPictures)
            const sideways = await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            )
            if (sideways > 0) faults.push(`${name}: ${sideways} pixels wider than the window`)
            await page.screenshot({ path: join(out, `${name}.png`), fullPage: screen.act === undefined })
          } catch (error) {
            faults.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
          }
          await page.close()
        }
        await visitors.leave()
        console.log(`  ${locale} ${theme} ${width}: ${chosen.length} screens`)
      }
    }
  }
} finally {
  await browser.close()
  await site.stop()
}

writeFileSync(join(out, 'index.html'), indexPage())
console.log(`\n  pictures/index.html shows ${chosen.length} screens.`)
if (faults.length > 0) {
  console.log(`\n  ${faults.length} faults:\n${[...new Set(faults)].map((fault) => `    ${fault}`).join('\n')}`)
  process.exitCode = 1
}

/** What stands after `--name=`, parted by commas. */
function asked(name: string): string[] | undefined {
  const start = `--${name}=`
  return given
    .find((word) => word.startsWith(start))
    ?.slice(start.length)
    .split(',')
}

function languagesOf(languages: readonly string[] = pictureLanguages): readonly string[] {
  const unknown = languages.filter((language) => !isOfferedLocale(spokenAs(language)))
  if (unknown.length > 0) throw new Error(`There is no language ${unknown.join(', ')}`)
  if (languages.includes('en_XA') && languages.length > 1)
    throw new Error('en_XA stands in the place of English: alone')
  return languages
}

/** The pages were built with it where English is. */
function spokenAs(language: string): string {
  return language === 'en_XA' ? 'en_US' : language
}

/** The whole page is taken: what waits for a reader to come near must be there too. */
async function loadPictures(): Promise<void> {
  for (const picture of document.images) picture.loading = 'eager'
  await Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)))
}

function indexPage(): string {
  const rows = chosen.flatMap((screen) =>
    languages.flatMap((locale) =>
      chosenThemes.map((theme) => {
        const cells = chosenWidths.map((width) => {
          const file = `${screen.name}-${width}-${theme}-${locale}.png`
          return `<td><a href="${file}"><img src="${file}" loading="lazy" width="${width / 3}" alt=""></a></td>`
        })
        return `<tr><th>${screen.name}<br>${theme}, ${locale}</th>${cells.join('')}</tr>`
      }),
    ),
  )
  return `<!doctype html><meta charset="utf-8"><title>Pictures</title><style>body{font:14px sans-serif}td{vertical-align:top;padding:8px}th{text-align:left;vertical-align:top;padding:8px}</style><table>${rows.join('\n')}</table>`
}
