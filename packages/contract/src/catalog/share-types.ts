/** The networks that a page is shared to by name; the link itself goes anywhere. */
export const shareTypes = ['wechat', 'weibo'] as const
export type ShareType = (typeof shareTypes)[number]
