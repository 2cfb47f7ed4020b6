import type { OutlineForms } from '@lantern/contract/authoring/forms.ts'
import { richText } from './rich-field.tsx'

/** The forms of a course that can be published; a test says what matters to it. */
export function sampleOutlineForms(
  change: { [Part in keyof OutlineForms]?: Partial<OutlineForms[Part]> } = {},
): OutlineForms {
  return {
    general: {
      language: 'zh',
      title: '实时阴影',
      thumbnailId: 'img_1',
      ownerId: 'u_ada',
      description: richText('从零开始'),
      ...change.general,
    },
    contents: {
      unityVersionRange: { minVersionId: null, maxVersionId: null, withAll: true },
      chapters: [{ id: 'ch_1', title: '开始' }],
      contentIds: ['ltu_1'],
      contents: [{ id: 'ltu_1', required: true, chapterId: 'ch_1' }],
      ...change.contents,
    },
    details: {
      skillLevel: 'beginner',
      estimationInHour: null,
      estimationInMinute: null,
      objective: '',
      careerGoals: '',
      prerequisites: [],
      tagIds: [],
      packageIds: [],
      topicIds: ['light'],
      industryIds: [],
      materials: [],
      authorId: 'u_ada',
      hidden: false,
      premium: false,
      ...change.details,
    },
  }
}
