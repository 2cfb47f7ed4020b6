import { listChoices } from '@lantern/contract/authoring/choices.ts'
import * as drafts from '@lantern/contract/authoring/drafts.ts'
import { type App, route } from '#kit/route.ts'
import { beginDraft } from './drafts/begin-draft.ts'
import { readChoices } from './drafts/choices.ts'
import { copyDraft, readOriginal, readSourceChanges, translateDraft } from './drafts/copy-draft.ts'
import { deleteDraft } from './drafts/delete-draft.ts'
import { openDraft, savedDraft } from './drafts/draft-state.ts'
import { listDrafts } from './drafts/list-drafts.ts'
import { parsePart } from './drafts/part-forms.ts'
import { readDraft, readNewDraft } from './drafts/read-draft.ts'
import { readRevision, readRevisions, restore } from './drafts/revisions.ts'
import { savePart } from './drafts/save-part.ts'
import { readUses } from './drafts/uses.ts'

/** The drafts behind the editors, alike for every type. */
export function draftRoutes(app: App): void {
  route(app, drafts.getDraft, ({ services, viewer, locale, params }) => readDraft(services, viewer, locale, params.id))
  route(app, drafts.getNewDraft, ({ services, viewer, locale, params, query }) =>
    readNewDraft(services, viewer, locale, { type: params.type, ...query }),
  )
  route(app, drafts.beginDraft, async ({ services, viewer, params, body }) => ({
    draft: await beginDraft(services, viewer, { ...params, ...body }),
  }))
  route(app, drafts.autosaveDraft, async ({ services, viewer, params, body }) => {
    const { type } = await openDraft(services, viewer, params)
    const { part, data, ...from } = body
    const parts = { [part]: parsePart(type, part, data) }
    return savedDraft(await savePart(services, viewer, { id: params.id, parts, kind: 'autosave', ...from }))
  })
  route(app, drafts.listRevisions, ({ services, viewer, params, query }) =>
    readRevisions(services, viewer, params.id, query),
  )
  route(app, drafts.getRevision, ({ services, viewer, locale, params, query }) =>
    readRevision(services, viewer, locale, { ...params, against: query.against }),
  )
  route(app, drafts.restoreRevision, async ({ services, viewer, params, body }) => ({
    draft: await restore(services, viewer, { id: params.id, version: body.version }),
  }))
  route(app, drafts.copyDraft, ({ services, viewer, locale, params, body }) =>
    copyDraft(services, viewer, locale, { id: params.id, ...body }),
  )
  route(app, drafts.translateDraft, ({ services, viewer, params, body }) =>
    translateDraft(services, viewer, { id: params.id, language: body.language }),
  )
  route(app, drafts.sourceChanges, ({ services, viewer, locale, params }) =>
    readSourceChanges(services, viewer, locale, params.id),
  )
  route(app, drafts.draftOriginal, ({ services, viewer, params }) => readOriginal(services, viewer, params.id))
  route(app, drafts.draftUses, ({ services, viewer, params }) => readUses(services, viewer, params.id))
  route(app, drafts.deleteDraft, ({ services, viewer, params }) => deleteDraft(services, viewer, params.id))
  route(app, drafts.listDrafts, ({ services, viewer, params, query }) =>
    listDrafts(services.db, viewer, { type: params.type, campus: false, query }),
  )
  route(app, drafts.listCampusDrafts, ({ services, viewer, params, query }) =>
    listDrafts(services.db, viewer, { type: params.type, campus: true, query }),
  )
  route(app, listChoices, ({ services, params, locale }) => readChoices(services.db, params.kind, locale))
}
