import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCaptions, writeVtt } from '@lantern/contract/media/captions.ts'
import { expect, test } from 'vitest'

/** A folder of captions as others write them. */
const folder = process.env.LANTERN_CAPTIONS ?? ''

test.runIf(folder)('each file of a folder of captions arrives or is refused with its reason', () => {
  const names = readdirSync(folder)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const parsed = parseCaptions(readFileSync(join(folder, name), 'utf8'))
    if ('fault' in parsed) expect([name, parsed.fault]).toEqual([name, expect.stringMatching(/^captions_/)])
    else expect(parseCaptions(writeVtt(parsed.cues))).toMatchObject({ cues: parsed.cues })
  }
})
