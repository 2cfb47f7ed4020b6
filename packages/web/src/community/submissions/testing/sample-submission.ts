import type { readSubmission, SubmissionCard } from '@lantern/contract/community/submissions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { sampleCard } from '#testing/samples.ts'

export function sampleSubmissionCard(change: Partial<SubmissionCard> = {}): SubmissionCard {
  return {
    ...{ id: 'lsu_1', itemId: 'ltu_1', sectionId: 'se_1', stepTitle: '调校你的场景', authorId: 'u_ada', type: 'webgl' },
    ...{ permission: 'public', title: '黄昏的塔楼', version: 1, coverUrl: null, images: 0, videos: 0 },
    ...{ likeCount: 86, collectCount: 2, viewCount: 9, commentCount: 1, isReviewed: false, hidden: null },
    ...{ createdTime: '2026-11-20T04:00:00.000Z', handedInTime: '2026-11-20T04:00:00.000Z' },
    ...change,
  }
}

type Page = ResponseOf<typeof readSubmission>

export function sampleSubmissionPage({
  submission,
  ...change
}: Partial<Omit<Page, 'submission'>> & { submission?: Partial<Page['submission']> } = {}): Page {
  return {
    submission: { ...sampleSubmissionCard(), description: '', html: '', availability: {}, files: [], ...submission },
    item: sampleCard({ id: 'ltu_1', slug: 'shadows', title: '实时阴影' }),
    ...{ version: 1, versions: [], anchor: null, userMap: {}, reported: null },
    ...{ liked: false, collected: false, isEducator: false, reviews: [], peerFeedback: [] },
    ...change,
  }
}
