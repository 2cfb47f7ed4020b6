import { emptySection, emptyTutorial } from '@lantern/contract/authoring/empty-forms.ts'
import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import type { RichText } from '@lantern/contract/media/rich-document.ts'
import type { DraftOf } from '../editor-shell/draft-editor-state.ts'
import type { EditorData } from '../editor-shell/editor-kind.ts'

/** A paragraph for each line. */
export function text(...lines: string[]): RichText {
  return {
    type: 'doc',
    content: lines.map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] })),
  }
}

export function step(id: string, title: string, change: Partial<TutorialForms['steps']['sections'][number]> = {}) {
  return { ...emptySection('normal'), id, title, body: text(`${title}的正文`), ...change }
}

/** A tutorial that could be published. */
export function sampleForms(change: Partial<TutorialForms> = {}): TutorialForms {
  const { general, steps, details } = emptyTutorial('u_ada')
  return {
    general: {
      ...general,
      language: 'zh',
      title: '级联阴影贴图',
      thumbnailId: 'img_1',
      description: text('一张贴图为什么不够。'),
    },
    steps: { ...steps, skillLevel: 'intermediate', sections: [step('se_1', '划分视锥体'), step('se_2', '对齐纹素')] },
    details: { ...details, topicIds: ['lighting'] },
    ...change,
  }
}

/** What `openTutorial` opens: that tutorial with another general form. */
export function withGeneral(change: Partial<TutorialForms['general']>) {
  return { draft: { forms: sampleForms({ general: { ...sampleForms().general, ...change } }) } }
}

export function sampleDraft(change: Partial<DraftOf<TutorialForms>> = {}): DraftOf<TutorialForms> {
  return {
    id: 'ltu_1',
    type: 'tutorial',
    slug: 'cascades',
    learnOptionType: 'other',
    organisationId: null,
    published: false,
    version: 17,
    partVersions: { general: 15, steps: 17, details: 9 },
    publishedVersion: null,
    savedAt: '2026-03-02T03:46:00.000Z',
    savedBy: { id: 'u_ada', fullName: '林晚', avatar: null },
    source: null,
    forms: sampleForms(),
    ...change,
  }
}

export function sampleData(change: Partial<DraftOf<TutorialForms>> = {}): EditorData<TutorialForms> {
  const draft = sampleDraft(change)
  return {
    editor: draft.id,
    draft,
    forms: draft.forms,
    references: {
      items: {},
      users: { u_ada: { id: 'u_ada', fullName: '林晚', avatar: null } },
      tags: { lighting: { id: 'lighting', type: 'topic', name: '光照' } },
      packages: {},
      images: { img_1: { id: 'img_1', url: '/media/images/img_1/400.webp', width: 1200, height: 675 } },
      videos: {},
      attachments: {},
    },
    versions: [
      { id: '3.2', disabled: false },
      { id: '3.3', disabled: false },
    ],
  }
}
