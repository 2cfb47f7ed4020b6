/** The names of parameters and headers that cross the wire, in one place. */
export const wireNames = {
  csrf: '_csrf',
  captchaHeader: 'x-captcha-token',
  language: 'language',
  version: 'uv',
  preview: 'preview',
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
