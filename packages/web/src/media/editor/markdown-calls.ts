import type { readMarkdownText, writeMarkdownText } from '@lantern/contract/authoring/markdown.ts'
import type { RichDocument } from '@lantern/contract/media/rich-document.ts'
import { call } from '#kit/call.ts'

// Markdown is read and written by the server: the same reader that imports lessons, and no parser in the page.

export async function readMarkdown(text: string, language = 'zh'): Promise<RichDocument> {
  const { document } = await call<typeof readMarkdownText>('POST /api/learn/creator/markdown/read', {
    body: { text, language },
  })
  return document
}

export async function writeMarkdown(document: RichDocument): Promise<string> {
  const { text } = await call<typeof writeMarkdownText>('POST /api/learn/creator/markdown/write', {
    body: { document },
  })
  return text
}
