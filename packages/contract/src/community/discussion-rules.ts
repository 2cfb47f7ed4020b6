/** The most characters of a message. */
export const messageLength = 1000

/** The most bytes of a picture in a message: a screenshot, as it comes. */
export const messagePictureBytes = 10 * 1024 ** 2

/** Threads of one page of a discussion, and replies that come with each. */
export const threadsPerPage = 20
export const repliesPerThread = 20

export const messageSorts = ['newest', 'oldest', 'helpful'] as const
export type MessageSort = (typeof messageSorts)[number]

/** What a person does with a message, as it is counted. */
export type InteractionType = 'comment' | 'like' | 'flagged'

/** Whether a person may write here; if not, what comes first. */
export const writingRights = ['yes', 'sign_in', 'learn_first', 'muted'] as const
export type WritingRight = (typeof writingRights)[number]
