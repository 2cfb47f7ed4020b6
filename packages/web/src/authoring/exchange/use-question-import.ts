import type { SavedDraft } from '@lantern/contract/authoring/drafts.ts'
import type { importQuestions, previewQuestions, QuestionPreview } from '@lantern/contract/authoring/exchange.ts'
import { exchangeLimits } from '@lantern/contract/authoring/exchange-formats.ts'
import { useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { fileData } from '#kit/files.ts'
import { useMessages } from '#kit/messages.tsx'

export interface QuestionImport {
  /** What is being done, and nothing else can be begun meanwhile. */
  busy: 'reading' | 'importing' | null
  fileName: string | null
  preview: QuestionPreview | null
  chosen: ReadonlySet<number>
  replace: boolean
  /** In words. */
  problem: string | null
  read(file: File): Promise<void>
  choose(indexes: readonly number[], on: boolean): void
  setReplace(on: boolean): void
  /** Back to choosing a file. */
  clear(): void
  send(baseVersion: number): Promise<{ draft: SavedDraft; added: number } | null>
}

/** One import from the choice of a file to the questions in the draft. */
export function useQuestionImport(quizId: string): QuestionImport {
  const t = useMessages()
  const [busy, setBusy] = useState<QuestionImport['busy']>(null)
  const [fileName, setFileName] = useState<string | null>(null)
  const [preview, setPreview] = useState<QuestionPreview | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [replace, setReplace] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const sent = useRef<{ name: string; data: string } | null>(null)
  const params = { id: quizId }

  function clear() {
    sent.current = null
    setFileName(null)
    setPreview(null)
    setChosen(new Set())
    setProblem(null)
  }

  async function read(file: File) {
    if (busy) return
    clear()
    setFileName(file.name)
    if (file.size > exchangeLimits.fileBytes) {
      setProblem(t('authoring.exchange.too_large', { megabytes: exchangeLimits.fileBytes / 1024 / 1024 }))
      return
    }
    setBusy('reading')
    try {
      sent.current = { name: file.name, data: await fileData(file) }
      const body = { file: sent.current }
      const found = await call<typeof previewQuestions>('POST /api/learn/creator/quiz/:id/exchange/preview', {
        params,
        body,
      })
      setProblem(found.problem?.message ?? null)
      setPreview(found.problem ? null : found)
      setChosen(new Set(found.rows.filter(isWanted).map(({ index }) => index)))
    } catch (error) {
      setProblem(failureText(error, t))
    } finally {
      setBusy(null)
    }
  }

  async function send(baseVersion: number) {
    if (busy || !sent.current || chosen.size === 0) return null
    setBusy('importing')
    setProblem(null)
    try {
      const body = { file: sent.current, rows: [...chosen], replace, baseVersion }
      return await call<typeof importQuestions>('POST /api/learn/creator/quiz/:id/exchange/import', { params, body })
    } catch (error) {
      setProblem(failureText(error, t))
      return null
    } finally {
      setBusy(null)
    }
  }

  function choose(indexes: readonly number[], on: boolean) {
    setChosen((before) => {
      const after = new Set(before)
      for (const index of indexes) on ? after.add(index) : after.delete(index)
      return after
    })
  }

  return { busy, fileName, preview, chosen, replace, problem, read, choose, setReplace, clear, send }
}

/** Questions that exist already are unticked by default. */
function isWanted({ question, notes }: QuestionPreview['rows'][number]): boolean {
  return question !== null && !notes.some(({ code }) => code === 'duplicate')
}
