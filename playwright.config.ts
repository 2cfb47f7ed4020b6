import { defineConfig } from '@playwright/test'
import { siteUrl } from './e2e/site-address.ts'
import { chromiumArgs, chromiumPath } from './tools/chromium.ts'
import { settled } from './tools/visit.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/start-site.ts',
  outputDir: 'e2e/results',
  timeout: 120_000,
  // for slow machines: what is waited for comes, or never does
  expect: { timeout: 15_000 },
  retries: 0,
  // journeys make their own people and content, so they go side by side; one of them often waits for something
  workers: 3,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    baseURL: siteUrl,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // what still moves when a slow machine presses it is pressed where it was
    contextOptions: { reducedMotion: 'reduce' },
    storageState: {
      cookies: settled.map((cookie) => ({
        ...cookie,
        domain: '127.0.0.1',
        path: '/',
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: 'Lax' as const,
      })),
      origins: [],
    },
    launchOptions: { executablePath: chromiumPath(), args: chromiumArgs },
    actionTimeout: 20_000,
  },
})
