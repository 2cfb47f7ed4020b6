import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterUse } from '#testing/after-use.ts'

interface Kept {
  bytes: Buffer
  headers: Record<string, string>
}

/** As much of S3 as the site speaks, in memory: objects, ranges, lists, and uploads in parts. */
export interface TestBucket {
  /** The settings that lead a site here. */
  env: Record<string, string>
  keys(): string[]
  /** Uploads in parts that were begun and neither completed nor given up. */
  unfinished(): number
}

export async function testBucket(): Promise<TestBucket> {
  const objects = new Map<string, Kept>()
  const uploads = new Map<string, { key: string; headers: Record<string, string>; parts: Map<number, Buffer> }>()

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '', 'http://bucket.test')
    const key = decodeURIComponent(url.pathname.replace(/^\/files\/?/, ''))
    const uploadId = url.searchParams.get('uploadId')
    const body = await buffer(request)
    const xml = (text: string, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(text)
    const missing = (code: string) =>
      request.method === 'HEAD' ? response.writeHead(404).end() : xml(`<Error><Code>${code}</Code></Error>`, 404)

    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { key, headers: keptHeaders(request), parts: new Map() })
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (uploadId !== null) {
      const upload = uploads.get(uploadId)
      if (!upload) return missing('NoSuchUpload')
      if (request.method === 'PUT') {
        upload.parts.set(Number(url.searchParams.get('partNumber')), body)
        return response.writeHead(200, { etag: etagOf(body) }).end()
      }
      const parts = [...upload.parts].sort(([a], [b]) => a - b)
      if (request.method === 'GET') {
        const list = parts.map(([number, bytes]) => {
          return `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(bytes)}</ETag><Size>${bytes.length}</Size></Part>`
        })
        return xml(`<ListPartsResult><IsTruncated>false</IsTruncated>${list.join('')}</ListPartsResult>`)
      }
      uploads.delete(uploadId)
      if (request.method === 'DELETE') return response.writeHead(204).end()
      objects.set(key, { bytes: Buffer.concat(parts.map(([, bytes]) => bytes)), headers: upload.headers })
      return xml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
    }
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, headers: keptHeaders(request) })
      return response.writeHead(200, { etag: etagOf(body) }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (key === '') {
      const prefix = url.searchParams.get('prefix') ?? ''
      const list = [...objects.keys()].filter((one) => one.startsWith(prefix))
      return xml(
        `<ListBucketResult>${list.map((one) => `<Contents><Key>${one}</Key></Contents>`).join('')}</ListBucketResult>`,
      )
    }
    const kept = objects.get(key)
    if (!kept) return missing('NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const bytes = from === undefined ? kept.bytes : kept.bytes.subarray(Number(from), Number(to) + 1)
    const headers = { ...kept.headers, 'content-length': String(bytes.length), etag: etagOf(kept.bytes) }
    return response
      .writeHead(from === undefined ? 200 : 206, headers)
      .end(request.method === 'HEAD' ? undefined : bytes)
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterUse(() => new Promise<void>((closed) => server.close(() => closed())))
  const { port } = server.address() as AddressInfo
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'test',
      S3_SECRET_ACCESS_KEY: 'test',
    },
    keys: () => [...objects.keys()].sort(),
    unfinished: () => uploads.size,
  }
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

function keptHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && (name.startsWith('x-amz-meta-') || name === 'content-type')) kept[name] = value
  }
  return kept
}
