import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

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

/**
 * The browser that the system has, that without windows first: it draws the same with two fifths less of the processor.
 * Tests and pictures never download one.
 */
export function chromiumPath(): string {
  const usual = JSON.parse(readFileSync(resolve(import.meta.dirname, 'browser-paths.json'), 'utf8')) as string[]
  const places = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : usual
  const path = places.find((place) => existsSync(place))
  if (!path) {
    throw new Error(
      'No Chromium here. Install it (Debian: apt-get install chromium-headless-shell fonts-noto-cjk) or set CHROMIUM_PATH.',
    )
  }
  return path
}
