import { writeNote } from '@lantern/contract/community/notes.ts'
import { changesState } from '@lantern/contract/endpoint.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { start } from '#testing/learner-acts.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()

test('every endpoint that is not public refuses a guest before it looks at anything', async () => {
  const guarded = site.app.endpoints.filter(({ shape }) => !['public', 'demoOnly'].includes(shape.access))
  expect(guarded.length).toBeGreaterThan(10)
  for (const { method, path } of guarded) {
    const answer = await site.inject({
      method,
      url: path.replace(/:\w+/g, 'x'),
      ...(method !== 'GET' && { payload: {} }),
    })
    expect([method, path, answer.statusCode, answer.json().code]).toEqual([method, path, 401, 'login_required'])
  }
})

test('every change wants the CSRF token', async () => {
  const ada = await site.user({ groups: ['admin', 'super_admin'], isRealName: true })
  for (const endpoint of site.app.endpoints) {
    const { method, path, shape } = endpoint
    if (method === 'GET' || shape.access === 'demoOnly' || !changesState(endpoint)) continue
    const answer = await ada.inject({ method, url: path.replace(/:\w+/g, 'x'), payload: {} })
    expect([path, answer.statusCode], path).toEqual([path, 403])
  }
})

type Shape = TSchema & {
  type?: string
  maximum?: number
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  items?: Shape | Shape[]
  anyOf?: Shape[]
  allOf?: Shape[]
}

/** Where a shape has whole numbers without a largest one, as `body.version`. */
function endlessNumbers(shape: Shape | undefined, place: string): string[] {
  if (!shape) return []
  const inside = (parts: readonly Shape[] = [], at = place) => parts.flatMap((part) => endlessNumbers(part, at))
  return [
    ...(shape.type === 'integer' && shape.maximum === undefined ? [place] : []),
    ...Object.entries(shape.properties ?? {}).flatMap(([name, part]) => endlessNumbers(part, `${place}.${name}`)),
    ...inside(Object.values(shape.patternProperties ?? {}), `${place}.*`),
    ...inside([shape.items ?? []].flat(), `${place}[]`),
    ...inside(shape.anyOf),
    ...inside(shape.allOf),
  ]
}

test('every whole number that a call takes has a largest value: the database refuses larger ones as a fault of the site', () => {
  const found = site.app.endpoints.flatMap(({ route, shape: { params, query, body } }) =>
    Object.entries({ params, query, body }).flatMap(([part, shape]) =>
      endlessNumbers(shape, part).map((place) => `${route} ${place}`),
    ),
  )
  expect(found).toEqual([])
})

test('text of a body that no database keeps is taken out of it, however deep it stands', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, {})
  await start(ada, lesson.id)
  const place = { itemId: lesson.id, sectionId: lesson.steps[0]?.id ?? '' }
  const { status, result } = await ada.call(writeNote, { body: { ...place, content: 'a\0b\ud83d' } })
  expect([status, result.note?.content]).toEqual([200, 'ab\ufffd'])

  const { csrfToken } = (await ada.inject({ method: 'GET', url: '/api/session' })).json()
  const deep = `${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}`
  const refused = await ada.inject({
    method: 'POST',
    url: `${writeNote.path}?${wireNames.csrf}=${csrfToken}`,
    headers: { 'content-type': 'application/json' },
    payload: `{"itemId":"${place.itemId}","sectionId":"${place.sectionId}","content":${deep}}`,
  })
  expect([refused.statusCode, refused.json().details?.[0]?.field]).toEqual([400, 'content'])
})
