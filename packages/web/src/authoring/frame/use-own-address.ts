import { editLink } from '@lantern/contract/links.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isNewAddress } from './addresses.ts'
import { handOver } from './begun-drafts.ts'
import type { Desk } from './desk-state.ts'
import type { AnyForms, EditorData } from './editor-kind.ts'

/** Gives what was new the address of its draft as soon as it has one; whoever is typing goes on in the same editor. */
export function useOwnAddress<Forms extends AnyForms>(
  desk: Desk<Forms>,
  { data, campus }: { data: EditorData<Forms>; campus: boolean },
): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { draft } = useSyncExternalStore(desk.subscribe, desk.state, desk.state)
  const to = draft && isNewAddress(pathname) ? `${editLink(draft, { campus })}${search}` : null
  useEffect(() => {
    const { draft: begun } = desk.state()
    if (!to || !begun) return
    handOver({ ...data, draft: begun, forms: begun.forms })
    void navigate(to, { replace: true, preventScrollReset: true })
  }, [to, desk, data, navigate])
}
