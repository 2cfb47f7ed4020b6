import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { AttachmentKind } from '@lantern/contract/media/upload-rules.ts'
import { resumableUploadPath } from '@lantern/contract/media/upload-rules.ts'
import type { Person, TestSite } from './site.ts'

/** A browser's side of the resumable protocol, over a real connection. */
export interface Uploader {
  announce(file: { kind: AttachmentKind; name: string; byteSize: number; fingerprint?: string }): Promise<UploadAnswer>
  /** Sends these bytes of the file from where it stands. */
  send(address: string, offset: number, bytes: Uint8Array): Promise<UploadAnswer>
  /** Sends a part and loses the connection in the middle of what it promised. */
  sendAndBreak(address: string, offset: number, promised: number, bytes: Uint8Array): Promise<void>
  offset(address: string): Promise<number | null>
  abort(address: string): Promise<UploadAnswer>
  /** From announcing to the last byte. */
  upload(kind: AttachmentKind, name: string, bytes: Uint8Array): Promise<UploadAnswer & { id: string }>
}

export interface UploadAnswer {
  status: number
  /** Address of the announced upload. */
  address: string
  code: string | undefined
}

const origins = new WeakMap<TestSite, Promise<string>>()

/** Where the site listens; it starts listening when first asked. */
export function originOf(site: TestSite): Promise<string> {
  const origin = origins.get(site) ?? site.app.listen({ port: 0, host: '127.0.0.1' })
  origins.set(site, origin)
  return origin
}

export async function uploaderOf(site: TestSite, person: Person): Promise<Uploader> {
  const origin = await originOf(site)
  const { csrfToken } = (await person.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
  const cookie = Object.entries(person.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const ours = { cookie, 'tus-resumable': '1.0.0' }

  async function ask(method: string, path: string, headers: Record<string, string>, body?: Uint8Array) {
    const url = `${origin}${path}?_csrf=${encodeURIComponent(csrfToken)}`
    const answer = await fetch(url, {
      method,
      headers: { ...ours, ...headers },
      ...(body && { body: body as BodyInit }),
    })
    const text = await answer.text()
    const code = text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined
    return { status: answer.status, address: answer.headers.get('location') ?? '', code, headers: answer.headers }
  }

  const uploader: Uploader = {
    announce: ({ kind, name, byteSize, fingerprint = '' }) =>
      ask('POST', resumableUploadPath, {
        'upload-length': String(byteSize),
        'upload-metadata': Object.entries({ kind, name, fingerprint })
          .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
          .join(','),
      }),
    send: (address, offset, bytes) =>
      ask(
        'PATCH',
        address,
        { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        bytes,
      ),
    async sendAndBreak(address, offset, promised, bytes) {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1')
      await once(socket, 'connect')
      const head = [
        `PATCH ${address}?_csrf=${encodeURIComponent(csrfToken)} HTTP/1.1`,
        'host: 127.0.0.1',
        `cookie: ${cookie}`,
        'tus-resumable: 1.0.0',
        'content-type: application/offset+octet-stream',
        `upload-offset: ${offset}`,
        `content-length: ${promised}`,
      ].join('\r\n')
      socket.write(`${head}\r\n\r\n`)
      await new Promise<void>((sent) => socket.write(bytes, () => sent()))
      const before = offset + bytes.length
      // what is on its way arrives before the line is cut, however busy the machine is
      const patience = performance.now() + 5_000
      while ((await storedBytes(site, address)) < before && performance.now() < patience) {
        await new Promise((next) => setImmediate(next))
      }
      socket.resetAndDestroy()
      await once(socket, 'close')
    },
    async offset(address) {
      const { status, headers } = await ask('HEAD', address, {})
      return status === 200 ? Number(headers.get('upload-offset')) : null
    },
    abort: (address) => ask('DELETE', address, {}),
    async upload(kind, name, bytes) {
      const announced = await uploader.announce({ kind, name, byteSize: bytes.length })
      const id = announced.address.split('/').at(-1) ?? ''
      if (announced.status !== 201) return { ...announced, id }
      return { ...(await uploader.send(announced.address, 0, bytes)), id }
    },
  }
  return uploader
}

async function storedBytes(site: TestSite, address: string): Promise<number> {
  const path = join(site.dataDir, 'uploads', address.split('/').at(-1) ?? '')
  return (await stat(path).catch(() => null))?.size ?? 0
}
