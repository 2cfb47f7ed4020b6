import type { SubmissionType } from '../catalog/item-types.ts'

// What a submission may be. Pure: the page says it before something is sent, the server holds to it.

/** `group` is a stored value of imported submissions, which are seen as private ones. */
export const submissionPermissions = ['public', 'group', 'private'] as const
export type SubmissionPermission = (typeof submissionPermissions)[number]

/** What a learner can choose. */
export const choosablePermissions = ['public', 'private'] as const satisfies readonly SubmissionPermission[]

export const submissionTitleLength = 80
/** Characters of Markdown. */
export const submissionTextLength = 5000
export const submissionFilesMost = 8
export const submissionsPerPage = 24

/** For educators: no version is reviewed; an earlier one is; the newest is. */
export const submissionReviewStates = ['waiting', 'again', 'reviewed'] as const
export type SubmissionReviewState = (typeof submissionReviewStates)[number]

/** Characters of Markdown. */
export const reviewTextLength = 4000
export const reviewsPerPage = 20
export const reviewOrders = ['oldest', 'newest'] as const

export type SubmissionFileKind = 'image' | 'video' | 'webgl'

/** What may be chosen as a file of a submission. */
export function fileKindsOf(type: SubmissionType): readonly SubmissionFileKind[] {
  return type === 'webgl' ? ['webgl', 'image', 'video'] : ['image', 'video']
}

/** Key of the message that says what is wrong with the files of a submission; null: nothing. */
export function filesFault(
  type: SubmissionType,
  kinds: readonly string[],
): 'community.submission_needs_build' | 'community.submission_one_build' | 'community.submission_needs_files' | null {
  const builds = kinds.filter((kind) => kind === 'webgl').length
  if (type === 'webgl' && builds === 0) return 'community.submission_needs_build'
  if (type === 'webgl' && builds > 1) return 'community.submission_one_build'
  return kinds.length === 0 ? 'community.submission_needs_files' : null
}

/** What of a gallery is shown alone: builds, what has a film or a picture, what an educator has reviewed. */
export const galleryFilters = ['runs', 'video', 'image', 'reviewed'] as const
export type GalleryFilter = (typeof galleryFilters)[number]
