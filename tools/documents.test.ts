import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles, root } from './files.ts'

/** Names files of other projects. */
const ofOthers = ['docs/conformance.md']

test('a file that a document names, and a document that code names, is there', () => {
  const files = projectFiles()
  const isThere = (named: string) => {
    // the documents leave out `packages` and `src`, and a domain's folder may stand for itself
    const inPackage = named.replace(/^(contract|server|web)\//, '$1/src/')
    return files.some((file) => [named, inPackage].some((end) => file === end || file.endsWith(`/${end}`)))
  }
  const missing: string[] = []
  for (const file of projectFiles('*.md').filter((path) => !ofOthers.includes(path))) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, named = ''] of text.matchAll(/`([\w-][\w.-]*\/[\w./-]*\.(?:tsx?|m?js|md|css|sql))`/g)) {
      if (!isThere(named)) missing.push(`${file} names ${named}`)
    }
  }
  for (const file of projectFiles('*.ts', '*.tsx', '*.sql', '*.mjs')) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [named] of text.matchAll(/\bdocs\/[\w/-]+\.md\b/g))
      if (!isThere(named)) missing.push(`${file} names ${named}`)
  }
  expect(missing).toEqual([])
})
