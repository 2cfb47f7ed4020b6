import { mayEditPages, mayManagePages } from '@lantern/contract/cms/rights.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'

// What an editor may do beside reading; every one of them reads every draft, as translating needs.

export function requireEditor(viewer: SignedIn, locale: string): void {
  if (!mayEditPages(viewer, locale)) throw refuse('forbidden')
}

export function requirePageManager(viewer: SignedIn): void {
  if (!mayManagePages(viewer)) throw refuse('forbidden')
}
