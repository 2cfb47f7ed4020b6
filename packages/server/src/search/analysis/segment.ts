import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Jieba } from '@node-rs/jieba'

let segmenter: Jieba | undefined

/** Words of a run of Chinese, longer ones and those inside them. Loaded at first use: it takes some 40 MB. */
export function chineseWords(run: string): string[] {
  return loaded().cutForSearch(run, false)
}

/** Words of a run of Chinese that follow each other without overlap. */
export function chineseCut(run: string): string[] {
  return loaded().cut(run, false)
}

function loaded(): Jieba {
  if (!segmenter) {
    // read here and let go: the library's own module would hold its 12 MB for good
    segmenter = Jieba.withDict(readFileSync(createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt')))
    // a frequency so high that the terms of the trade win against any other way to cut
    const words = readFileSync(join(import.meta.dirname, 'engine-words.txt'), 'utf8')
      .split('\n')
      .filter(Boolean)
    segmenter.loadDict(Buffer.from(words.map((word) => `${word} 200000 n`).join('\n')))
  }
  return segmenter
}
