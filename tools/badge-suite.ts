import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// `node tools/badge-suite.ts <address of a site> <clone of 1EdTech/digital-credentials-public-validator>`: what the site says of the
// samples of Open Badges, beside what the suite's own tests expect of each. Taken means that nothing was found wrong and
// nothing left open but who owns the key, which no site can say of another without asking it.

interface Checked {
  verdict: string
  findings: { reason: string; outcome: string }[]
}

const [site = 'http://127.0.0.1:3000', suite = '.'] = process.argv.slice(2)
const tests = join(suite, 'inspector-vc/src/test')
const source = (name: string) => readFileSync(join(tests, 'java/org/oneedtech/inspect/vc', name), 'utf8')

/** By group and name, as the tests say them. */
const files = new Map<string, string>()
let group = ''
for (const [, opened, name, file] of source('Samples.java').matchAll(
  /class (\w+) \{|Sample (\w+) = new Sample\("(ob30\/[^"]+)"/g,
)) {
  group = opened ?? group
  if (name && file) files.set(`${group}.${name}`, file)
}
const expected = new Map<string, boolean>()
for (const body of source('OB30Tests.java').split('@Test').slice(1)) {
  const name = /Samples\.OB30\.(\w+\.\w+)\.asFileResource/.exec(body)?.[1]
  // one test expects an error that is about a proof it does not look at
  const isRefused = /assert(Invalid|False)\(report/.test(body)
  const file = files.get(name ?? '')
  if (file && !/@Disabled/.test(body)) expected.set(file, !isRefused)
}

let right = 0
for (const [file, isTaken] of expected) {
  const bytes = readFileSync(join(tests, 'resources', file))
  const isPicture = file.endsWith('.png')
  const answer = await fetch(`${site}/api/learn/cn/badge/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ file: bytes.toString(isPicture ? 'base64' : 'utf8'), isPicture }),
  })
  const { verdict, findings } = (await answer.json()) as Checked
  const open = findings.filter(({ outcome, reason }) => outcome !== 'right' && reason !== 'issuer_unproven')
  const isRight = (open.length === 0) === isTaken
  if (isRight) right++
  const reasons = open.map(({ reason }) => reason).join(', ')
  console.log(isRight ? 'right' : 'WRONG', file, isTaken ? 'to be taken' : 'to be refused', verdict, reasons)
}
console.log(
  `${right} of ${expected.size}; ${[...expected.values()].filter((taken) => !taken).length} are to be refused`,
)
