import type { FieldProblem } from '@lantern/contract/errors.ts'
import { contentLanguage } from '@lantern/contract/locales.ts'
import type { EditedPath, NamedItem, PathForm, StageForm, savePath } from '@lantern/contract/paths/path-editing.ts'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { ApiError, call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { useDraft } from '#kit/use-draft.ts'
import { toast } from '#ui/toast.ts'
import { editedPathsAddress } from './edited-paths.tsx'
import { draftOf, emptyDraft, type PathDraft, readDraft, takenOut } from './path-draft.ts'

/** The path as it is typed, kept on the device until it is saved. */
export function usePathEditor(own: EditedPath | null, organisationId: string | null) {
  const t = useMessages()
  const language = contentLanguage(useLocale())
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const kept = useDraft(`path.${own?.id ?? 'new'}`, '')
  const saved = () => (own ? draftOf(own) : emptyDraft(organisationId, language))
  const [draft, setDraft] = useState(saved)
  /** As typed by now, also for a save that began before. */
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])
  /** What the edit began with: a comparison tells by it who changed what. */
  const [base, setBase] = useState<EditedPath | null>(own)
  const [isRestored, setRestored] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<FieldProblem[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  /** A change that takes something out which learners have begun, until it is confirmed. */
  const [asked, setAsked] = useState<{ next: PathDraft; ids: string[] } | null>(null)

  // only what an earlier visit left behind is restored, not what is kept from now on
  const isLookedFor = useRef(true)
  useEffect(() => {
    if (!isLookedFor.current || !kept.isKept) return
    isLookedFor.current = false
    const found = readDraft(kept.text)
    if (!found) return
    setDraft(found)
    setRestored(true)
  }, [kept.isKept, kept.text])

  const put = (next: PathDraft) => {
    isLookedFor.current = false
    setDraft(next)
    setAsked(null)
    kept.set(JSON.stringify(next))
  }
  const change = (form: Partial<PathForm>, named: readonly NamedItem[] = []) => {
    const items = { ...draft.items, ...Object.fromEntries(named.map((item) => [item.id, item])) }
    const next = { ...draft, form: { ...draft.form, ...form }, items }
    const changed = Object.keys(form)
    // what was said of another value is over
    setProblems((before) => before.filter(({ field }) => !changed.includes(partOf(field))))
    const ids = takenOut(draft.form, next.form, own?.begun ?? {})
    if (ids.length > 0) setAsked({ next, ids })
    else put(next)
  }
  const begin = (next: PathDraft, from: EditedPath | null) => {
    isLookedFor.current = false
    kept.clear()
    setDraft(next)
    setBase(from)
    setRestored(false)
    setProblems([])
    setProblem(null)
  }
  async function save() {
    if (busy) return
    setBusy(true)
    setProblems([])
    setProblem(null)
    const { version, form } = draft
    try {
      const body = { id: own?.id ?? null, version, organisationId: draft.organisationId, form }
      const answer = await call<typeof savePath>('POST /api/learn/cn/path', { body })
      const { id, version: savedVersion } = answer
      const { items, organisationId: organisation } = draft
      const made = { id, version: savedVersion, organisationId: organisation, form, items, begun: own?.begun ?? {} }
      // what was typed while it was sent is not saved, and goes on from what is
      const rest = { ...latest.current, version: savedVersion }
      if (latest.current === draft) begin(rest, made)
      else if (own === null) kept.moveTo(`path.${id}`, JSON.stringify(rest))
      else {
        setBase(made)
        setDraft(rest)
        kept.set(JSON.stringify(rest))
      }
      toast({ tone: 'good', text: t('saved_successfully') })
      if (own) await revalidate()
      else await navigate(`${editedPathsAddress}/${answer.id}`, { replace: true })
    } catch (error) {
      // somebody else saved since: the page reads theirs, and both stand beside each other
      if (error instanceof ApiError && error.status === 409 && own) return void (await revalidate())
      if (error instanceof ApiError && error.details.length > 0) setProblems(error.details)
      else setProblem(failureText(error, t))
    } finally {
      setBusy(false)
    }
  }

  return {
    draft,
    base,
    busy,
    problem,
    isRestored,
    /** The path was saved elsewhere since this edit began: saving would be refused. */
    isBehind: own !== null && draft.version < own.version,
    asked,
    change,
    setStages: (stages: StageForm[], named?: readonly NamedItem[]) => change({ stages }, named),
    /** For whom it is; of a new path alone. */
    setPlace: (place: string | null) => put({ ...draft, organisationId: place }),
    confirmTakingOut: () => asked && put(asked.next),
    cancelTakingOut: () => setAsked(null),
    discard: () => begin(saved(), own),
    /** Bases the edit on the path as it is now, with what was chosen of both. */
    merge(form: PathForm) {
      if (!own) return
      setBase(own)
      put({ ...draft, form, version: own.version, items: { ...own.items, ...draft.items } })
    },
    save,
    errorOf: (name: keyof PathForm) => problems.find(({ field }) => partOf(field) === name)?.message,
    hasProblems: problems.length > 0,
  }
}

export type PathEditing = ReturnType<typeof usePathEditor>

/** The field of the form that a refusal is about: the call knows it as a part of its body. */
function partOf(field: string): string {
  return field.replace(/^form\./, '').split('.')[0] ?? ''
}
