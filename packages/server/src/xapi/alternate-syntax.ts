import type { FastifyRequest } from 'fastify'
import type { Method, XapiRequest } from './requests.ts'
import { fault } from './shape-rules.ts'

// xAPI-Communication 1.0.3, section 1.3: a browser that may send no headers and no long addresses puts method, headers,
// parameters and content of its request into a form.

interface AlternateRequest {
  authorization: string | undefined
  versionHeader: string | undefined
  request: Omit<XapiRequest, 'version'>
}

export function isAlternate({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && 'method' in query
}

export function readAlternate({ method, query, headers, body }: FastifyRequest): AlternateRequest {
  const { method: meant, ...more } = query as Record<string, string | string[]>
  if (method !== 'POST' || !isMethod(meant)) throw fault('method', 'enum')
  const [unknown] = Object.keys(more)
  if (unknown !== undefined) throw fault(unknown, 'additionalProperties')
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw fault('Content-Type', 'enum')
  }
  const form = new Map(new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : ''))
  const content = take(form, 'content')
  if (content === undefined && (meant === 'PUT' || meant === 'POST')) throw fault('content', 'required')
  const header = (name: string) => take(form, name) ?? asText(headers[name.toLowerCase()])
  const authorization = header('Authorization')
  const versionHeader = header('X-Experience-API-Version')
  // its own length says nothing of the content
  take(form, 'Content-Length')
  const contentType = take(form, 'Content-Type') ?? 'application/json'
  const request = {
    method: meant,
    contentType,
    ifMatch: header('If-Match'),
    ifNoneMatch: header('If-None-Match'),
    acceptLanguage: header('Accept-Language'),
    body: Buffer.from(content ?? ''),
    query: Object.fromEntries(form),
  }
  return { authorization, versionHeader, request }
}

function isMethod(text: unknown): text is Method {
  return typeof text === 'string' && ['GET', 'PUT', 'POST', 'DELETE'].includes(text)
}

function take(form: Map<string, string>, name: string): string | undefined {
  const value = form.get(name)
  form.delete(name)
  return value
}

function asText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join() : header
}
