import {
  outlineContentsFaults,
  outlineDetailsFaults,
  outlineGeneralFaults,
  sayAnything,
} from '@lantern/contract/authoring/faults.ts'
import type { OutlineForms } from '@lantern/contract/authoring/forms.ts'
import { nothingChanged } from '@lantern/contract/authoring/nothing-changed.ts'
import type * as editing from '@lantern/contract/authoring/outline-editing.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { call } from '#kit/call.ts'
import type { EditorKind, Fault, SaveAnswer } from '../editor-shell/editor-kind.ts'
import { toFaults } from '../quiz/to-faults.ts'

type SavedProject = ResponseOf<typeof editing.saveProjectGeneral>
type SavedCourse = ResponseOf<typeof editing.saveCourseGeneral>

const shared = {
  parts: [
    { part: 'general', tab: 'g', label: 'authoring.tab_general' },
    {
      part: 'contents',
      tab: 'c',
      label: 'authoring.field_contents',
      count: ({ contents }) => contents.contents.length,
    },
    { part: 'details', tab: 'd', label: 'authoring.tab_details' },
  ],
  isSame: (part, one, other) => nothingChanged(one[part], other[part]),
} satisfies Partial<EditorKind<OutlineForms>>

/** A project as the editor shell needs to know it. */
export const projectKind: EditorKind<OutlineForms> = {
  ...shared,
  type: 'project',
  faults: (part, forms, versions) => faultsOf('project', part, forms, versions),
  async save(part, { id, forms, baseVersion, campus }) {
    const params = { id }
    const base = baseVersion === undefined ? {} : { baseVersion }
    if (part === 'general') {
      const body = { ...forms.general, ...base }
      return ofProject(
        await call<typeof editing.saveProjectGeneral>('POST /api/learn/project/:id/general', {
          params,
          query: { campus },
          body,
        }),
      )
    }
    if (part === 'contents') {
      const body = { ...forms.contents, ...base }
      return ofProject(
        await call<typeof editing.saveProjectContents>('POST /api/learn/project/:id/contents', { params, body }),
      )
    }
    const body = { ...forms.details, ...base }
    return ofProject(
      await call<typeof editing.saveProjectDetails>('POST /api/learn/project/:id/details', { params, body }),
    )
  },
  async publish({ id, ...at }) {
    const input = { params: { id }, body: publishBody(at) }
    return ofProject(await call<typeof editing.publishProject>('POST /api/learn/project/:id/publish', input))
  },
}

/** A course as the editor shell needs to know it. */
export const courseKind: EditorKind<OutlineForms> = {
  ...shared,
  type: 'course',
  faults: (part, forms, versions) => faultsOf('course', part, forms, versions),
  async save(part, { id, forms, baseVersion, campus }) {
    const params = { id }
    const base = baseVersion === undefined ? {} : { baseVersion }
    if (part === 'general') {
      const body = { ...forms.general, ...base }
      return ofCourse(
        await call<typeof editing.saveCourseGeneral>('POST /api/learn/course/:id/general', {
          params,
          query: { campus },
          body,
        }),
      )
    }
    if (part === 'contents') {
      const body = { ...forms.contents, ...base }
      return ofCourse(
        await call<typeof editing.saveCourseContents>('POST /api/learn/course/:id/contents', { params, body }),
      )
    }
    const body = { ...forms.details, ...base }
    return ofCourse(
      await call<typeof editing.saveCourseDetails>('POST /api/learn/course/:id/details', { params, body }),
    )
  },
  async publish({ id, ...at }) {
    const input = { params: { id }, body: publishBody(at) }
    return ofCourse(await call<typeof editing.publishCourse>('POST /api/learn/course/:id/publish', input))
  },
}

function faultsOf(
  type: 'project' | 'course',
  part: keyof OutlineForms,
  { general, contents, details }: OutlineForms,
  versions: readonly string[],
): readonly Fault[] {
  if (part === 'general') return toFaults(outlineGeneralFaults(general))
  if (part === 'contents') return toFaults(outlineContentsFaults(type, contents, versions))
  const faults = toFaults(outlineDetailsFaults(details))
  return sayAnything(details) ? faults : [...faults, { field: 'objective', key: 'authoring.fault_details' }]
}

function publishBody({
  forms,
  baseVersion,
  revision,
}: {
  forms: OutlineForms
  baseVersion?: number
  revision?: number
}) {
  return {
    ...forms.general,
    contents: forms.contents,
    details: forms.details,
    ...(baseVersion !== undefined && { baseVersion }),
    ...(revision !== undefined && { revision }),
  }
}

function ofProject({ projectData, draft }: SavedProject): SaveAnswer<OutlineForms> {
  const { general, contents, details } = projectData
  return { draft, forms: { general, contents, details } }
}

function ofCourse({ courseData, draft }: SavedCourse): SaveAnswer<OutlineForms> {
  const { general, contents, details } = courseData
  return { draft, forms: { general, contents, details } }
}
