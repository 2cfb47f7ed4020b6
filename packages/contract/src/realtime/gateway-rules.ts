/** Where the realtime gateway is; it is a WebSocket and so no endpoint of its own. */
export const gatewayPath = '/api/socketgw'

/** Codes of closing, beside those of the protocol. After the first two no browser comes back by itself. */
export const gatewayCloseCodes = { invalidKey: 4401, overtaken: 4409, tooManySockets: 4429 } as const
