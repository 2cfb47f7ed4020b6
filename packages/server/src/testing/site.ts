import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changesState, type Endpoint, type InputOf, type ResponseOf } from '@lantern/contract/endpoint.ts'
import type { ErrorBody } from '@lantern/contract/errors.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { Locale } from '@lantern/contract/locales.ts'
import type { Group, MemberRole } from '@lantern/contract/roles.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { DestinationStream } from 'pino'
import { openSession, sessionCookie } from '#identity/index.ts'
import { parseConfig } from '#kit/config.ts'
import { type OpenServices, openServices } from '#kit/open-services.ts'
import type { App } from '#kit/route.ts'
import type { Db } from '#kit/sql.ts'
import { afterUse } from '#testing/after-use.ts'
import { buildApp, subscribeAll } from '../app.ts'
import { buildOrganisation } from './builders.ts'
import { cloneDatabase } from './database.ts'
import { noteStatement } from './statements.ts'

/** The answer to a call: `result` is the body as the contract types it, or the error body when status is not 200. */
export interface Answer<E extends Endpoint> {
  status: number
  result: ResponseOf<E> & Partial<ErrorBody>
  headers: LightMyRequestResponse['headers']
}

export interface Person {
  /** Empty for a guest. */
  id: string
  cookies: Record<string, string>
  call<E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<Answer<E>>
  /** A raw request with this person's cookies. */
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
}

export interface UserOptions {
  name?: string
  phone?: string
  groups?: Group[]
  /** A role in the organisation that tests share. */
  member?: MemberRole
  premium?: boolean
  isRealName?: boolean
  locale?: Locale
}

export interface TestClock {
  now(): Date
  set(iso: string): void
  advance(by: { seconds?: number; minutes?: number; hours?: number; days?: number }): void
}

export interface TestSite {
  app: App
  services: OpenServices
  db: Db
  /** Where its database is. */
  url: string
  dataDir: string
  clock: TestClock
  learner(options?: UserOptions): Promise<Person>
  user(options?: UserOptions): Promise<Person>
  guest(): Person
  /** The same person on another device. */
  signedInAgain(person: Person, deviceType: 'desktop' | 'mobile'): Promise<Person>
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
  /** Works off every job and waits until listeners have heard every event. */
  settle(): Promise<void>
  /** How many statements the work sends to the database. */
  countQueries(work: () => Promise<unknown>): Promise<number>
}

/**
 * A whole site for one test file: its own database, its own clock, no pages, no open port. Closes itself. `beside`
 * makes another process of a site that is there already: the same database, files and time, and nothing else in common.
 * `pooler` is put between it and its database; `database` is one that the test made and takes away.
 */
export async function testSite(
  env: Record<string, string> = {},
  options: {
    logTo?: DestinationStream
    beside?: TestSite
    pooler?: (databaseUrl: string) => Promise<string>
    database?: { url: string }
  } = {},
): Promise<TestSite> {
  const { beside, pooler, ...openOptions } = options
  const given = beside ?? options.database
  const database = given ? { url: given.url, drop: () => Promise.resolve() } : await cloneDatabase()
  const throughPooler = pooler && { DATABASE_URL: database.url, DATABASE_POOLER_URL: await pooler(database.url) }
  const dataDir = beside?.dataDir ?? mkdtempSync(join(tmpdir(), 'lantern-site-'))
  const clock = beside?.clock ?? createTestClock()
  const counter = { queries: 0 }
  const services = await openServices(
    // no worker: what it does by the clock would get among the counted queries
    parseConfig({
      DATA_DIR: dataDir,
      ROLES: 'web',
      LOG_LEVEL: 'silent',
      DATABASE_POOL: '8',
      CAPTCHA: 'off',
      ...throughPooler,
      ...env,
    }),
    database.url,
    {
      define: subscribeAll,
      clock,
      onQuery(text) {
        counter.queries++
        noteStatement(text)
      },
      ...openOptions,
    },
  )
  const app = await buildApp(services)
  await app.ready()

  afterUse(async () => {
    await app.close()
    await services.close()
    await database.drop()
    if (!beside) rmSync(dataDir, { recursive: true, force: true })
  })

  async function user(options: UserOptions = {}): Promise<Person> {
    const id = newId('user')
    const now = clock.now()
    await services.db
      .insertInto('users')
      .values({
        id,
        name: options.name ?? 'Ada',
        slug: id,
        phone: options.phone ?? freshPhone(),
        groups: options.groups ?? [],
        premium_until: options.premium ? new Date(now.getTime() + 365 * 86_400_000) : null,
        is_real_name: options.isRealName ?? false,
        locale: options.locale ?? null,
        created_at: now,
      })
      .execute()
    if (options.member) {
      const organisationId = await buildOrganisation(services.db)
      await services.db
        .insertInto('memberships')
        .values({ organisation_id: organisationId, user_id: id, role: options.member, began_at: now })
        .execute()
    }
    return enter(id, 'desktop')
  }

  async function enter(id: string, deviceType: 'desktop' | 'mobile'): Promise<Person> {
    const token = await openSession(services, services.db, {
      userId: id,
      deviceType,
      userAgent: 'test',
      ip: '127.0.0.1',
      now: clock.now(),
    })
    return personOf(app, id, { [sessionCookie(services)]: token })
  }

  return {
    app,
    services,
    db: services.db,
    url: database.url,
    dataDir,
    clock,
    learner: user,
    user,
    guest: () => personOf(app, '', {}),
    signedInAgain: ({ id }, deviceType) => enter(id, deviceType),
    inject: (options) => app.inject(options),
    async settle() {
      do await services.jobs.drain()
      while (await services.stream.drain())
      await services.events.caughtUp()
    },
    async countQueries(work) {
      const before = counter.queries
      await work()
      return counter.queries - before
    },
  }
}

function personOf(app: App, id: string, cookies: Record<string, string>): Person {
  let csrfToken: string | undefined
  const inject = async (options: InjectOptions) => {
    const response = await app.inject({ ...options, cookies: { ...cookies, ...options.cookies } })
    for (const { name, value } of response.cookies) cookies[name] = value
    return response
  }
  return {
    id,
    cookies,
    inject,
    async call(endpoint, input) {
      const { params, query, body } = (input ?? {}) as { params?: object; query?: object; body?: object }
      let path = endpoint.path
      for (const [name, value] of Object.entries(params ?? {})) {
        path = path.replace(`:${name}`, encodeURIComponent(String(value)))
      }
      const search = new URLSearchParams()
      for (const [name, value] of Object.entries(query ?? {})) {
        for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
      }
      const send = async (isFresh: boolean) => {
        if (changesState(endpoint)) {
          if (isFresh) csrfToken = undefined
          csrfToken ??= (await inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>().csrfToken
          search.set(wireNames.csrf, csrfToken)
        }
        return inject({
          method: endpoint.method,
          url: `${path}${search.size > 0 ? `?${search}` : ''}`,
          ...(body !== undefined && { payload: body }),
        })
      }
      let response = await send(false)
      // as pages do: the token is of one session, and this person may have signed in or out since
      if (response.statusCode === 403 && response.json<ErrorBody>().code === 'csrf_invalid') response = await send(true)
      return { status: response.statusCode, result: response.json(), headers: response.headers }
    },
  }
}

function createTestClock(): TestClock {
  let now = Date.parse('2026-03-02T02:00:00Z')
  return {
    now: () => new Date(now),
    set: (iso) => {
      now = Date.parse(iso)
    },
    advance: ({ seconds = 0, minutes = 0, hours = 0, days = 0 }) => {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  }
}

let phones = 0

/** Phones of test people never meet: the process and a counter are part of the number. */
function freshPhone(): string {
  return `139${String(process.pid % 10_000).padStart(4, '0')}${String(++phones).padStart(4, '0')}`
}
