import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { authorsSheet } from './packages/web/authors-sheet-plugin.ts'
import { builtFiles } from './packages/web/built-files-plugin.ts'
import { catalogues } from './packages/web/catalogues-plugin.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          include: ['src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          root: 'packages/server',
          include: ['src/**/*.test.ts'],
          globalSetup: [resolve(import.meta.dirname, 'packages/server/src/testing/global-setup.ts')],
          pool: 'forks',
          // the server's sources run on Node as they are
          experimental: { viteModuleRunner: false },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [catalogues(), builtFiles(), authorsSheet()],
        test: {
          name: 'web',
          root: 'packages/web',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [resolve(import.meta.dirname, 'packages/web/src/ui/testing/browser-setup.ts')],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'tools',
          root: 'tools',
          include: ['**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
