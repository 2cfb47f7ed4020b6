import { type AsideWork, runAside, TooMuch } from '#kit/aside.ts'
import type { ManifestAnswer, ManifestText } from './manifest-of.ts'
import { type Manifest, PackageRefusal } from './units.ts'

const reading: AsideWork = { file: new URL('./manifest-of.ts', import.meta.url), name: 'manifestOf' }
const deadlineMs = 20_000
export const mostManifestBytes = 8 * 1024 * 1024

/** Reads the manifest of a package in a process of its own (`docs/decisions/031-reading-aside.md`). */
export async function readManifest(given: ManifestText, forWhom: string): Promise<Manifest> {
  const answer = await runAside<ManifestAnswer>(reading, given, { deadlineMs, forWhom }).catch(
    (cause: unknown): ManifestAnswer => {
      if (cause instanceof TooMuch) return { fault: 'took_too_long', detail: '' }
      throw cause
    },
  )
  if ('fault' in answer) throw new PackageRefusal(answer.fault, answer.detail)
  return answer.manifest
}
