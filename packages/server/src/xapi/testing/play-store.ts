import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterUse } from '#testing/after-use.ts'

interface Taken {
  authorization: string | undefined
  version: string
  contentType: string
  body: string
  /** Ids of its statements. */
  ids: string[]
}

/** A record store outside. It takes everything, until `answers` says another status for some of what comes. */
export async function playStore(versions: readonly string[] = ['1.0.3', '2.0.0']) {
  const asked: Taken[] = []
  const kept: string[] = []
  let statusOf = (_ids: readonly string[]): number => 200
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces).toString('latin1')
    if (request.url === '/lrs/about') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ version: versions }))
      return
    }
    if (request.url !== '/lrs/statements' || request.method !== 'POST') {
      response.writeHead(404).end()
      return
    }
    const contentType = String(request.headers['content-type'])
    const json = contentType.startsWith('multipart/') ? (body.split('\r\n\r\n')[1] ?? '').split('\r\n--')[0] : body
    const ids = (JSON.parse(json ?? '[]') as { id: string }[]).map(({ id }) => id)
    const version = String(request.headers['x-experience-api-version'])
    asked.push({ authorization: request.headers.authorization, version, contentType, body, ids })
    const status = statusOf(ids)
    if (status === 200) kept.push(...ids)
    response.writeHead(status).end(status === 200 ? JSON.stringify(ids) : 'said\0 so')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterUse(() => new Promise((done) => server.close(done)))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    address: `${origin}/lrs`,
    asked,
    /** Ids of what it took, in their order. */
    kept,
    answers(status: number | ((ids: readonly string[]) => number)) {
      statusOf = typeof status === 'number' ? () => status : status
    },
  }
}
