/** The two documents that are published as files, by their dates. */
export const privacyPdf = '/legal/privacy-policy.pdf'
export const cookiesPdf = '/legal/cookies-policy-2024-07-05.pdf'
