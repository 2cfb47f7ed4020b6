import type { XmlElement } from '#kit/xml-tree.ts'
import { FileProblem } from '../exchange/source-rows.ts'
import { parseXml } from '../exchange/xml-tree.ts'
import type { SourceFiles } from './source-files.ts'

/** A file as XML; null when there is none, or it cannot be read as such. */
export function xmlOf(files: SourceFiles, path: string): XmlElement | null {
  const text = files.text(path)
  if (text === null) return null
  try {
    return parseXml(text)
  } catch (error) {
    if (error instanceof FileProblem) return null
    throw error
  }
}
