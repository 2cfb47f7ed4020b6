import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { builtFiles } from './built-files-plugin.ts'
import { catalogues } from './catalogues-plugin.ts'
import { layerOrder } from './layer-order-plugin.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [catalogues({ inParts: true }), builtFiles(), layerOrder(), reactRouter()],
  build: {
    // light-dark() stays as it is written: every browser that runs these scripts knows it
    target: 'baseline-widely-available',
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    assetsInlineLimit: 0,
    // one sheet: all of it is little more than what a page needs, and one request draws every page after
    cssCodeSplit: false,
    manifest: true,
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          // few files instead of fifty small ones: what every page needs, in two that change at different times
          codeSplitting: {
            groups: [
              {
                name: 'framework',
                test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
                priority: 4,
              },
              {
                name: 'frame',
                test: /virtual:speech.base|[\\/](packages|node_modules)[\\/]/,
                minShareCount: 12,
                priority: 3,
              },
              // each part of the catalogue apart: a page must not wait for words that another page says
              { name: 'words', test: /virtual:speech[/]/, entriesAware: true, priority: 2 },
              {
                name: 'shell',
                test: /[\\/]src[\\/](shell[\\/](menus|site-logo|site-header|error-page)|kit[\\/](later|flash)|search[\\/](header-search.module|use-cycle)|ui[\\/]notice)/,
                minShareCount: 2,
                priority: 1,
              },
              { name: 'shared', test: /[\\/](packages|node_modules)[\\/]/, minShareCount: 4 },
            ],
          },
        },
      },
    }),
  },
}))
