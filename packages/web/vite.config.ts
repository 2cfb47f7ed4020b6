import { spawnSync } from 'node:child_process'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { authorsSheet } from './authors-sheet-plugin.ts'
import { builtFiles } from './built-files-plugin.ts'
import { catalogues } from './catalogues-plugin.ts'
import { chunksOfPages } from './first-modules.ts'
import { icons } from './icons-plugin.ts'
import { inlineScripts } from './inline-scripts-plugin.ts'
import { layerOrder } from './layer-order-plugin.ts'

// which build a page is of: the realtime gateway is told
process.env.VITE_COMMIT ??= commitOfCheckout()

const chunks = chunksOfPages()

/** Chunks hold what their groups name, not all that it imports: for that, they may export more than the pages do. */
const looseEntries: Plugin = {
  name: 'lantern-loose-entries',
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
}

/** There is one style sheet and no list of scripts, so nothing is left to load ahead of what comes later. */
const noPreloads: Plugin = {
  name: 'lantern-no-preloads',
  transform: {
    order: 'pre',
    filter: { id: /vite[/]preload-helper/ },
    handler: () => ({ code: 'export const __vitePreload = (load) => load()', map: null }),
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    catalogues({ inParts: true }),
    builtFiles(),
    icons(),
    inlineScripts(),
    layerOrder(),
    reactRouter(),
    authorsSheet(),
    looseEntries,
    noPreloads,
  ],
  build: {
    // light-dark() stays as it is written: every browser that runs these scripts knows it
    target: 'baseline-widely-available',
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    assetsInlineLimit: 0,
    // scripts that come later name what they need themselves: a list of it beside each would be in the first load
    modulePreload: false,
    // the editor of rich text is larger than that, and comes to the pages of authors alone
    chunkSizeWarningLimit: 700,
    // one sheet for learners, all of it little more than what a page needs, and one request draws every page after;
    // what only authors need is in a second one
    cssCodeSplit: false,
    manifest: true,
    ...(!isSsrBuild && {
      rolldownOptions: {
        // no plugin timings in the output of a start
        checks: { pluginTimings: false },
        output: {
          // the list of all pages names their chunks: not after everything that asks for them
          chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
          // few files instead of fifty small ones: what every page needs, in two that change at different times
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              {
                name: 'framework',
                test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
                priority: 3,
              },
              // what each page has from the start, apart from what it needs alone
              { name: (id) => chunks.get(id), priority: 2 },
              { name: 'icons', test: /lantern-icon:/, minShareCount: 2, priority: 1 },
              // each part of the catalogue apart: a page must not wait for words that another page says
              { name: 'words', test: /virtual:messages[/]/, entriesAware: true, priority: 1 },
            ],
          },
        },
      },
    }),
  },
}))

/** Empty outside of a git checkout. */
function commitOfCheckout(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  return stdout?.trim() ?? ''
}
