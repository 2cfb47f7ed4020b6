import { defineConfig } from '@playwright/test'
import { chromiumArgs, chromiumPath } from './tools/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/start-site.ts',
  outputDir: 'e2e/results',
  timeout: 60_000,
  retries: 0,
  workers: 1,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    baseURL: 'http://127.0.0.1:3197',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: chromiumPath(), args: chromiumArgs },
    actionTimeout: 10_000,
    trace: 'retain-on-failure',
  },
})
