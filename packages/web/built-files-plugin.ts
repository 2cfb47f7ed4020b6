import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** One chunk in the manifest of the build, as far as it is read here. */
interface BuiltChunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

type BuiltManifest = Record<string, BuiltChunk>

const answers: Record<string, (manifest: BuiltManifest) => unknown> = {
  'virtual:message-files': messageFiles,
}

/**
 * What the server has to know of the files that the browser gets. The pages of the browser are built first; while one
 * develops there is no manifest, and nothing is announced.
 */
export function builtFiles(): Plugin {
  const path = join(import.meta.dirname, 'build/client/.vite/manifest.json')
  return {
    name: 'lantern-built-files',
    resolveId: (id) => (id in answers ? `\0${id}` : undefined),
    load(id) {
      const answer = answers[id.slice(1)]
      if (!answer) return
      const isKnown = this.environment.name === 'ssr' && this.environment.mode === 'build' && existsSync(path)
      return `export default ${JSON.stringify(isKnown ? answer(JSON.parse(readFileSync(path, 'utf8'))) : {})}`
    },
  }
}

/** By the address of a page's script: the catalogue files it waits for, by locale. */
function messageFiles(manifest: BuiltManifest): Record<string, Record<string, string[]>> {
  const spoken: Record<string, Record<string, string[]>> = {}
  for (const [key, chunk] of Object.entries(manifest)) {
    if (!/(^|\/)(root|pages\/[\w-]+)\.tsx/.test(key)) continue
    const byLocale: Record<string, string[]> = {}
    for (const needed of closure(manifest, key)) {
      for (const name of manifest[needed]?.dynamicImports ?? []) {
        const locale = /virtual:catalogue\/(\w+)\//.exec(name)?.[1]
        const file = manifest[name]?.file
        if (locale && file) byLocale[locale] = [...(byLocale[locale] ?? []), `/${file}`]
      }
    }
    spoken[`/${chunk.file}`] = byLocale
  }
  return spoken
}

/** The chunk and everything that must be there before it runs. */
function closure(manifest: BuiltManifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of manifest[key]?.imports ?? []) closure(manifest, imported, seen)
  return seen
}
