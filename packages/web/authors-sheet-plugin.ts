import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { transform } from 'lightningcss'
import type { Plugin } from 'vite'
import { allModulesOf, isOfAuthors, pages } from './first-modules.ts'

const door = 'virtual:authors-sheet'

/** What the build asks of browsers, as vite.config.ts says it. */
const targets = { chrome: 123 << 16, safari: (17 << 16) | (5 << 8), firefox: 120 << 16 }

/**
 * The styles that only authors' pages need, in a sheet of their own: learners do not pay for the editors. A page is an
 * author's when it says `export { links } from 'virtual:authors-sheet'`; the server then links the sheet, and who comes by
 * a link waits for it before the page is shown.
 */
export function authorsSheet(): Plugin {
  let sheet: { files: string[]; address: string } | undefined
  const sheetOf = () => (sheet ??= readSheet())
  const styles = new Map<string, string>()
  return {
    name: 'lantern-authors-sheet',
    resolveId: (id) => (id === door ? `\0${door}` : undefined),
    load(id) {
      if (id !== `\0${door}`) return
      // while one develops every style comes with its module
      const links = this.environment.mode === 'build' ? [{ rel: 'stylesheet', href: `/${sheetOf().address}` }] : []
      return `export const links = () => ${JSON.stringify(links)}`
    },
    // after class names have got their last form, before the one sheet of all pages is put together
    transform(code, id) {
      if (this.environment.mode !== 'build' || !id.endsWith('.css') || !sheetOf().files.includes(id)) return
      styles.set(id, code)
      return { code: '', map: null }
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const file of sheetOf().files) {
        const page = learnersPageOf(file, (id) => this.getModuleInfo(id))
        if (page) this.error(`${file} is in the authors' sheet, but ${page} needs it too`)
      }
      const code = sheetOf().files.map((file) => styles.get(file) ?? '')
      const { code: source } = transform({
        filename: 'authors.css',
        code: Buffer.from(code.join('\n')),
        minify: true,
        targets,
      })
      this.emitFile({ type: 'asset', fileName: sheetOf().address, source: Buffer.from(source) })
    },
  }
}

/** Its styles in the order in which their modules run, and the address, which changes when one of them does. */
export function readSheet(): { files: string[]; address: string } {
  const all = readdirSync(join(pages, 'pages')).filter((name) => /^[\w-]+\.tsx$/.test(name))
  const ofAuthors = all.filter(isOfAuthors)
  const others = ['root.tsx', ...all.filter((name) => !ofAuthors.includes(name)).map((name) => `pages/${name}`)]
  const files = new Set(ofAuthors.flatMap((name) => [...allModulesOf(`pages/${name}`)]).filter(isStyle))
  for (const path of others) for (const file of allModulesOf(path)) files.delete(file)
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(pages.length)).update(readFileSync(file))
  return { files: [...files], address: `assets/authors-${hash.digest('base64url').slice(0, 8)}.css` }
}

const isStyle = (path: string) => path.endsWith('.css')

interface Importers {
  importers: readonly string[]
  dynamicImporters: readonly string[]
  code: string | null
}

/** A page that needs the file and is not an author's, by what the bundler knows: the rule above reads the sources. */
function learnersPageOf(file: string, infoOf: (id: string) => Importers | null): string | null {
  const seen = new Set([file])
  for (const id of seen) {
    const [, page] = /\/((?:root|pages\/[\w-]+)\.tsx)$/.exec(id) ?? []
    if (page && (page === 'root.tsx' || !isOfAuthors(basename(page)))) return id
    const { importers = [], dynamicImporters = [] } = infoOf(id) ?? {}
    for (const importer of [...importers, ...dynamicImporters]) {
      // a door imports everything behind it: who comes through is seen by the rule above
      if (!importer.endsWith('/index.ts')) seen.add(importer)
    }
  }
  return null
}
