export const reportTypes = ['message', 'submission'] as const
export type ReportType = (typeof reportTypes)[number]

export const moderatorActions = ['ban', 'ignore', 'undo', 'read'] as const
export type ModeratorAction = (typeof moderatorActions)[number]

/** How many days of the site's time the figures cover, today among them. */
export const statsPeriods = ['7', '30', '90'] as const
export type StatsPeriod = (typeof statsPeriods)[number]
