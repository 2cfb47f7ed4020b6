import { spokenText } from './plain-text.ts'

/** Every text of a form as one would read it, one after the other. */
export function readableText(form: unknown): string {
  return [...textsOf(form, '')].filter((text) => text !== '').join('\n\n')
}

/** Fields whose text is for people; the rest are ids, addresses and settings. */
const spoken = new Set(['title', 'name', 'labUrl', 'objective', 'careerGoals'])

function* textsOf(value: unknown, name: string): Generator<string> {
  if (typeof value === 'string') {
    if (spoken.has(name)) yield value.trim()
  } else if (Array.isArray(value)) {
    for (const one of value) yield* textsOf(one, name)
  } else if (typeof value === 'object' && value !== null) {
    if ('type' in value && value.type === 'doc' && 'content' in value && Array.isArray(value.content)) {
      yield spokenText({ type: 'doc', content: value.content })
      return
    }
    for (const [field, inner] of Object.entries(value)) yield* textsOf(inner, field)
  }
}
