import { existsSync } from 'node:fs'

/** Flags with which Chromium neither needs a sandbox of its own (root, containers) nor calls anybody outside. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser that the system has. Tests and pictures never download one. */
export function chromiumPath(): string {
  const places = [
    process.env.CHROMIUM_PATH ?? '',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  const found = places.find((path) => path !== '' && existsSync(path))
  if (!found) {
    throw new Error(
      'No Chromium here. Install it (Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM_PATH.',
    )
  }
  return found
}
