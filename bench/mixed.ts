import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import { WebSocket } from 'ws'
import { emptySection, emptyTutorial } from '../packages/contract/src/authoring/empty-forms.ts'
import { locales } from '../packages/contract/src/locales.ts'
import { gatewayPath } from '../packages/contract/src/realtime/gateway-rules.ts'
import { foundByAll } from '../packages/server/src/catalog/index.ts'
import { type RunningSite, runSite } from '../tools/run-site.ts'
import { behindProxy, ownAddress } from '../tools/visit.ts'
import { type BenchLearner, databaseOf, get, makeLearners, post } from './learners.ts'
import { residentMiB } from './start.ts'

export interface MixedOptions {
  port: number
  minutes: number
  /** Acts begun in a second, at any speed of the site: users do not come faster because it is fast. */
  rate: number
  /** A folder of lessons to import first. */
  lessons: string | null
}

interface World {
  site: RunningSite
  slugs: string[]
  learners: BenchLearner[]
  author: BenchLearner
  editor: BenchLearner
  lesson: { id: string; steps: string[] }
  quizId: string
  words: string[]
  topicId: string
}

const METRICS_TOKEN = randomBytes(16).toString('hex')

// more at once would measure how long the queue is
const mostAtOnce = 64

/**
 * A day of the site in small: guests, learners, authors, editors, sockets and new people, all at once, for as long as
 * asked. Each minute prints what the process holds, so that a rise shows.
 */
export async function benchMixed({ port, minutes, rate, lessons }: MixedOptions): Promise<void> {
  const site = await runSite({ port, env: { ...behindProxy, METRICS_TOKEN, LOG_LEVEL: 'error' } })
  try {
    if (lessons) await site.lantern('import', lessons)
    const world = await makeWorld(site)
    const counts = new Map<string, { done: number; failed: number }>()
    let underWay = 0
    let skipped = 0
    const total = acts.reduce((sum, { weight }) => sum + weight, 0)

    const begin = ({ name, act }: Act) => {
      if (underWay >= mostAtOnce) {
        skipped++
        return
      }
      underWay++
      const count = counts.get(name) ?? { done: 0, failed: 0 }
      counts.set(name, count)
      act(world).then(
        () => {
          count.done++
          underWay--
        },
        (error) => {
          if (count.failed++ === 0) console.log(`  ${name}: ${String(error).slice(0, 300)}`)
          underWay--
        },
      )
    }

    console.log(`\nMixed load, ${rate} acts a second for ${minutes} minutes`)
    console.log('minute   MiB   own   heap  outside   acts  failed  skipped')
    for (let minute = 0; ; minute++) {
      const sums = [...counts.values()].reduce(
        (sum, { done, failed }) => ({ done: sum.done + done, failed: sum.failed + failed }),
        { done: 0, failed: 0 },
      )
      console.log(
        [
          [String(minute), 6],
          ...(await memoryOf(site)).map((mib) => [mib.toFixed(0), 6]),
          [String(sums.done), 9],
          [String(sums.failed), 6],
          [String(skipped), 8],
        ]
          .map(([text, width]) => String(text).padStart(Number(width)))
          .join(' '),
      )
      if (minute >= minutes) break
      const until = Date.now() + 60_000
      let due = Date.now()
      while (Date.now() < until) {
        for (; due <= Date.now(); due += 1000 / rate) begin(pick(acts, total))
        await wait(1000 / rate)
      }
    }
    while (underWay > 0) await wait(100)
    for (const [name, { done, failed }] of counts) {
      console.log(`  ${name.padEnd(24)} ${done} done, ${failed} failed`)
    }
  } finally {
    await site.stop()
  }
}

/** All that is resident, what of it belongs to the process alone, the objects in use, and bytes outside of the heap. */
async function memoryOf(site: RunningSite): Promise<number[]> {
  const status = readFileSync(`/proc/${site.pid}/status`, 'utf8')
  const own = Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
  const metrics = await (
    await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text()
  const bytes = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? 0) / 2 ** 20
  return [residentMiB(site), own, bytes('nodejs_heap_size_used_bytes'), bytes('nodejs_external_memory_bytes')]
}

interface Lesson {
  tutorialData: { id: string; sections: { id: string }[] }
}

async function makeWorld(site: RunningSite): Promise<World> {
  const database = await databaseOf(site)
  try {
    const { db } = database
    const items = await db.selectFrom('items as i').select(['slug', 'type', 'title']).where(foundByAll()).execute()
    const topic = await db.selectFrom('tags').select('id').where('type', '=', 'topic').executeTakeFirst()
    const people = await makeLearners(site, db, 202)
    const [author, editor, ...learners] = people
    if (!author || !editor) throw new Error('There are no people')
    const join = (person: BenchLearner, groups: string[]) =>
      db.updateTable('users').set({ groups }).where('id', '=', person.id).execute()
    await join(author, ['learn_creator'])
    await join(editor, ['learn_admin'])
    const lesson = await get<Lesson>(site, '/api/learn/tutorial/real-time-shadows/extends')
    const { id, sections } = lesson.tutorialData
    const quiz = await get<{ cnQuizData: { id: string } }>(site, '/api/learn/cn/quiz/shadows-check/extends')
    for (const learner of learners) await post(site, learner, '/api/learn/cn/record', { id, type: 'tutorial' })
    return {
      site,
      slugs: items.map(({ type, slug }) => `/${type}/${slug}`),
      learners,
      author,
      editor,
      lesson: { id, steps: sections.map((section) => section.id) },
      quizId: quiz.cnQuizData.id,
      topicId: topic?.id ?? '',
      words: items.flatMap(({ title }) => title.split(/\s+/)).filter(Boolean),
    }
  } finally {
    await database.leave()
  }
}

interface Act {
  name: string
  weight: number
  act(world: World): Promise<unknown>
}

const acts: Act[] = [
  { name: 'guest reads', weight: 30, act: guestReads },
  { name: 'guest searches', weight: 6, act: guestSearches },
  { name: 'guest strays', weight: 3, act: guestStrays },
  { name: 'learner reads', weight: 20, act: learnerReads },
  { name: 'learner ticks', weight: 15, act: learnerTicks },
  { name: 'learner asks', weight: 8, act: learnerAsks },
  { name: 'learner does a quiz', weight: 3, act: learnerQuizzes },
  { name: 'socket comes and goes', weight: 4, act: socketComesAndGoes },
  { name: 'a new learner signs in', weight: 2, act: newLearnerSignsIn },
  { name: 'author writes', weight: 3, act: authorWrites },
  { name: 'author uploads', weight: 1, act: authorUploads },
  { name: 'editor publishes', weight: 1, act: editorPublishes },
]

async function guestReads({ site, slugs }: World): Promise<void> {
  const path = pickOf(['/', '/tutorials', '/projects', '/courses', '/live-calendar', '/free', ...slugs])
  await read(site, path, { 'accept-language': pickOf(locales).replace('_', '-') })
}

async function guestSearches({ site, words }: World): Promise<void> {
  const asked = `${pickOf(words)} ${randomInt(3) === 0 ? randomBytes(3).toString('hex') : pickOf(words)}`
  await read(site, `/search?k=${encodeURIComponent(JSON.stringify([`query:${asked}`]))}`, {})
}

/** Addresses that are nowhere, with any query behind them. */
async function guestStrays({ site }: World): Promise<void> {
  const response = await fetch(`${site.url}/${pickOf(['tutorial/', 'api/', ''])}${randomBytes(6).toString('hex')}?x=1`)
  await response.arrayBuffer()
  if (response.status !== 404) throw new Error(`nothing answered ${response.status}`)
}

async function learnerReads({ site, slugs, learners }: World): Promise<void> {
  const learner = pickOf(learners)
  const path = pickOf(['/', `/u/${learner.id}`, '/settings', '/tutorials', ...slugs])
  const data = randomInt(3) === 0 && path !== '/' ? `${path}.data` : path
  await read(site, data, { cookie: learner.cookie })
}

async function learnerTicks({ site, learners, lesson }: World): Promise<void> {
  const body = { id: lesson.id, type: 'tutorial', stepId: pickOf(lesson.steps), completed: randomInt(2) === 0 }
  await post(site, pickOf(learners), '/api/learn/cn/record/tutorial/step', body)
}

async function learnerAsks({ site, learners, words }: World): Promise<void> {
  const { id, cookie } = pickOf(learners)
  const path = pickOf([
    '/api/session',
    `/api/learn/cn/record/list?userId=${id}&completed=false`,
    `/api/learn/headerSearch?k=${encodeURIComponent(JSON.stringify([`query:${pickOf(words).slice(0, 20)}`]))}`,
  ])
  await read(site, path, { cookie })
}

interface Quiz {
  cnQuizData: { questions: { id: string; options: { id: string }[] }[] }
}

async function learnerQuizzes({ site, learners, quizId }: World): Promise<void> {
  const learner = pickOf(learners)
  const save = (body: object) =>
    postAny(site, learner, '/api/learn/cn/record/quiz', { id: quizId, type: 'quiz', ...body }, [422, 409, 403])
  await save({ completed: false })
  const { cnQuizData } = await get<Quiz>(site, `/api/learn/cn/quiz/${quizId}/extends`, learner.cookie)
  for (const [n, { id, options }] of cnQuizData.questions.entries()) {
    const answer = { questionId: id, optionIds: [options[0]?.id] }
    await save({ completed: false, answers: [answer], sequence: Date.now() + n })
  }
  await save({ completed: true, answers: [] })
}

async function socketComesAndGoes({ site, learners }: World): Promise<void> {
  const { cookie } = pickOf(learners)
  const address = `${site.url.replace('http', 'ws')}${gatewayPath}?key=${randomBytes(8).toString('hex')}`
  const socket = new WebSocket(address, { headers: randomInt(2) === 0 ? { cookie } : {} })
  await new Promise<void>((done) => {
    socket.on('message', () => setTimeout(() => socket.close(), randomInt(3_000)))
    socket.on('close', () => done())
    socket.on('error', () => done())
  })
}

async function newLearnerSignsIn({ site }: World): Promise<void> {
  const mobile = `137${String(randomInt(100_000_000)).padStart(8, '0')}`
  // each comes from an address of their own: how many codes one address may ask for in an hour is limited
  const address = ownAddress()
  const send = async (path: string, csrfToken: string, cookie: string, body?: object) => {
    const answer = await fetch(`${site.url}${path}?_csrf=${encodeURIComponent(csrfToken)}`, {
      method: 'POST',
      headers: { cookie, ...address, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return answer
  }
  const session = await fetch(`${site.url}/api/session`, { headers: address })
  const { csrfToken } = (await session.json()) as { csrfToken: string }
  const guest = cookiesOf(session)
  await send('/api/learn/cn/sms/signUp', csrfToken, guest, { smsType: 'learn', mobile })
  const outbox = await get<{ messages: { code: string }[] }>(site, `/api/dev/outbox?to=${mobile}`)
  const code = outbox.messages[0]?.code
  const answer = await send('/api/learn/cn/sms/login', csrfToken, guest, { smsType: 'learn', mobile, code })
  const cookie = [guest, cookiesOf(answer)].join('; ')
  const { csrfToken: own } = await get<{ csrfToken: string }>(site, '/api/session', cookie)
  await send('/api/auth/logout', own, cookie)
}

let thumbnailId: string | undefined

async function authorWrites({ site, author, topicId }: World): Promise<void> {
  thumbnailId ??= await uploadedPicture(site, author)
  const { general: empty, details } = emptyTutorial(author.id)
  const title = `Lesson ${randomBytes(4).toString('hex')}`
  const general = { ...empty, title, language: 'en', description: '<p>What is learned.</p>', thumbnailId }
  const created = '/api/learn/tutorial/0/general'
  const saved = await post<{ draft: { id: string } }>(site, author, created, general)
  const base = `/api/learn/creator/draft/${saved.draft.id}`
  const { draft } = await get<{ draft: { forms: { steps: object }; partVersions: Record<string, number> } }>(
    site,
    base,
    author.cookie,
  )
  let baseVersion = draft.partVersions.steps ?? 0
  let steps: object = draft.forms.steps
  for (let n = 1; n <= 5; n++) {
    const sections = [{ ...emptySection('normal'), title, body: `<p>${'A sentence of a lesson. '.repeat(50 * n)}</p>` }]
    steps = { ...draft.forms.steps, skillLevel: 'beginner', sections }
    const kept = await post<{ partVersions: Record<string, number> }>(site, author, `${base}/autosave`, {
      part: 'steps',
      baseVersion,
      data: steps,
    })
    baseVersion = kept.partVersions.steps ?? 0
  }
  const whole = { ...general, steps, details: { ...details, topicIds: [topicId] } }
  await post(site, author, `/api/learn/tutorial/${saved.draft.id}/publish`, whole)
  await read(site, `/tutorial/${saved.draft.id}/edit`, { cookie: author.cookie })
}

async function authorUploads({ site, author }: World): Promise<void> {
  await uploadedPicture(site, author)
}

/** Uploads a picture that nobody has yet, and answers its id. */
async function uploadedPicture(site: RunningSite, author: BenchLearner): Promise<string> {
  const form = new FormData()
  form.append('kind', 'image')
  form.append('file', new Blob([pictureOfNoise()], { type: 'image/png' }), 'noise.png')
  const answer = await fetch(`${site.url}/api/learn/attachment?_csrf=${encodeURIComponent(author.csrfToken)}`, {
    method: 'POST',
    headers: { cookie: author.cookie },
    body: form,
  })
  if (!answer.ok) throw new Error(`upload answered ${answer.status}: ${await answer.text()}`)
  const { attachmentId } = (await answer.json()) as { attachmentId: string }
  const address = `/api/learn/creator/attachment/${attachmentId}`
  const { attachment } = await get<{ attachment: { imageId: string } }>(site, address, author.cookie)
  return attachment.imageId
}

/** A PNG of 900 × 600 that nobody uploaded before: one row of noise, again and again. */
function pictureOfNoise(): Uint8Array<ArrayBuffer> {
  const [width, height] = [900, 600]
  const row = Buffer.concat([Buffer.of(0), randomBytes(3 * width)])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // 8 bits a channel, red, green and blue
  head.set([8, 2], 8)
  const part = (name: string, bytes: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), bytes])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(bytes.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return new Uint8Array(Buffer.concat([signature, part('IHDR', head), part('IDAT', pixels), part('IEND', Buffer.of())]))
}

async function editorPublishes({ site, editor }: World): Promise<void> {
  const page = '/api/learn/creator/page'
  const slug = `mixed-${randomInt(50)}`
  const made = await postAny(site, editor, page, { namespace: 'learn', slug, name: slug, locale: 'zh_CN' }, [400, 409])
  const id = (made as { id?: string }).id
  if (id) pages.set(slug, id)
  const known = pages.get(slug)
  if (!known) return
  const address = `${page}/${known}/zh_CN`
  const draft = await get<{ version: number; content: object }>(site, address, editor.cookie)
  const heading = {
    id: 'one',
    kind: 'heading',
    fields: { level: 'h1', value: `Words ${randomInt(1e9)}` },
    children: [],
  }
  const body = { baseVersion: draft.version, content: { ...draft.content, blocks: [heading] }, kind: 'save' }
  const saved = (await postAny(site, editor, `${address}/save`, body, [409])) as { version?: number }
  if (saved.version) await postAny(site, editor, `${address}/publish`, { version: saved.version }, [409])
  await read(site, `/${slug}`, { 'accept-language': 'zh-CN' }, [200, 404])
}

const pages = new Map<string, string>()

async function read(site: RunningSite, path: string, headers: Record<string, string>, expected = [200]) {
  const response = await fetch(`${site.url}${path}`, { headers, redirect: 'manual' })
  await response.arrayBuffer()
  if (!expected.includes(response.status)) throw new Error(`${path} answered ${response.status}`)
}

/** Posts what may be refused in these ways: others act at the same time. */
async function postAny(site: RunningSite, person: BenchLearner, path: string, body: unknown, refusals: number[]) {
  try {
    return await post<unknown>(site, person, path, body)
  } catch (error) {
    if (refusals.some((status) => String(error).includes(`answered ${status}`))) return {}
    throw error
  }
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ')
}

function pick(all: Act[], total: number): Act {
  let at = randomInt(total)
  for (const one of all) {
    at -= one.weight
    if (at < 0) return one
  }
  throw new Error('There is nothing to do')
}

function pickOf<T>(all: readonly T[]): T {
  const one = all[randomInt(all.length)]
  if (one === undefined) throw new Error('There is nothing to pick')
  return one
}
