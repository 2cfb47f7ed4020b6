import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../packages/server/src/kit/config.ts'
import { root } from './files.ts'

test('docs/settings.md describes every setting and no other', () => {
  const rows = readFileSync(resolve(root, 'docs/settings.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const described = rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
  )
  expect(described.toSorted()).toEqual(settingNames.toSorted())
})
