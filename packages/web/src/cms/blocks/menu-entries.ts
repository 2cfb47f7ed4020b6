import type { BlockOf } from '@lantern/contract/cms/blocks.ts'

export type MenuEntry = BlockOf<'navs'>['fields']['items'][number]

/** Entries with an address, in sub-menus too. */
export function shownEntries(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry) => {
    const subs = entry.subs.filter(({ title, url }) => title.trim() !== '' && url !== '')
    const leads = entry.title.trim() !== '' && (entry.url !== '' || subs.length > 0)
    return leads ? [{ ...entry, subs }] : []
  })
}
