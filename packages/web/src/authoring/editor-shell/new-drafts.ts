import type { EditorData } from './editor-kind.ts'

let begun: EditorData | null = null

/** What a new editor has begun: the page of that draft goes on with the same editor and asks nobody for it. */
export function handOver(data: EditorData): void {
  begun = data
}

/** The draft of this id, if the editor of a new item has just begun it. */
export function takeBegun(id: string | undefined): EditorData | null {
  const found = begun?.draft?.id === id ? begun : null
  begun = null
  return found
}
