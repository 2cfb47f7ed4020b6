import { useState } from 'react'

/**
 * Keeps the answer to the last form. The router drops `actionData` when the page revalidates, as a realtime message of
 * another person's act makes it do: the confirmation, or the refusal with what was typed, would be lost.
 */
export function useKeptAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const [kept, setKept] = useState(answer)
  if (answer !== undefined && answer !== kept) setKept(answer)
  return answer ?? kept
}
