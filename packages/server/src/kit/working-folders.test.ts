import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { sweepWorkingFolders, withWorkingFolder } from './working-folders.ts'

const site = await testSite()
const shared = join(site.dataDir, 'tmp')

test('a working folder goes with its work, also where that fails', async () => {
  await expect(
    withWorkingFolder(site.services, 'package', async (folder) => {
      writeFileSync(join(folder, 'a.zip'), 'a')
      expect(readdirSync(shared)).toHaveLength(1)
      throw new Error('broken')
    }),
  ).rejects.toThrow('broken')
  expect(readdirSync(shared)).toEqual([])
})

test('what a killed process left behind goes after two days, and what is worked on stays', async () => {
  const hoursAgo = (hours: number) => new Date(site.clock.now().getTime() - hours * 3_600_000)
  for (const [name, hours] of [
    ['package-left', 49],
    ['course-used', 1],
    ['videos', 99],
    ['videos/vi_left', 49],
    ['videos/vi_used', 1],
  ] as const) {
    const folder = join(shared, name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'part'), 'x')
    utimesSync(folder, hoursAgo(hours), hoursAgo(hours))
  }
  await sweepWorkingFolders(site.services)
  expect(readdirSync(shared).sort()).toEqual(['course-used', 'videos'])
  expect(readdirSync(join(shared, 'videos')).sort()).toEqual(['part', 'vi_used'])
})
