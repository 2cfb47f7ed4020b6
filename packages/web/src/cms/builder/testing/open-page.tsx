import type { KeptBlock, PageContent } from '@lantern/contract/cms/blocks.ts'
import type { PageFault } from '@lantern/contract/cms/faults.ts'
import { emptyContent } from '@lantern/contract/cms/page-content.ts'
import type { PageChange, PageDraft, PageLocale } from '@lantern/contract/cms/pages.ts'
import type { Revision, Schedule } from '@lantern/contract/documents.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { itemPicker } from '#authoring/index.ts'
import { author } from '#authoring/testing/show-in-editor.tsx'
import { type FakeCall, fakeServer, show } from '#testing/show.tsx'
import { PageBuilder } from '../page-builder.tsx'

export function block(id: string, kind: string, fields: Record<string, unknown> = {}, children: KeptBlock[] = []) {
  return { id, kind, fields, children }
}

interface OpenPage {
  blocks?: KeptBlock[]
  content?: Partial<PageContent>
  /** What the thorough check finds. */
  found?: PageFault[]
  /** The page in English, to stand beside. */
  english?: PageContent
  /** Revisions, newest first, and what each changed. */
  revisions?: OldPage[]
}

export interface OldPage {
  revision: Revision
  content: PageContent
  changes: PageChange[]
}

const base = '/api/learn/creator/page/pg_1/zh_CN'

/** The builder on a server that keeps what it is sent and counts versions as the real one does. */
export function openPage({ blocks = [], content: change, found = [], english, revisions = [] }: OpenPage = {}) {
  const language = (locale: OfferedLocale, version: number): PageLocale => {
    return { locale, version, publishedVersion: null, savedAt: '2026-03-01T03:46:00.000Z', savedBy: null, schedule: [] }
  }
  const content: PageContent = { ...emptyContent('春季活动'), blocks, ...change }
  const start: PageDraft = {
    page: {
      id: 'pg_1',
      namespace: 'learn',
      slug: 'spring',
      name: '春季',
      isOwn: false,
      locales: [language('zh_CN', 3), ...(english ? [language('en_US', 1)] : [])],
    },
    locale: 'zh_CN',
    version: 3,
    publishedVersion: null,
    savedAt: '2026-03-01T03:46:00.000Z',
    savedBy: null,
    content,
    faults: [],
  }
  const server = {
    draft: start,
    found,
    away: false,
    /** The right to edit has ended. */
    forbidden: false,
    /** Holds answers back while it is set. */
    gate: null as Promise<void> | null,
    schedule: [] as Schedule[],
    links: 0,
  }
  const write = (next: PageContent, name = '林知远') => {
    const savedBy = { id: 'u_other', fullName: name, avatar: null }
    server.draft = {
      ...server.draft,
      content: next,
      version: server.draft.version + 1,
      savedAt: '2026-03-01T04:03:00.000Z',
      savedBy,
    }
  }
  const conflict = () => Response.json({ code: 'draft_conflict', message: '有人先保存了。' }, { status: 409 })
  const answers: Record<string, (sent: FakeCall) => object> = {
    [`${base}/save`]({ body }) {
      if (body.baseVersion !== server.draft.version) return conflict()
      write(body.content as PageContent)
      const { version, savedAt, savedBy } = server.draft
      return { version, savedAt, savedBy, faults: [] }
    },
    [base]: () => server.draft,
    '/api/learn/creator/page/pg_1/en_US': () => ({ ...server.draft, locale: 'en_US', content: english }),
    '/api/learn/creator/page/prepare': () => {
      return {
        content: { contentDetails: [], extendedProperties: [], packages: [], filters: [], sortings: [] },
        // everything but what only a check looks at, as whether links lead anywhere
        faults: server.found.filter(({ kind }) => kind !== 'dead_link'),
      }
    },
    [`${base}/check`]: () => ({ faults: server.found }),
    [`${base}/publish`]({ body }) {
      if (body.version !== server.draft.version) return conflict()
      server.draft = { ...server.draft, publishedVersion: server.draft.version }
      return server.draft
    },
    [`${base}/unpublish`]() {
      server.draft = { ...server.draft, publishedVersion: null }
      return server.draft
    },
    [`${base}/schedule`]({ body }) {
      const { action, at, timeZone, version = null } = body as { at: string; timeZone: string } & Schedule
      const id = `sd_${server.schedule.length}`
      server.schedule.push({ id, action, version, at: `${at}:00.000Z`, timeZone, by: null, failure: null })
      return { schedule: server.schedule }
    },
    [`${base}/schedule/cancel`]({ body }) {
      server.schedule = server.schedule.filter(({ id }) => id !== body.scheduleId)
      return { schedule: server.schedule }
    },
    [`${base}/revisions`]({ query }) {
      const [page, pageSize] = [Number(query.get('page')), Number(query.get('pageSize'))]
      const results = revisions.map(({ revision }) => revision).slice(page * pageSize, (page + 1) * pageSize)
      return { results, page, pageSize, total: revisions.length }
    },
    ...Object.fromEntries(revisions.map((old) => [`${base}/revisions/${old.revision.version}`, () => old] as const)),
    [`${base}/restore`]({ body }) {
      const old = revisions.find(({ revision }) => revision.version === body.version)
      if (old) write(old.content)
      return server.draft
    },
    [`${base}/preview-link`]({ body }) {
      server.links++
      const expiresAt = new Date(Date.UTC(2026, 2, 1, 4) + Number(body.hours) * 3_600_000).toISOString()
      return { url: `/spring?preview=true&token=link${server.links}`, expiresAt }
    },
    [`${base}/preview-link/revoke`]() {
      const revoked = server.links
      server.links = 0
      return { revoked }
    },
  }
  const guarded = Object.entries(answers).map(([path, answer]) => [
    path,
    (sent: FakeCall) => {
      if (server.away) throw new TypeError('network')
      if (server.forbidden) return Response.json({ code: 'forbidden', message: '你没有权限。' }, { status: 403 })
      return server.gate ? server.gate.then(() => answer(sent)) : answer(sent)
    },
  ])
  const calls = fakeServer(Object.fromEntries(guarded))
  const page = show(
    <PageBuilder draft={start} items={itemPicker} />,
    { ...author, groups: ['learn_admin'] },
    { at: '/creator/pages/pg_1' },
  )
  return {
    ...page,
    server,
    write,
    /** Requests to an address of this page. */
    sent: (what: string) => calls.filter(({ path }) => path === `${base}/${what}`).map(({ body }) => body),
  }
}
