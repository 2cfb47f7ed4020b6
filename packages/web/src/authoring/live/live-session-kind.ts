import type { LiveSessionForms } from '@lantern/contract/authoring/forms.ts'
import type * as editing from '@lantern/contract/authoring/live-session-editing.ts'
import {
  liveSessionContentsFaults,
  liveSessionDetailsFaults,
  liveSessionGeneralFaults,
} from '@lantern/contract/authoring/live-session-faults.ts'
import { nothingChanged } from '@lantern/contract/authoring/nothing-changed.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { call } from '#kit/call.ts'
import type { EditorKind, SaveAnswer } from '../editor-shell/editor-kind.ts'
import { toFaults } from '../quiz/to-faults.ts'

type Saved = ResponseOf<typeof editing.saveLiveSessionGeneral>

/** A live session as the editor shell needs to know it. */
export const liveSessionKind: EditorKind<LiveSessionForms> = {
  type: 'liveSession',
  parts: [
    { part: 'general', tab: 'g', label: 'authoring.tab_general' },
    {
      part: 'contents',
      tab: 'c',
      label: 'authoring.live_project',
      count: ({ contents }) => contents.contentIds.length,
    },
    { part: 'details', tab: 'd', label: 'authoring.tab_details' },
  ],
  isSame: (part, one, other) => nothingChanged(one[part], other[part]),
  faults(part, { general, contents, details }) {
    if (part === 'general') return toFaults(liveSessionGeneralFaults(general))
    if (part === 'contents') return toFaults(liveSessionContentsFaults(contents))
    return toFaults(liveSessionDetailsFaults(details))
  },
  async save(part, { id, forms, baseVersion, campus }) {
    const params = { id }
    const base = baseVersion === undefined ? {} : { baseVersion }
    if (part === 'general') {
      const input = { params, query: { campus }, body: { ...forms.general, ...base } }
      return answered(
        await call<typeof editing.saveLiveSessionGeneral>('POST /api/learn/liveSession/:id/general', input),
      )
    }
    if (part === 'contents') {
      const input = { params, body: { ...forms.contents, ...base } }
      return answered(
        await call<typeof editing.saveLiveSessionContents>('POST /api/learn/liveSession/:id/contents', input),
      )
    }
    const input = { params, body: { ...forms.details, ...base } }
    return answered(await call<typeof editing.saveLiveSessionDetails>('POST /api/learn/liveSession/:id/details', input))
  },
  async publish({ id, forms, baseVersion, revision }) {
    const body = {
      ...forms.general,
      contents: forms.contents,
      details: forms.details,
      ...(baseVersion !== undefined && { baseVersion }),
      ...(revision !== undefined && { revision }),
    }
    const input = { params: { id }, body }
    return answered(await call<typeof editing.publishLiveSession>('POST /api/learn/liveSession/:id/publish', input))
  },
}

function answered({ liveSessionData, draft }: Saved): SaveAnswer<LiveSessionForms> {
  const { general, contents, details } = liveSessionData
  return { draft, forms: { general, contents, details } }
}
