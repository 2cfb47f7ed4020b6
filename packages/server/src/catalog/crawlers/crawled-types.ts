/** Types with a page of their own, by the name of their part of the site's map. */
export const crawledTypes = ['tutorial', 'project', 'course', 'quiz', 'liveSession'] as const
export type CrawledType = (typeof crawledTypes)[number]
