import type { TokenScope } from '@lantern/contract/token-scopes.ts'

/** The calls that a token opens. A test compares them with what the endpoints say. */
export const callsOfScopes: Readonly<Record<TokenScope, readonly string[]>> = {
  'members.read': ['GET /api/campus/organisation/:id/member/list', 'GET /api/campus/organisation/:id/class/list'],
  'members.write': [
    'POST /api/campus/organisation/:id/member/invite',
    'POST /api/campus/organisation/:id/class',
    'POST /api/campus/organisation/:id/class/:classId/members',
  ],
  'assignments.write': [
    'POST /api/campus/class/:classId/assignment',
    'POST /api/campus/class/:classId/assignment/:assignmentId/withdraw',
    'POST /api/campus/class/:classId/assignment/:assignmentId/person',
    'POST /api/campus/class/:classId/assignment/:assignmentId/opening',
  ],
  'marks.read': [
    'GET /api/campus/class/:classId',
    'GET /api/campus/class/:classId/progress',
    'GET /api/campus/class/:classId/study',
    'GET /api/campus/class/:classId/hard',
  ],
  'marks.write': [
    'POST /api/campus/class/:classId/assignment/:assignmentId/mark',
    'POST /api/campus/class/:classId/assignment/:assignmentId/release',
  ],
  'learning.read': [
    'GET /api/learn/cn/record/list',
    'GET /api/learn/cn/collect/list',
    'GET /api/learn/cn/purchased/list',
    'GET /api/learn/cn/record/year',
  ],
  'notes.read': ['GET /api/learn/cn/note/list'],
  'notes.write': ['POST /api/learn/cn/note', 'POST /api/learn/cn/note/update', 'POST /api/learn/cn/note/delete'],
}

export function curlExample(origin: string): string {
  return `curl -H "Authorization: Bearer $LANTERN_TOKEN" \\
  "${origin}/api/campus/organisation/og_…/member/list?page=0"`
}

export function readExample(origin: string): string {
  return `const site = '${origin}'

async function read(path, query = {}) {
  const answer = await fetch(\`\${site}\${path}?\${new URLSearchParams(query)}\`, {
    headers: { authorization: \`Bearer \${process.env.LANTERN_TOKEN}\` },
  })
  if (answer.ok) return answer.json()
  const { code, message } = await answer.json()
  throw new Error(\`\${answer.status} \${code}: \${message}\`)
}

const members = []
for (let page = 0; ; page++) {
  const list = await read('/api/campus/organisation/og_…/member/list', { page })
  members.push(...list.members)
  if (members.length >= list.total || list.members.length === 0) break
}`
}

export function rosterExample(origin: string): string {
  return `curl -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials \\
  -d scope=https://purl.imsglobal.org/spec/or/v1p2/scope/roster.readonly \\
  "${origin}/ims/oneroster/oauth/token"

curl -i -G -H "Authorization: Bearer $ACCESS_TOKEN" \\
  --data-urlencode "filter=dateLastModified>'2026-09-01T00:00:00.000Z'" \\
  "${origin}/ims/oneroster/rostering/v1p2/users"`
}

export function writeExample(origin: string): string {
  return `async function write(path, body) {
  const answer = await fetch(\`${origin}\${path}\`, {
    method: 'POST',
    headers: { authorization: \`Bearer \${process.env.LANTERN_TOKEN}\`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.ok) return answer.json()
  const { code, message, details } = await answer.json()
  throw new Error(\`\${answer.status} \${code}: \${message} \${JSON.stringify(details ?? [])}\`)
}

// a name that another class has is refused with 409; what follows may be sent again and changes nothing
const { id } = await write('/api/campus/organisation/og_…/class', { name: '2026-1' })
await write(\`/api/campus/organisation/og_…/class/\${id}/members\`, { add: ['u_…'], remove: [] })
const assignment = await write(\`/api/campus/class/\${id}/assignment\`, {
  item: '${origin}/tutorial/…',
  opensAt: '2026-12-01T08:00',
  dueAt: '2026-12-08T22:00',
})
await write(\`/api/campus/class/\${id}/assignment/\${assignment.id}/mark\`, {
  userId: 'u_…',
  points: 92,
  feedback: '',
})`
}

export const failureExample = `{
  "code": "token_scope",
  "message": "…",
  "details": [{ "field": "authorization", "message": "marks.write" }]
}`

export const messageExample = `webhook-id: msg_01m7q4ywytyeqe7antzgcm943d
webhook-timestamp: 1795543200
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{
  "type": "assignment.done",
  "timestamp": "2026-11-24T09:00:00.000Z",
  "data": {
    "organisationId": "og_…",
    "assignmentId": "as_…",
    "classId": "kl_…",
    "itemId": "ltu_…",
    "userId": "u_…"
  }
}`

export const libraryExample = `import os
from standardwebhooks import Webhook

# body: the text as it came, before anything has parsed it
message = Webhook(os.environ["WEBHOOK_SECRET"]).verify(body, headers)`

export const byHandExample = `import { createHmac, timingSafeEqual } from 'node:crypto'

function isOurs(body, headers, secret) {
  const sent = Number(headers['webhook-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - sent) < 300)) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`
  const right = Buffer.from(\`v1,\${createHmac('sha256', key).update(signed).digest('base64')}\`)
  // after a new secret there are two for a day
  return headers['webhook-signature'].split(' ').some((one) => {
    const said = Buffer.from(one)
    return said.length === right.length && timingSafeEqual(said, right)
  })
}`
