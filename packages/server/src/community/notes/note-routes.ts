import * as notes from '@lantern/contract/community/notes.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type App, requireAccess, route } from '#kit/route.ts'
import { listNotes, listPublicNotes } from './list-notes.ts'
import { notesAsMarkdown } from './notes-as-markdown.ts'
import { deleteNote, updateNote, writeNote } from './write-note.ts'

export function noteRoutes(app: App): void {
  route(app, notes.listNotes, ({ services, viewer, query }) => listNotes(services, viewer, query))
  route(app, notes.listPublicNotes, ({ services, viewer, query }) => listPublicNotes(services, viewer, query))
  route(app, notes.writeNote, ({ services, viewer, body }) => writeNote(services, viewer, body))
  route(app, notes.updateNote, ({ services, viewer, body }) => updateNote(services, viewer, body))
  route(app, notes.deleteNote, ({ services, viewer, body }) => deleteNote(services, viewer, body.id))

  // a file and not a call
  app.get('/api/learn/cn/note/export', { schema: { hide: true } }, async ({ viewer, locale }, reply) => {
    requireAccess(viewer, 'learner')
    const text = (key: string) => app.services.text(locale, `community.${key}`)
    reply.header('content-disposition', 'attachment; filename="notes.md"')
    return reply
      .type('text/markdown; charset=utf-8')
      .send(await notesAsMarkdown(app.services, viewer as SignedIn, text))
  })
}
