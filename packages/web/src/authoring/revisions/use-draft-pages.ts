import type { listRevisions } from '@lantern/contract/authoring/drafts.ts'
import { useCallback } from 'react'
import { call } from '#kit/call.ts'
import type { RevisionPage } from '#kit/documents/use-revisions.ts'

/** Reads the revisions of a draft, so many at a time. */
export function useDraftPages(id: string, pageSize: number): (page: number) => Promise<RevisionPage> {
  return useCallback(
    (page) =>
      call<typeof listRevisions>('GET /api/learn/creator/draft/:id/revisions', {
        params: { id },
        query: { page, pageSize },
      }),
    [id, pageSize],
  )
}
