import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kit/errors.ts'
import { isHeldAlready } from '#kit/etag.ts'
import type { Storage } from '#kit/storage.ts'
import { headersOfUnpacked } from './send-unpacked.ts'

interface Around {
  policy: string
  /** What runs before anything of the build. */
  scriptUrl: string
}

/** A page of a build with a script of the site's as its first: the page itself cannot begin workers otherwise. */
export async function sendIsolatedPage(
  storage: Storage,
  { storage_key: key, content_type: contentType }: { storage_key: string; content_type: string },
  { policy, scriptUrl }: Around,
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${key.replaceAll('/', '-')}-isolated"`
  // the script ahead may change with the site
  reply.headers({ ...headersOfUnpacked(policy, etag), 'cache-control': 'public, max-age=3600' })
  if (isHeldAlready(headers['if-none-match'], etag)) return reply.status(304).send()
  const bytes = await storage.stream(key)
  if (!bytes) throw refuse('not_found')
  return reply.type(contentType).send(withFirstScript(await buffer(bytes), scriptUrl))
}

/** After the document type, before which nothing may stand; a page in another encoding than UTF-8 stays as it is. */
function withFirstScript(page: Buffer, url: string): Buffer {
  if (page[0] === 0xff || page[0] === 0xfe) return page
  // latin1 keeps every byte of the page
  const text = page.toString('latin1')
  const [before = ''] = /^(\xef\xbb\xbf)?\s*(<!--[\s\S]*?-->\s*)*(<!doctype[^>]*>)?/i.exec(text) ?? []
  return Buffer.from(`${before}<script src="${url}"></script>${text.slice(before.length)}`, 'latin1')
}
