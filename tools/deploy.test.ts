import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../packages/server/src/kit/config.ts'
import { root } from './files.ts'

const folder = join(root, 'deploy')
const guide = readFileSync(join(root, 'docs/operate.md'), 'utf8')
const files = readdirSync(folder).map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')])
const all: [string, string][] = [['operate.md', guide], ...files]

test('the guide for operators and its files name settings and commands that there are', () => {
  const commands = readFileSync(join(root, 'packages/server/src/cli.ts'), 'utf8')
  for (const [name, text] of all) {
    const settings = [...text.matchAll(/^(?:Environment=|ENV .*?|`?)([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, setting]) => setting,
    )
    expect(
      settings.filter((one) => one !== 'NODE_ENV' && !settingNames.includes(one ?? '')),
      name,
    ).toEqual([])
    for (const [, command] of text.matchAll(/(?:lantern --|bootstrap\.mjs lantern) ([a-z-]+)/g)) {
      expect(commands, name).toContain(`.command('${command}')`)
    }
  }
})

test('the guide leads to every file of its folder, and to none that is not there', () => {
  const linked = [...guide.matchAll(/\.\.\/deploy\/([\w.-]+)\)|deploy\/(\*\.\w+)/g)].map(
    ([, file, kind]) => file ?? kind,
  )
  const covered = (name: string) =>
    linked.some((one) => one === name || (one?.startsWith('*') && name.endsWith(one.slice(1))))
  expect(files.map(([name]) => name).filter((name) => !covered(name) && !name.endsWith('.dockerignore'))).toEqual([])
  expect(linked.filter((one) => !one?.startsWith('*') && !files.some(([name]) => name === one))).toEqual([])
})
