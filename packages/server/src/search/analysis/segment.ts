import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Jieba } from '@node-rs/jieba'
import { dict } from '@node-rs/jieba/dict.js'

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
    segmenter = Jieba.withDict(dict)
    // a frequency so high that the terms of the trade win against any other way to cut
    const words = readFileSync(join(import.meta.dirname, 'engine-words.txt'), 'utf8')
      .split('\n')
      .filter(Boolean)
    segmenter.loadDict(Buffer.from(words.map((word) => `${word} 200000 n`).join('\n')))
  }
  return segmenter
}
