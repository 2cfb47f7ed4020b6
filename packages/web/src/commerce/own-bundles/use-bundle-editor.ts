import type { OwnBundle, saveOwnBundle } from '@lantern/contract/commerce/own-bundles.ts'
import type { FieldProblem } from '@lantern/contract/errors.ts'
import { contentLanguage } from '@lantern/contract/locales.ts'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { ApiError, call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { useBlocked } from '#kit/guards.tsx'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { useDraft } from '#kit/use-draft.ts'
import { toast } from '#ui/toast.ts'
import { type BundleDraft, draftOf, emptyDraft, faultOf, readDraft, wishOf } from './bundle-draft.ts'
import { ownBundlesPath } from './own-bundles.tsx'

/** The bundle as it is typed, kept on the device until it is saved. */
export function useBundleEditor(id: string, own: OwnBundle | null) {
  const t = useMessages()
  const format = useFormat()
  const language = contentLanguage(useLocale())
  const navigate = useNavigate()
  const isBlocked = useBlocked()
  const { revalidate } = useRevalidator()
  const kept = useDraft(`bundle.${own ? id : 'new'}`, '')
  const saved = () => (own ? draftOf(own, format) : emptyDraft(id, language))
  const [draft, setDraft] = useState(saved)
  /** As typed by now, also for a save that began before. */
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])
  const [isRestored, setRestored] = useState(false)
  /** Counts drafts that came from elsewhere than the fields: the fields begin anew with them. */
  const [round, setRound] = useState(0)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<FieldProblem[]>([])
  const [problem, setProblem] = useState<string | null>(null)

  // only what an earlier visit left behind is restored, not what is kept from now on
  const isLookedFor = useRef(true)
  useEffect(() => {
    if (!isLookedFor.current || !kept.isKept) return
    isLookedFor.current = false
    const found = readDraft(kept.text)
    if (!found) return
    setDraft(found)
    setRestored(true)
    setRound((count) => count + 1)
  }, [kept.isKept, kept.text])

  const begin = (next: BundleDraft) => {
    isLookedFor.current = false
    kept.clear()
    setDraft(next)
    setRestored(false)
    setProblems([])
    setProblem(null)
    setRound((count) => count + 1)
  }
  const change = (part: Partial<BundleDraft>) => {
    isLookedFor.current = false
    const next = { ...draft, ...part }
    setDraft(next)
    kept.set(JSON.stringify(next))
    // what was said of another value is over
    const changed = Object.keys(part).map(wired)
    setProblems((before) => before.filter(({ field }) => !changed.includes(field.split('.')[0] ?? '')))
  }
  async function save() {
    if (busy) return
    setBusy(true)
    setProblems([])
    setProblem(null)
    try {
      const answer = await call<typeof saveOwnBundle>('POST /api/learn/creator/bundle', { body: wishOf(draft) })
      const made = draftOf(answer, format)
      // what was typed while it was sent is not saved, and goes on from what is
      const rest = latest.current === draft ? null : { ...latest.current, id: made.id, seen: made.seen }
      if (rest === null) begin(made)
      else if (own === null) kept.moveTo(`bundle.${made.id}`, JSON.stringify(rest))
      else {
        setDraft(rest)
        kept.set(JSON.stringify(rest))
      }
      toast({ tone: 'good', text: t('saved_successfully') })
      if (own) await revalidate()
      else await navigate(`${ownBundlesPath}/${answer.bundle.id}`, { replace: true })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && own) return void (await revalidate())
      if (isBlocked(error, () => void save())) return
      if (error instanceof ApiError && error.details.length > 0) setProblems(error.details)
      else setProblem(failureText(error, t))
    } finally {
      setBusy(false)
    }
  }

  return {
    draft,
    round,
    busy,
    problem,
    problems,
    isRestored,
    /** The bundle was saved elsewhere since this edit began: saving would be refused. */
    isBehind: own !== null && (draft.seen ?? '') < (own.updatedTime ?? ''),
    errorOf: (field: string) => faultOf(problems, field),
    change,
    discard: () => begin(saved()),
    /** Bases the edit on the bundle as it is now, so that saving replaces it. */
    keepOwn: () => own && change({ seen: own.updatedTime }),
    save,
  }
}

export type BundleEditing = ReturnType<typeof useBundleEditor>

/** What a part of the draft is called in the call. */
function wired(name: string): string {
  if (name === 'items') return 'itemIds'
  return name === 'cover' ? 'coverImageId' : name
}
