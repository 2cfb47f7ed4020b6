import { pagePath } from '@lantern/contract/cms/blocks.ts'
import type { listPages } from '@lantern/contract/cms/pages.ts'
import { contentLink } from '@lantern/contract/links.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { useItemPicker } from './item-picker.ts'

export interface OfferedLink {
  id: string
  title: string
  href: string
}

const linkedTypes = ['tutorial', 'quiz', 'project', 'course'] as const
const pauseMs = 200
const most = 5

/** Pages and items of this site whose name has these words; null while they are asked for. */
export function useOfferedLinks(text: string): readonly OfferedLink[] | null {
  const words = /^([/#?]|\w+:)/.test(text) ? '' : text.trim()
  const { useFound } = useItemPicker()
  const items = useFound(words, linkedTypes)
  const [pages, setPages] = useState<{ words: string; links: OfferedLink[] } | null>(null)
  useEffect(() => {
    if (words === '') return
    let dropped = false
    const timer = setTimeout(async () => {
      const links = await findPages(words)
      if (!dropped) setPages({ words, links })
    }, pauseMs)
    return () => {
      dropped = true
      clearTimeout(timer)
    }
  }, [words])
  if (words === '') return []
  if (pages?.words !== words || items === null) return null
  const published = items.filter((item) => item.published)
  return [...pages.links, ...published.map((item) => ({ id: item.id, title: item.title, href: contentLink(item) }))]
}

async function findPages(q: string): Promise<OfferedLink[]> {
  try {
    const query = { q, pageSize: most }
    const { results } = await call<typeof listPages>('GET /api/learn/creator/page/list', { query })
    return results.map(({ id, name, namespace, slug }) => ({ id, title: name, href: pagePath(namespace, slug) }))
  } catch {
    // one can still write the address
    return []
  }
}
