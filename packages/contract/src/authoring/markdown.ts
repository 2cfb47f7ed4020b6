import { Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'
import { RichDocument } from '../media/rich-document.ts'

// Rich text as Markdown and back, by the reader that imports lessons. Nothing is kept of what is sent.

const Language = Type.String({ minLength: 2, maxLength: 8 })

export const readMarkdownText = endpoint('POST /api/learn/creator/markdown/read', {
  summary: 'Markdown as a document of the editor',
  access: 'author',
  body: object({ text: Type.String({ maxLength: 300_000 }), language: Language }),
  response: object({ document: RichDocument }),
  bodyLimit: 8_000_000,
})

export const writeMarkdownText = endpoint('POST /api/learn/creator/markdown/write', {
  summary: 'A document of the editor as Markdown',
  access: 'author',
  body: object({ document: RichDocument }),
  response: object({ text: Type.String() }),
  bodyLimit: 8_000_000,
})
