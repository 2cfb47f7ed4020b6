import type { Item, ItemCard } from '@lantern/contract/catalog/items.ts'
import type { LearnerRecord } from '@lantern/contract/learning/record-shapes.ts'
import { sampleCard, sampleItem } from '#testing/samples.ts'

export { learnerSession } from '#testing/samples.ts'

// A tutorial of three steps, the last of them optional, and a learner: what the tests of this folder show.

export function testCard(id = 'ltu_shadow', more: Partial<ItemCard> = {}): ItemCard {
  const title = '级联阴影'
  return sampleCard({ id, slug: id, title, thumbnail: { url: null }, skillLevel: 'beginner', duration: 30, ...more })
}

export function testItem(more: Partial<Item> = {}): Item {
  const section = { channelId: 'se_1', chapterId: null, labUrl: null, submissionType: null } as const
  return sampleItem({
    ...testCard(),
    sections: [
      {
        ...section,
        id: 'se_1',
        title: '切分',
        type: 'normal',
        optionType: 'required',
        anchor: 'cut',
        body: '<p>一</p>',
      },
      {
        ...section,
        id: 'se_2',
        title: '对齐',
        type: 'normal',
        optionType: 'required',
        anchor: 'snap',
        body: '<p>二</p>',
      },
      { ...section, id: 'se_3', title: '调校', type: 'lab', optionType: 'optional', anchor: 'tune', body: '<p>三</p>' },
    ],
    requiredSections: ['se_1', 'se_2'],
    navIds: ['se_1', 'se_2', 'se_3'],
    statsMap: {},
    userMap: {},
    ...more,
  })
}

const noStatus = { prevCompleted: false, nextCompleted: false, completed: false, isNext: false, hasNext: false }

/** The record of the tutorial with these steps done. */
export function testRecord(doneIds: string[] = [], more: Partial<LearnerRecord> = {}): LearnerRecord {
  const steps = ['se_1', 'se_2', 'se_3'].map((id, index) => {
    const completed = doneIds.includes(id)
    const updatedTime = completed ? '2026-03-02T02:00:00.000Z' : null
    return [id, { completed, index, required: id !== 'se_3', updatedTime }] as const
  })
  return {
    itemId: 'ltu_shadow',
    type: 'tutorial',
    completed: false,
    completedTime: null,
    lastCompletedTime: null,
    withAll: true,
    versionId: null,
    recordVersions: {},
    steps: Object.fromEntries(steps),
    answers: null,
    subItems: [],
    nextRecordData: null,
    status: noStatus,
    percent: Math.round((doneIds.length / 3) * 100),
    remainingMinutes: 30,
    startedTime: '2026-03-01T02:00:00.000Z',
    updatedTime: '2026-03-02T02:00:00.000Z',
    lastViewedTime: '2026-03-02T02:00:00.000Z',
    lastSectionId: null,
    feedbackGiven: false,
    ...more,
  }
}
