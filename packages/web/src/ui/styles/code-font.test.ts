import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const web = resolve(import.meta.dirname, '../..')
const sheets = globSync('**/*.css', { cwd: web }).map((path) => ({ path, css: readFileSync(join(web, path), 'utf8') }))
const rulesOf = (css: string) => css.matchAll(/([^{}]+)\{([^{}]*)\}/g)

// the font of code may be a Chinese one, the letters of which are of one width only as long as nobody asks otherwise
test('whatever is set in the font of code keeps letters of one width, also on a page in a language of Latin letters', () => {
  const rules = sheets.flatMap(({ path, css }) =>
    [...rulesOf(css)]
      .filter(([, , body]) => body?.includes('font-family: var(--font-code)'))
      .map(([, selector, body]) => ({ place: `${path}: ${selector?.trim()}`, body })),
  )
  expect(rules.length).toBeGreaterThan(5)
  expect(
    rules.filter(({ body }) => !body?.includes('font-variant-east-asian: normal')).map(({ place }) => place),
  ).toEqual([])
})

test('letters of proportional width are asked for where the language is said alone, so that code within may differ', () => {
  const asked = sheets.flatMap(({ css }) =>
    [...rulesOf(css)].filter(([, , body]) => body?.includes('proportional-width')).map(([, selector]) => selector),
  )
  expect(asked.length).toBeGreaterThan(0)
  // nothing that a rule for code has to win over, and nothing that matches what is within code
  for (const selector of asked) expect(selector).toMatch(/:where\(\[lang\]:is\([^)]*(\)[^)]*)*\)\)\s*$/)
})
