/** Where the site of the journeys runs. `E2E_PORT`: a second run beside another one. */
export const sitePort = Number(process.env.E2E_PORT ?? 3197)
export const siteUrl = `http://127.0.0.1:${sitePort}`
