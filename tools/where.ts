import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { projectFiles, root } from './files.ts'

// `npm run where -- collect`: every file of one slice, contract to page, with the lines where the word is declared.
const word = process.argv[2]?.toLowerCase()
if (!word) {
  console.log('What are you looking for?  npm run where -- collect')
  process.exit(1)
}
const files = projectFiles().filter(
  (file) => /\.(tsx?|sql|css|json|md)$/.test(file) && !file.startsWith('content/') && !file.endsWith('lock.json'),
)

for (const part of ['packages/contract', 'packages/server', 'packages/web', 'e2e', 'bench', 'docs']) {
  const hits = files.filter((file) => file.startsWith(part)).flatMap((file) => hitsIn(file))
  if (hits.length > 0) console.log(`\n${part}\n${hits.join('\n')}`)
}

function hitsIn(file: string): string[] {
  const isNamed = file.toLowerCase().includes(word ?? '')
  const lines = readFileSync(resolve(root, file), 'utf8').split('\n')
  const declared = lines.flatMap((line, at) =>
    /^(export |create table|\s*route\(|test\()/.test(line) && line.toLowerCase().includes(word ?? '')
      ? [`    ${at + 1}: ${line.trim().slice(0, 110)}`]
      : [],
  )
  return isNamed || declared.length > 0 ? [`  ${file}`, ...declared.slice(0, 6)] : []
}
