import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterUse } from '#testing/after-use.ts'

export const cloudSecret = { id: 'AKIDtest', key: 'secret-of-the-test' }

export interface CloudCall {
  service: string
  action: string
  version: string
  region: string
  parameters: Record<string, unknown>
}

/** A cloud of one's own that believes a request only with the right TC3-HMAC-SHA256 signature. Closes itself. */
export async function testCloud(answer: (call: CloudCall) => object | null) {
  const calls: CloudCall[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const service = /\/(\w+)\/tc3_request/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const call = {
      service,
      action: String(request.headers['x-tc-action']),
      version: String(request.headers['x-tc-version']),
      region: String(request.headers['x-tc-region']),
      parameters: JSON.parse(body),
    }
    calls.push(call)
    const failed = (Code: string) => ({ Response: { Error: { Code, Message: body }, RequestId: 'r-1' } })
    const given = isSigned(request, body, service) ? answer(call) : failed('AuthFailure.SignatureFailure')
    if (given === null) return request.socket.destroy()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify('Response' in given ? given : { Response: { ...given, RequestId: 'r-1' } }))
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  afterUse(() => new Promise((closed) => server.close(closed)))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, calls }
}

/** The signature as the vendor's manual describes it, worked out apart from the client that is tested. */
function isSigned(request: IncomingMessage, body: string, service: string): boolean {
  const { authorization = '', 'x-tc-timestamp': timestamp = '' } = request.headers
  const parts =
    /^TC3-HMAC-SHA256 Credential=(\S+?)\/(\d{4}-\d\d-\d\d)\/\w+\/tc3_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      authorization,
    )
  if (!parts) return false
  const [, id, date = '', signedHeaders = '', signature] = parts
  const headers = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim().toLowerCase()}\n`)
  const canonical = ['POST', '/', '', headers.join(''), signedHeaders, sha256(body)].join('\n')
  const toSign = ['TC3-HMAC-SHA256', timestamp, `${date}/${service}/tc3_request`, sha256(canonical)].join('\n')
  const key = [date, service, 'tc3_request'].reduce<string | Buffer>(
    (made, part) => hmac(made, part),
    `TC3${cloudSecret.key}`,
  )
  return id === cloudSecret.id && hmac(key, toSign).toString('hex') === signature
}

function sha256(input: string): string {
  return createHash('sha256').update(input).digest('hex')
}

function hmac(key: string | Buffer, input: string): Buffer {
  return createHmac('sha256', key).update(input).digest()
}
