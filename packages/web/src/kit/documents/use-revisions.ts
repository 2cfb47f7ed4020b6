import type { Revision } from '@lantern/contract/documents.ts'
import { useEffect, useState } from 'react'

export interface RevisionPage {
  results: readonly Revision[]
  total: number
}

interface Revisions extends RevisionPage {
  state: 'loading' | 'shown' | 'failed'
  /** Why they could not be read. */
  failure: unknown
  /** How many pages are there. */
  pages: number
}

/** Newest first, read anew when `version` changes: that says that there is a new one. */
export function useRevisions(
  version: number | undefined,
  readPage: (page: number) => Promise<RevisionPage>,
): Revisions & { more: () => void; isReading: boolean } {
  const [at, setAt] = useState({ version, page: 0, tries: 0 })
  const [read, setRead] = useState<Revisions>({ results: [], total: 0, state: 'loading', failure: null, pages: 0 })
  const [isReading, setReading] = useState(false)
  const page = at.version === version ? at.page : 0
  const key = `${version}/${page}/${at.tries}`
  useEffect(() => {
    const [known = '', wanted = ''] = key.split('/')
    if (known === 'undefined') return
    let dropped = false
    setReading(true)
    readPage(Number(wanted)).then(
      ({ results, total }) => {
        if (dropped) return
        setReading(false)
        setRead((before) => ({
          results: wanted === '0' ? results : [...before.results, ...results],
          total,
          state: 'shown',
          failure: null,
          pages: Number(wanted) + 1,
        }))
      },
      (failure) => {
        if (dropped) return
        setReading(false)
        setRead((before) => ({ ...before, state: 'failed', failure }))
      },
    )
    return () => {
      dropped = true
    }
  }, [key, readPage])
  // the page that comes next, however often it is asked for, and again when it did not come
  const more = () => !isReading && setAt({ version, page: read.pages, tries: at.tries + 1 })
  return { ...read, more, isReading }
}
