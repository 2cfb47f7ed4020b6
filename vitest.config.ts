import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { authorsSheet } from './packages/web/authors-sheet-plugin.ts'
import { builtFiles } from './packages/web/built-files-plugin.ts'
import { catalogues } from './packages/web/catalogues-plugin.ts'

export default defineConfig({
  test: {
    // who starts them waits most of the time: on two cores one would stand still
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // a process that ends on a busy machine
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          include: ['src/**/*.test.ts'],
          isolate: false,
          // thousands of cases of one rule, on a machine that has other work
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          root: 'packages/server',
          include: ['src/**/*.test.ts'],
          globalSetup: [resolve(import.meta.dirname, 'packages/server/src/testing/global-setup.ts')],
          pool: 'forks',
          // each file has a database and services of its own, and loading the site anew is two thirds of a file's time
          isolate: false,
          // the server's sources run on Node as they are
          experimental: { viteModuleRunner: false },
          // for slow machines: what is waited for comes, or never does
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [catalogues(), builtFiles(), authorsSheet()],
        test: {
          name: 'web',
          root: 'packages/web',
          include: ['src/**/*.test.{ts,tsx}'],
          // a process for each file costs more than its tests: see what the setup takes back
          isolate: false,
          unstubGlobals: true,
          setupFiles: [resolve(import.meta.dirname, 'packages/web/src/ui/testing/browser-setup.ts')],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          // for slow machines, as those of the setup
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'tools',
          root: 'tools',
          include: ['**/*.test.ts'],
          isolate: false,
          // nine catalogues and every source file, on a machine that has other work
          testTimeout: 180_000,
        },
      },
    ],
  },
})
