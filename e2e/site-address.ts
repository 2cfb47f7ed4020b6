/** Where the site of the journeys runs. */
export const sitePort = 3197
export const siteUrl = `http://127.0.0.1:${sitePort}`
