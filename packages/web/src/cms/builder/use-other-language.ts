import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import type { getPageDraft } from '@lantern/contract/cms/pages.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { soundContent } from './model/page-content.ts'

/** The page in another language, to be read beside the one that is written. */
export interface OtherDraft {
  locale: OfferedLocale
  content: PageContent
}

export function useOtherLanguage(pageId: string, locale: OfferedLocale | null): OtherDraft | null {
  const t = useMessages()
  const [other, setOther] = useState<OtherDraft | null>(null)
  useEffect(() => {
    if (locale === null) return
    let dropped = false
    call<typeof getPageDraft>('GET /api/learn/creator/page/:id/:locale', { params: { id: pageId, locale } }).then(
      ({ content }) => !dropped && setOther({ locale, content: soundContent(content) }),
      (error) => !dropped && toastFailure(error, t),
    )
    return () => {
      dropped = true
    }
  }, [pageId, locale, t])
  return other?.locale === locale ? other : null
}
