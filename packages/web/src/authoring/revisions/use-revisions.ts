import type { listRevisions, Revision } from '@lantern/contract/authoring/drafts.ts'
import { useCallback, useEffect, useState } from 'react'
import { call } from '#kit/call.ts'

export interface RevisionPage {
  results: readonly Revision[]
  total: number
}

interface Revisions extends RevisionPage {
  state: 'loading' | 'shown' | 'failed'
}

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

/** Newest first, read anew when `version` changes: that says that there is a new one. */
export function useRevisions(
  version: number | undefined,
  readPage: (page: number) => Promise<RevisionPage>,
): Revisions & { more: () => void } {
  const [at, setAt] = useState({ version, page: 0 })
  const [read, setRead] = useState<Revisions>({ results: [], total: 0, state: 'loading' })
  const page = at.version === version ? at.page : 0
  const key = `${version}/${page}`
  useEffect(() => {
    const [known = '', wanted = ''] = key.split('/')
    if (known === 'undefined') return
    let dropped = false
    readPage(Number(wanted)).then(
      ({ results, total }) => {
        if (dropped) return
        setRead((before) => ({
          results: wanted === '0' ? results : [...before.results, ...results],
          total,
          state: 'shown',
        }))
      },
      () => !dropped && setRead((before) => ({ ...before, state: 'failed' })),
    )
    return () => {
      dropped = true
    }
  }, [key, readPage])
  return { ...read, more: () => setAt({ version, page: page + 1 }) }
}
