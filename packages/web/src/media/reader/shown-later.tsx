import { later } from '#kit/later.tsx'

export const ProseCode = later(async () => (await import('./prose-code.tsx')).ProseCode)
