import type { ReactElement } from 'react'
import { vi } from 'vitest'
import type { SessionUser } from '#kit/session.tsx'
import { samplePerson } from '#testing/samples.ts'
import { show as showInSite } from '#testing/show.tsx'

export interface Answer {
  status?: number
  body: object
}

export interface Sent {
  path: string
  body: Record<string, unknown>
}

/** A server that answers each call as the test says, and remembers what it was sent. */
export function answering(answers: Record<string, Answer | (() => Answer | Promise<Answer>)>): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname: path } = new URL(address, 'http://site.test')
    if (path === '/api/session') return Response.json({ csrfToken: 'token' })
    sent.push({ path, body: init?.body ? JSON.parse(String(init.body)) : {} })
    const answer = answers[path]
    const { status = 200, body } = typeof answer === 'function' ? await answer() : (answer ?? { status: 500, body: {} })
    return Response.json(body, { status })
  })
  return sent
}

/** The account dialogs, for the person of all samples unless the test says otherwise. */
export function show(element: ReactElement, user: SessionUser | null = samplePerson()) {
  return showInSite(element, { user })
}

export const refused = (code: string, message: string, status = 422): Answer => ({ status, body: { code, message } })
export const codeSent: Answer = { body: { success: true, resendSeconds: 60, expiresInSeconds: 600 } }
