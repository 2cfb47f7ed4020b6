import { join, resolve } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const siteRoot = resolve(import.meta.dirname, '../../../..')

/** `text|url` separated by commas; an entry without a url is shown without a link. */
const defaultFilingRecords =
  '备案号00000000号|https://beian.example.com/,公网安备00000000000号|https://police.example.com/,增值电信业务许可证00000000号|https://licence.example.com/,出版物经营许可证00000000号'

/** Everything the environment may set. Unset means the default written here. */
const environment = Type.Object({
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65_535 }),
  HOST: Type.String({ default: '127.0.0.1', minLength: 1 }),
  DATA_DIR: Type.String({ default: join(siteRoot, '.data'), minLength: 1 }),
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  DATABASE_POOL: Type.Integer({ default: 10, minimum: 1, maximum: 200 }),
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://' })),
  S3_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://' })),
  S3_BUCKET: Type.Optional(Type.String({ minLength: 1 })),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_ACCESS_KEY_ID: Type.Optional(Type.String({ minLength: 1 })),
  S3_SECRET_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  PUBLIC_URL: Type.Optional(Type.String({ pattern: '^https?://[^/]+$' })),
  LANTERN_MODE: Type.Enum(['demo', 'production'], { default: 'demo' }),
  EDITION: Type.Enum(['cn', 'global'], { default: 'cn' }),
  ROLES: Type.String({ default: 'web,worker', pattern: '^(web|worker)(,(web|worker))?$' }),
  SITE_NAME: Type.String({ default: '引擎课堂', minLength: 1, maxLength: 40 }),
  SEARCH_PAGE_SIZE: Type.Integer({ default: 8, minimum: 1, maximum: 100 }),
  LEARNING_HOSTS: Type.String({ default: '' }),
  HEADERLESS_SEARCH_PATHS: Type.String({ default: '/search,/discount,/free,/new,/advance' }),
  DASHBOARD_URL: Type.String({ default: 'https://dashboard.example.com/', pattern: '^https?://' }),
  ASSET_STORE_URL: Type.String({ default: 'https://assets.example.com/', pattern: '^https?://' }),
  ANSWERS_URL: Type.String({ default: 'https://answers.example.com/', pattern: '^https?://' }),
  FORUM_URL: Type.String({ default: 'https://forum.example.com/', pattern: '^https?://' }),
  APP_DOWNLOAD_URL: Type.String({ default: '/app', minLength: 1 }),
  POPUP_LOGIN: Type.Boolean({ default: true }),
  FILING_RECORDS: Type.String({ default: defaultFilingRecords }),
  SMS_SENDER: Type.Enum(['outbox'], { default: 'outbox' }),
  ALLOW_DEMO_ADAPTERS: Type.String({ default: '' }),
  METRICS_TOKEN: Type.Optional(Type.String({ minLength: 16 })),
  TRUST_PROXY: Type.Boolean({ default: false }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], { default: 'info' }),
})

export interface Config {
  port: number
  host: string
  /** Absolute folder for the embedded database, pictures and uploads. */
  dataDir: string
  /** Absent: the site runs its own PostgreSQL under dataDir. */
  databaseUrl: string | undefined
  databasePool: number
  redisUrl: string | undefined
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined
  /** Origin under which visitors reach the site, without a trailing slash. */
  publicUrl: string
  /** False: the address above is a guess, and the one in the visitor's request is better. */
  isPublicUrlGiven: boolean
  mode: 'demo' | 'production'
  edition: 'cn' | 'global'
  roles: ReadonlySet<'web' | 'worker'>
  siteName: string
  searchPageSize: number
  /** Hosts that count as the product's own learning host, for link targets. */
  learningHosts: string[]
  /** Paths on which the header shows no search box. */
  headerlessSearchPaths: string[]
  links: { dashboard: string; assetStore: string; answers: string; forum: string; appDownload: string }
  /** On desktop, signing in opens a dialog instead of leaving the page. */
  popupLogin: boolean
  /** Shown in the footer; the last usually has no link. */
  filingRecords: { text: string; url: string | null }[]
  smsSender: 'outbox'
  metricsToken: string | undefined
  trustProxy: boolean
  logLevel: Static<typeof environment>['LOG_LEVEL']
  /** Folder of the checkout: content, built pages, migrations. */
  siteRoot: string
}

/** The environment does not fit. The message names every fault, one a line, each with the setting's name. */
export class ConfigError extends Error {}

/** What a person at the terminal needs to know; with LOG_LEVEL=debug also where it happened. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return `These settings do not fit:\n${error.message.replace(/^/gm, '  ')}`
  if (!(error instanceof Error)) return String(error)
  return process.env.LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message
}

/** Parses the environment once, at the start of the process. Throws ConfigError naming every fault at once. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(environment.properties)
      .map((name) => [name, env[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const value = Value.Default(environment, Value.Convert(environment, given))
  const faults = Value.Errors(environment, value).map(
    (fault) =>
      `${fault.instancePath.slice(1) || 'environment'}: ${fault.message} (is ${quoted(env, fault.instancePath)})`,
  )
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  const parsed = value as Static<typeof environment>

  const config: Config = {
    port: parsed.PORT,
    host: parsed.HOST,
    dataDir: resolve(parsed.DATA_DIR),
    databaseUrl: parsed.DATABASE_URL,
    databasePool: parsed.DATABASE_POOL,
    redisUrl: parsed.REDIS_URL,
    s3: undefined,
    publicUrl: parsed.PUBLIC_URL ?? `http://${parsed.HOST === '0.0.0.0' ? '127.0.0.1' : parsed.HOST}:${parsed.PORT}`,
    isPublicUrlGiven: parsed.PUBLIC_URL !== undefined,
    mode: parsed.LANTERN_MODE,
    edition: parsed.EDITION,
    roles: new Set(parsed.ROLES.split(',') as ('web' | 'worker')[]),
    siteName: parsed.SITE_NAME,
    searchPageSize: parsed.SEARCH_PAGE_SIZE,
    learningHosts: list(parsed.LEARNING_HOSTS),
    headerlessSearchPaths: list(parsed.HEADERLESS_SEARCH_PATHS),
    links: {
      dashboard: parsed.DASHBOARD_URL,
      assetStore: parsed.ASSET_STORE_URL,
      answers: parsed.ANSWERS_URL,
      forum: parsed.FORUM_URL,
      appDownload: parsed.APP_DOWNLOAD_URL,
    },
    popupLogin: parsed.POPUP_LOGIN,
    filingRecords: list(parsed.FILING_RECORDS).map((entry) => {
      const [text = '', url] = entry.split('|')
      return { text, url: url && /^https?:\/\//.test(url) ? url : null }
    }),
    smsSender: parsed.SMS_SENDER,
    metricsToken: parsed.METRICS_TOKEN,
    trustProxy: parsed.TRUST_PROXY,
    logLevel: parsed.LOG_LEVEL,
    siteRoot,
  }
  if (parsed.S3_ENDPOINT || parsed.S3_BUCKET) {
    const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = parsed
    if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
      throw new ConfigError('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together')
    }
    config.s3 = {
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      region: parsed.S3_REGION,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    }
  }
  refuseDemoInProduction(config, list(parsed.ALLOW_DEMO_ADAPTERS))
  return config
}

/** A production site must not hand out sign-in codes by accident: each demo adapter has to be allowed by its name. */
function refuseDemoInProduction(config: Config, allowed: string[]): void {
  if (config.mode === 'production' && config.smsSender === 'outbox' && !allowed.includes('sms')) {
    throw new ConfigError(
      'SMS_SENDER: the outbox is a demo adapter and nobody would receive a code. ' +
        'Set a real sender, or ALLOW_DEMO_ADAPTERS=sms if that is what you want.',
    )
  }
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function quoted(env: Record<string, string | undefined>, path: string): string {
  const name = path.slice(1).split('/')[0] ?? ''
  return /SECRET|TOKEN|URL/.test(name) ? 'set' : JSON.stringify(env[name])
}
