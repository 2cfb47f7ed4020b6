import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseCaptions, writeVtt } from '@lantern/contract/media/captions.ts'
import { expect, test } from 'vitest'

// Captions as others write them: a folder beside the checkout, where there is one.
const folder = resolve(
  import.meta.dirname,
  '../../../../..',
  process.env.LANTERN_CAPTIONS ?? '../shared/content/captions',
)

test.runIf(existsSync(folder))('each file of a folder of captions arrives or is refused with its reason', () => {
  const names = readdirSync(folder)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const parsed = parseCaptions(readFileSync(join(folder, name), 'utf8'))
    if ('fault' in parsed) expect([name, parsed.fault]).toEqual([name, expect.stringMatching(/^captions_/)])
    else expect(parseCaptions(writeVtt(parsed.cues))).toMatchObject({ cues: parsed.cues })
  }
})
