import type { listRevisions, Revision } from '@lantern/contract/authoring/drafts.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'

interface Revisions {
  results: readonly Revision[]
  total: number
  state: 'loading' | 'shown' | 'failed'
  more: () => void
}

/** The revisions of a draft, newest first, read anew when `version` changes. */
export function useRevisions(draftId: string | undefined, version: number | undefined, pageSize: number): Revisions {
  const [page, setPage] = useState(0)
  const [read, setRead] = useState<Omit<Revisions, 'more'>>({ results: [], total: 0, state: 'loading' })
  const [seen, setSeen] = useState(version)
  if (seen !== version) {
    setSeen(version)
    setPage(0)
  }
  // a new version says that there is a new revision to be read
  const key = `${draftId}/${version}`
  useEffect(() => {
    const [id = ''] = key.split('/')
    if (id === '' || id === 'undefined') return
    let dropped = false
    call<typeof listRevisions>('GET /api/learn/creator/draft/:id/revisions', {
      params: { id },
      query: { page, pageSize },
    }).then(
      ({ results, total }) => {
        if (dropped) return
        setRead((before) => ({
          results: page === 0 ? results : [...before.results, ...results],
          total,
          state: 'shown',
        }))
      },
      () => !dropped && setRead((before) => ({ ...before, state: 'failed' })),
    )
    return () => {
      dropped = true
    }
  }, [key, page, pageSize])
  return { ...read, more: () => setPage(page + 1) }
}
