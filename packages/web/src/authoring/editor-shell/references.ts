import type { DraftReferences } from '@lantern/contract/authoring/drafts.ts'

/** What is known, with what was found besides. */
export function withReferences(known: DraftReferences, found: Partial<DraftReferences>): DraftReferences {
  return {
    items: { ...known.items, ...found.items },
    users: { ...known.users, ...found.users },
    tags: { ...known.tags, ...found.tags },
    packages: { ...known.packages, ...found.packages },
    images: { ...known.images, ...found.images },
    videos: { ...known.videos, ...found.videos },
    attachments: { ...known.attachments, ...found.attachments },
  }
}
