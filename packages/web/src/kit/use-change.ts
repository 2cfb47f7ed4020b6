import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { toast } from '#ui/toast.ts'
import { failureText, isSignedOut, toastSignedOut } from './failure.ts'
import { useMessages } from './messages.tsx'
import { ApiError } from './request.ts'
import { isGone } from './unread.ts'

interface Problem {
  text: string
  /** The field of the form that was refused; none: what is wrong is none of its fields. */
  field: string | undefined
}

/** Sends a change and reads the page again. A refusal is a problem to show, by its field where it has one. */
export function useChange() {
  const t = useMessages()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSeen, setSeen] = useState(false)
  return {
    busy,
    problemOf: (field: string) => (problem?.field === field ? problem.text : undefined),
    problemBeside: (...fields: string[]) => (problem && !fields.includes(problem.field ?? '') ? problem.text : null),
    forget: () => setProblem(null),
    /**
     * The `before` of a call: the value that the form began with, which the server compares. After a refusal because of another
     * person's change it is left out, so that saving again overwrites.
     */
    before: <Form>(began: Form): { before?: Form } => (isSeen ? {} : { before: began }),
    /** Whether it was done. */
    async send(act: () => Promise<unknown>, done: string): Promise<boolean> {
      if (busy) return false
      setBusy(true)
      setProblem(null)
      try {
        await act()
        setSeen(false)
        await revalidate()
        toast({ tone: 'good', text: done })
        return true
      } catch (error) {
        if (isSignedOut(error)) {
          toastSignedOut(t)
          return false
        }
        const [detail] = error instanceof ApiError ? error.details : []
        const text = isGone(error) ? t('kit.gone') : failureText(error, t)
        if (detail?.field === 'before') setSeen(true)
        setProblem({ text: detail?.message || text, field: detail?.field })
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
