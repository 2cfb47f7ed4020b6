import { lazyPart } from '#kit/later.tsx'

/** What one can do to share an item or a message: opened from a lesson and from a discussion, which have no part in common. */
export const ShareDialog = lazyPart(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))
