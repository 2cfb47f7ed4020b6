/** Everything that can be learned or asked. */
export const itemTypes = ['tutorial', 'project', 'course', 'quiz', 'liveSession', 'faq', 'submission'] as const
export type ItemType = (typeof itemTypes)[number]

/** Types with a list page of their own. */
export const listedTypes = [
  'tutorial',
  'project',
  'course',
  'quiz',
  'liveSession',
] as const satisfies readonly ItemType[]
export type ListedType = (typeof listedTypes)[number]

export const skillLevels = ['foundational', 'beginner', 'intermediate', 'advanced'] as const
export type SkillLevel = (typeof skillLevels)[number]

export type Edition = 'cn' | 'global'

/** The China edition has no foundational level. */
export function skillLevelsOf(edition: Edition): readonly SkillLevel[] {
  return edition === 'cn' ? skillLevels.filter((level) => level !== 'foundational') : skillLevels
}

/** What a visitor may choose and save as an interest. */
export const tagTypes = ['topic', 'industry'] as const
export type TagType = (typeof tagTypes)[number]

export const learnOptionTypes = ['campus', 'other'] as const
export type LearnOptionType = (typeof learnOptionTypes)[number]

export const sectionTypes = ['normal', 'lab', 'submission', 'tool'] as const
/** What a submission step asks for: pictures and films, or a build that runs in the browser. */
export const submissionTypes = ['media', 'webgl'] as const
export type SubmissionType = (typeof submissionTypes)[number]
export type SectionType = (typeof sectionTypes)[number]

/** What a tip in a lesson is for. */
export const tipTypes = ['demo', 'explain', 'ask', 'warn', 'review', 'recap', 'assess'] as const
export type TipType = (typeof tipTypes)[number]

export const detailTabs = ['overview', 'educator', 'materials', 'detail', 'author', 'comment', 'score'] as const
export type DetailTab = (typeof detailTabs)[number]

export const homeTabs = ['newToUnity', 'familiarWithUnity', 'powerUser'] as const
export type HomeTab = (typeof homeTabs)[number]

/** What a home tab shows: the level it stands for and the order of its 'more' link. */
export const homeTabCriteria = {
  newToUnity: { sl: 'beginner', ob: 'starts' },
  familiarWithUnity: { sl: 'intermediate', ob: 'starts' },
  powerUser: { sl: 'advanced', ob: 'recency' },
} as const satisfies Record<HomeTab, { sl: SkillLevel; ob: 'starts' | 'recency' }>

export const livePeriods = ['opening', 'coming', 'previous'] as const
export type LivePeriod = (typeof livePeriods)[number]

/** Orders of a list: by learners, by date, by title, by price. */
export const listOrders = ['none', 'starts', 'recency', 'titleasc', 'titledes', 'priceasc', 'pricedes'] as const
export type ListOrder = (typeof listOrders)[number]

/** What the content is: free for all, for members, or bought. Both flags: free for members, bought by others. */
export function isFree(item: { premium: boolean; withPay: boolean }): boolean {
  return !item.premium && !item.withPay
}
