import { refuse } from '#kit/errors.ts'

/** The refusal of one field of a form; `message` is the key of its text. */
export function refused(field: string, message: string) {
  return refuse('bad_request', { details: [{ field, message }] })
}
