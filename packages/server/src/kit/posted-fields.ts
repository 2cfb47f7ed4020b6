import type { FastifyInstance } from 'fastify'

/** The fields of a form, as a browser posts them here from another site. */
export type PostedFields = Readonly<Record<string, string | undefined>>

/** Lets the routes of this scope take forms; the body is `PostedFields`. */
export function takePostedFields(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
