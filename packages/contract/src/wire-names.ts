/** The names of parameters and headers that cross the wire, in one place. */
export const wireNames = {
  csrf: '_csrf',
  captchaHeader: 'x-captcha-token',
  /** The language of the page that a call is made for. */
  localeHeader: 'x-locale',
  language: 'language',
  version: 'uv',
  preview: 'preview',
  /** Opens one draft to the holder of the link: in the address of the page, and as a header of the call. */
  previewToken: 'token',
  previewTokenHeader: 'x-preview-token',
  operationHeader: 'operation-name',
  project: 'projectId',
  course: 'courseId',
  chapter: 'chapterId',
  section: 'sectionId',
  submission: 'submissionId',
  message: 'messageId',
  start: 'start',
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  bdVid: 'bd_vid',
} as const

/** Calls that change something although they are a GET, because their address is given: they carry the token too. */
export const changingGets: readonly string[] = ['GET /api/suspendUserCache/delete']

/** Calls that only read although they are a POST: they carry no token. */
export const readingPosts: readonly string[] = ['POST /api/as/graphql', 'POST /api/learn/cn/badge/check']
