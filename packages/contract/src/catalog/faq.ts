import { Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

export const listFaq = endpoint('GET /api/learn/faq/list', {
  summary: 'Published questions with their answers, in the language of the visitor where it has any',
  access: 'public',
  response: object({
    items: Type.Array(
      object({ id: Type.String(), slug: Type.String(), title: Type.String(), descriptionHtml: Type.String() }),
    ),
  }),
})
