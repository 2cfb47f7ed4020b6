import { familyTable } from '@lantern/contract/access-table.ts'
import { itemPublished } from '@lantern/contract/catalog/events.ts'
import { expect, test } from 'vitest'
import { audienceSite, type Kind } from '#testing/audiences.ts'
import { buildCourse, buildTutorial } from '#testing/builders.ts'

// Every address that answers is asked by every kind of viewer about items of every audience: no answer holds an item
// that is not for the viewer, by id, by title or by address. A new address is among them by itself.

const { site, people, kinds, author } = await audienceSite()
const { db } = site

const query = '星轨渲染'
const items = await Promise.all(
  Object.entries(kinds).map(async ([name, { options }], at) => {
    const common = {
      ...options,
      ownerId: author.id,
      authorId: author.id,
      materials: [{ type: 'link', name: `资料${at}`, url: '/x' }],
    }
    const lesson = await buildTutorial(db, {
      ...common,
      title: `${query}第${at}课`,
      steps: [{ html: `<p>${query}正文${at}</p>` }],
    })
    return { name, ...lesson }
  }),
)
// what holds them, names them and is translated by them is for everybody; what is open is found where it is named
const named = items.filter(({ name }) => name !== 'open').map(({ id }) => id)
const holder = await buildCourse(db, { title: '合集', contents: named })
const naming = await buildTutorial(db, { title: '先学什么', prerequisites: named })
const languages = ['en', 'ja', 'ko', 'de', 'es', 'fr']
for (const [at, id] of named.slice(1).entries()) {
  const translation = { language: languages[at] ?? 'pt', translation_group: named[0] ?? '' }
  await db.updateTable('items').set(translation).where('id', '=', id).execute()
}
for (const { id } of items) {
  const collected = { user_id: author.id, item_id: id, collected_at: site.clock.now() }
  await db.insertInto('collections').values(collected).execute()
}
for (const { id } of [...items, holder, naming]) await site.services.events.emit(db, itemPublished, { itemId: id })
await site.settle()

const addresses = [...site.app.answered]
  .filter((address) => address.startsWith('GET /'))
  .map((address) => address.slice('GET '.length))
  .filter((path) => !Object.keys(familyTable).some((start) => path.startsWith(start)))
  // one opens a connection and answers nothing else; one says how busy the machine is, and nothing about items
  .filter((path) => !['/api/socketgw', '/readyz'].includes(path))

/** Values of the parts of addresses that are not an item's id. */
const parts: Record<string, string[]> = {
  ':type': ['tutorial', 'course'],
  ':kind': ['item', 'prerequisite'],
  ':locale': ['zh_CN'],
  ':version': ['1'],
  ':format': ['json'],
  ':topic': ['other'],
  ':file': ['1.xml', 'tutorial-1.xml', 'card.png'],
  '*': ['index.html'],
}

const asked = [
  `k=${encodeURIComponent(`["query:${query}"]`)}`,
  `q=${encodeURIComponent(query)}`,
  `text=${encodeURIComponent(query)}`,
  `userId=${author.id}`,
]

/** The addresses that a path stands for: of one item, or of none. */
function urlsOf(path: string, item: { id: string; slug: string }): string[] {
  let urls = [path]
  for (const [part, values] of Object.entries(parts)) {
    if (path.includes(part)) urls = urls.flatMap((url) => values.map((value) => url.replace(part, value)))
  }
  const ofItem = urls.flatMap((url) => [item.id, item.slug].map((id) => url.replace(/:\w+/, id)))
  if (path.includes(':id')) return ofItem
  const searches = ['', `id=${item.id}`, `itemId=${item.id}`, ...asked]
  return ofItem.flatMap((url) => searches.map((search) => (search ? `${url}?${search}` : url)))
}

/** Lists of what a person has made or collected show what a viewer may see, as does what is asked for by its address. */
const showsAll = /\/(created|collect)\/list/

function mayHave({ seenBy, foundBy = seenBy }: Kind, person: string, url: string, item: { id: string; slug: string }) {
  const isAddressed = showsAll.test(url) || url.includes(item.id) || url.includes(item.slug)
  return (isAddressed ? seenBy : foundBy).includes(person)
}

for (const [name, person] of Object.entries(people)) {
  test(`as ${name}, no answer to any address has what is not for them`, async () => {
    const told: string[] = []
    let answered = 0
    for (const path of addresses) {
      const about = /:id|:slug/.test(path) ? items : [...items.slice(0, 1)]
      for (const item of about) {
        for (const url of new Set(urlsOf(path, item))) {
          const { statusCode, body } = await person.inject({ method: 'GET', url })
          expect([url, statusCode < 500]).toEqual([url, true])
          if (statusCode === 200) answered++
          for (const [at, other] of items.entries()) {
            const kind = kinds[other.name]
            if (!kind || mayHave(kind, name, url, other)) continue
            const traces = [other.title, `${query}正文${at}`, other.id].filter(
              (trace) => !decodeURIComponent(url).includes(trace) && body.includes(trace),
            )
            if (traces.length > 0) told.push(`${url} tells of what is for ${other.name}: ${traces.join(', ')}`)
          }
        }
      }
    }
    expect(answered).toBeGreaterThan(20)
    expect(told.slice(0, 20)).toEqual([])
  }, 300_000)
}
