import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type PaymentSettings, paymentEnvironment, paymentSettingsOf } from './payment-settings.ts'
import { type TrustsProxy, trustedProxies } from './trusted-proxies.ts'

const siteRoot = resolve(import.meta.dirname, '../../../..')

/** `text|url` separated by commas; an entry without a url is shown without a link. */
const defaultFilingRecords =
  '备案号00000000号|https://beian.example.com/,公网安备00000000000号|https://police.example.com/,增值电信业务许可证00000000号|https://licence.example.com/,出版物经营许可证00000000号'

/** Push services of Chrome and Edge, Firefox, Safari and Windows. */
const defaultPushHosts = 'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com'

/** Secrets cross this connection: without TLS it must not leave the machine. */
const secureOrLocal = '^(https://|http://(127\\.0\\.0\\.1|localhost|\\[::1\\])(:\\d+)?(/|$))'

/** Everything the environment may set. Unset means the default written here. */
const environment = Type.Object({
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65_535 }),
  HOST: Type.String({ default: '127.0.0.1', minLength: 1 }),
  DATA_DIR: Type.String({ default: join(siteRoot, '.data'), minLength: 1 }),
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  DATABASE_POOLER_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  DATABASE_POOL: Type.Integer({ default: 10, minimum: 1, maximum: 200 }),
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://' })),
  S3_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://' })),
  S3_BUCKET: Type.Optional(Type.String({ minLength: 1 })),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_ACCESS_KEY_ID: Type.Optional(Type.String({ minLength: 1 })),
  S3_SECRET_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  CDN: Type.Optional(Type.Enum(['fastly', 'varnish'])),
  CDN_PURGE_URL: Type.Optional(Type.String({ pattern: secureOrLocal })),
  CDN_PURGE_TOKEN: Type.Optional(Type.String({ minLength: 16 })),
  PUBLIC_URL: Type.Optional(Type.String({ pattern: '^https?://[^/]+$' })),
  USER_CONTENT_URL: Type.Optional(Type.String({ pattern: '^https?://[^/]+$' })),
  MEDIA_QUOTA_GB: Type.Number({ default: 20, minimum: 0 }),
  LEARNER_QUOTA_GB: Type.Number({ default: 2, minimum: 0 }),
  LANTERN_MODE: Type.Enum(['demo', 'production'], { default: 'demo' }),
  EDITION: Type.Enum(['cn', 'global'], { default: 'cn' }),
  ROLES: Type.String({ default: 'web,worker', pattern: '^(web|worker)(,(web|worker))?$' }),
  SITE_NAME: Type.String({ default: '引擎课堂', minLength: 1, maxLength: 40 }),
  SEARCH_PAGE_SIZE: Type.Integer({ default: 8, minimum: 1, maximum: 100 }),
  LEARNING_HOSTS: Type.String({ default: '' }),
  HOME_SLUGS: Type.String({ default: 'cn-home-top,cn-home-bottom', pattern: '^[\\w-]{1,80},[\\w-]{1,80}$' }),
  HEADERLESS_SEARCH_PATHS: Type.String({ default: '/search,/discount,/free,/new,/advance' }),
  DASHBOARD_URL: Type.String({ default: 'https://dashboard.example.com/', pattern: '^https?://' }),
  ASSET_STORE_URL: Type.String({ default: 'https://assets.example.com/', pattern: '^https?://' }),
  ANSWERS_URL: Type.String({ default: 'https://answers.example.com/', pattern: '^https?://' }),
  FORUM_URL: Type.String({ default: 'https://forum.example.com/', pattern: '^https?://' }),
  APP_DOWNLOAD_URL: Type.String({ default: '/app', minLength: 1 }),
  PREMIUM_URL: Type.String({ default: '/premium', pattern: '^(/|https?://)' }),
  POPUP_LOGIN: Type.Boolean({ default: true }),
  FILING_RECORDS: Type.String({ default: defaultFilingRecords }),
  OIDC_ISSUER: Type.Optional(Type.String({ pattern: secureOrLocal })),
  OIDC_CLIENT_ID: Type.Optional(Type.String({ minLength: 1 })),
  OIDC_CLIENT_SECRET: Type.Optional(Type.String({ minLength: 1 })),
  WEIXIN_APP_ID: Type.Optional(Type.String({ minLength: 1 })),
  WEIXIN_APP_SECRET: Type.Optional(Type.String({ minLength: 1 })),
  WEIXIN_OPEN_URL: Type.String({ default: 'https://open.weixin.qq.com', pattern: secureOrLocal }),
  WEIXIN_API_URL: Type.String({ default: 'https://api.weixin.qq.com', pattern: secureOrLocal }),
  WEIXIN_SHARE_APP_ID: Type.Optional(Type.String({ minLength: 1 })),
  WEIXIN_SHARE_APP_SECRET: Type.Optional(Type.String({ minLength: 1 })),
  PROVIDER_TIMEOUT: Type.Integer({ default: 8, minimum: 1, maximum: 25 }),
  TWO_FACTOR: Type.Enum(['off', 'notified', 'required'], { default: 'notified' }),
  TWO_FACTOR_HOURS: Type.Integer({ default: 12, minimum: 1, maximum: 720 }),
  SMS_SENDER: Type.Enum(['outbox', 'tencent'], { default: 'outbox' }),
  REAL_NAME_PROVIDER: Type.Enum(['demo', 'tencent'], { default: 'demo' }),
  TENCENT_SECRET_ID: Type.Optional(Type.String({ minLength: 1 })),
  TENCENT_SECRET_KEY: Type.Optional(Type.String({ minLength: 1 })),
  TENCENT_REGION: Type.String({ default: 'ap-guangzhou', minLength: 1 }),
  TENCENT_GATEWAY: Type.Optional(Type.String({ pattern: '^http://[^/]+$' })),
  TENCENT_SMS_APP_ID: Type.Optional(Type.String({ minLength: 1 })),
  TENCENT_SMS_SIGN_NAME: Type.Optional(Type.String({ minLength: 1 })),
  TENCENT_SMS_TEMPLATE_ID: Type.Optional(Type.String({ minLength: 1 })),
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://' })),
  MAIL_FROM: Type.Optional(Type.String({ pattern: '^[^\\r\\n]*@[^\\s@]+$' })),
  PUSH_HOSTS: Type.String({ default: defaultPushHosts }),
  CONNECTION_NETWORKS: Type.String({ default: '' }),
  PROFILE_UPDATE_HOURS: Type.Number({ default: 24, minimum: 0, maximum: 8760 }),
  BLOCKED_WORDS_FILE: Type.String({ default: join(siteRoot, 'content/blocked-words.txt'), minLength: 1 }),
  PICTURE_REVIEW: Type.Optional(Type.Enum(['demo', 'person'])),
  DATA_KEY: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' })),
  ALLOW_DEMO_ADAPTERS: Type.String({ default: '' }),
  METRICS_TOKEN: Type.Optional(Type.String({ minLength: 16 })),
  TRUST_PROXY: Type.String({ default: 'false', minLength: 1 }),
  GATEWAY_SOCKETS_PER_ADDRESS: Type.Integer({ default: 2000, minimum: 1 }),
  CAPTCHA: Type.Enum(['auto', 'always', 'off'], { default: 'auto' }),
  CAPTCHA_AFTER: Type.Integer({ default: 20, minimum: 1 }),
  COUNTRY_HEADER: Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]*$' })),
  COUNTRY_DATABASE: Type.Optional(Type.String({ minLength: 1 })),
  FFMPEG_PATH: Type.String({ default: 'ffmpeg', minLength: 1 }),
  FFPROBE_PATH: Type.String({ default: 'ffprobe', minLength: 1 }),
  VIDEO_PRESET: Type.Enum(['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium', 'slow'], {
    default: 'veryfast',
  }),
  LAB_PROVIDER: Type.Optional(Type.Enum(['demo', 'link'])),
  WATERMARK: Type.Enum(['paid', 'off'], { default: 'paid' }),
  ORDER_MINUTES: Type.Integer({ default: 30, minimum: 5, maximum: 1440 }),
  REFUND_BY_RULE_HOURS: Type.Integer({ default: 0, minimum: 0, maximum: 168 }),
  RECEIPT_PROVIDER: Type.Optional(Type.Union([Type.Literal('sandbox'), Type.Literal('none')])),
  AUTHOR_SHARE: Type.Integer({ default: 70, minimum: 0, maximum: 100 }),
  PAYMENT_STORE_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  ...paymentEnvironment,
  MIGRATE_AT_START: Type.Boolean({ default: true }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], { default: 'info' }),
})

export interface Config {
  port: number
  host: string
  /** Absolute folder for the embedded database, pictures and uploads. */
  dataDir: string
  /** Absent: the site runs its own PostgreSQL under dataDir. */
  databaseUrl: string | undefined
  /** A pooler in front of it that hands out connections by transaction; what cannot go through it goes past it. */
  databasePoolerUrl: string | undefined
  databasePool: number
  redisUrl: string | undefined
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined
  /** What keeps guests' pages in front of the site, and how it is told to drop some. */
  cdn: { kind: 'fastly' | 'varnish'; purgeUrl: string; token: string } | undefined
  /** Origin under which visitors reach the site, without a trailing slash. */
  publicUrl: string
  /** False: the address above is a guess, and the one in the visitor's request is better. */
  isPublicUrlGiven: boolean
  /** Origin of its own for pages that people upload, without a trailing slash. Absent: there are none. */
  userContentUrl: string | undefined
  /** Its host without the port, since every request is compared with it. */
  userContentHost: string | undefined
  /** How much one creator may keep here. */
  mediaQuotaBytes: number
  /** How much a person who is no author may keep of what they hand in. */
  learnerQuotaBytes: number
  mode: 'demo' | 'production'
  edition: 'cn' | 'global'
  roles: ReadonlySet<'web' | 'worker'>
  siteName: string
  searchPageSize: number
  /** Hosts that count as the product's own learning host, for link targets. */
  learningHosts: string[]
  /** The pages of editors that stand above and below what the home page shows of the catalogue. */
  homeSlugs: { top: string; bottom: string }
  /** Paths on which the header shows no search box. */
  headerlessSearchPaths: string[]
  links: { dashboard: string; assetStore: string; answers: string; forum: string; appDownload: string; premium: string }
  /** On desktop, signing in opens a dialog instead of leaving the page. */
  popupLogin: boolean
  /** Shown in the footer; the last usually has no link. */
  filingRecords: { text: string; url: string | null }[]
  /** The developer identity provider. `demo`: the one this site plays itself. */
  identityProvider: { issuer: string; clientId: string; clientSecret: string } | 'demo' | undefined
  chatApp: { appId: string; appSecret: string; openUrl: string; apiUrl: string } | 'demo' | undefined
  /** The official account in whose name pages set up their sharing in WeChat; another app than the one for sign-in. */
  weixinShare: { appId: string; appSecret: string; apiUrl: string } | undefined
  /** How long another site by which people sign in or share may take to answer. */
  providerTimeoutSeconds: number
  /** Whether acts that need it ask for a second factor, and for how long a proved one counts. */
  twoFactor: 'off' | 'notified' | 'required'
  twoFactorHours: number
  smsSender: 'outbox' | 'tencent'
  realNameProvider: 'demo' | 'tencent'
  /** The cloud that sends messages and checks names; absent where nothing of it is used. */
  tencent: TencentSettings | undefined
  /** Seals what must not be readable in the database; absent: the site makes a key for itself under dataDir. */
  dataKey: string | undefined
  /** Absent: mail goes to the demo's outbox. */
  smtpUrl: string | undefined
  /** The sender of mail, `Name <address>` or an address. */
  mailFrom: string
  /** Hosts that notifications of browsers may be posted to; `*.` stands for all below one. */
  pushHosts: string[]
  /** Closed networks that an organisation's connections may lead into all the same, as 10.1.0.0/16. */
  connectionNetworks: string[]
  /** How long after a change of the profile the next one is taken. */
  profileUpdateHours: number
  blockedWordsFile: string
  /** The review of new profile pictures: a rule that plays every outcome, or a person. */
  pictureReview: 'demo' | 'person'
  metricsToken: string | undefined
  /** Proxies whose `X-Forwarded-*` headers count; absent: none. */
  trustProxy: TrustsProxy | undefined
  /** How many realtime connections one address may hold: a school has many people behind one. */
  gatewaySocketsPerAddress: number
  /** When a proof of work is asked for: `auto` when an address or a phone has tried often. */
  captcha: 'auto' | 'always' | 'off'
  /** With `auto`: after how many codes sent to one address within an hour. */
  captchaAfter: number
  /** Where the proxy in front says from which country a visitor comes; believed only with trustProxy. */
  countryHeader: string | undefined
  /** The operator's own database of addresses and countries, in the MMDB format. */
  countryDatabase: string | undefined
  /** The programs that make videos, and how much time they take for how good a picture. */
  video: { ffmpeg: string; ffprobe: string; preset: string }
  /** Where streaming labs run: in the demo's own page, or wherever the author's address leads. */
  labProvider: 'demo' | 'link'
  /** Whether what is paid for is shown with the name of the person who reads it. */
  watermark: 'paid' | 'off'
  /** How long an order's prices hold, the author's share in per cent, and the outside store where there is one. */
  shop: {
    orderMinutes: number
    /** For how many hours after payment the site itself approves a refund; 0: people decide on each. */
    refundByRuleHours: number
    authorShare: number
    storeUrl: string | undefined
    /** What makes out receipts; `none`: nobody can ask for one. */
    receiptProvider: 'sandbox' | 'none'
  }
  /** By which gateways people pay. */
  payments: PaymentSettings
  /** False: a database that is behind stops the start, until `lantern migrate` brings it up to date. */
  migratesAtStart: boolean
  logLevel: Static<typeof environment>['LOG_LEVEL']
  /** Folder of the checkout: content, built pages, migrations. */
  siteRoot: string
}

export interface TencentSettings {
  secretId: string
  secretKey: string
  region: string
  /** What is in front of the cloud in a network without a way out; takes the requests as they are signed. */
  gateway: string | undefined
  sms: { appId: string; signName: string; templateId: string } | undefined
}

/** The names of all settings; docs/settings.md describes each. */
export const settingNames = Object.keys(environment.properties)

/** The environment does not fit. The message names every fault, one a line, each with the setting's name. */
export class ConfigError extends Error {}

/** What a person at the terminal needs to know; with LOG_LEVEL=debug also where it happened. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return `These settings do not fit:\n${error.message.replace(/^/gm, '  ')}`
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `PORT: ${error.message}. Each process of a site needs one of its own, a worker for its health and figures.`
  }
  return process.env.LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message
}

/** Parses the environment once, at the start of the process. Throws ConfigError naming every fault at once. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    settingNames.map((name) => [name, env[name]] as const).filter(([, value]) => value !== undefined && value !== ''),
  )
  const value = Value.Default(environment, Value.Convert(environment, given))
  const faults = Value.Errors(environment, value).map(
    (fault) =>
      `${fault.instancePath.slice(1) || 'environment'}: ${fault.message} (is ${quoted(env, fault.instancePath)})`,
  )
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  const parsed = value as Static<typeof environment>

  const userContentUrl = userContentUrlOf(parsed)
  const [homeTop = '', homeBottom = ''] = list(parsed.HOME_SLUGS)
  const config: Config = {
    port: parsed.PORT,
    host: parsed.HOST,
    dataDir: resolve(parsed.DATA_DIR),
    databaseUrl: parsed.DATABASE_URL,
    databasePoolerUrl: parsed.DATABASE_POOLER_URL,
    databasePool: parsed.DATABASE_POOL,
    redisUrl: parsed.REDIS_URL,
    s3: undefined,
    cdn: cdnOf(parsed),
    publicUrl: parsed.PUBLIC_URL ?? `http://${parsed.HOST === '0.0.0.0' ? '127.0.0.1' : parsed.HOST}:${parsed.PORT}`,
    isPublicUrlGiven: parsed.PUBLIC_URL !== undefined,
    userContentUrl,
    userContentHost: userContentUrl === undefined ? undefined : new URL(userContentUrl).hostname,
    mediaQuotaBytes: Math.round(parsed.MEDIA_QUOTA_GB * 1024 ** 3),
    learnerQuotaBytes: Math.round(parsed.LEARNER_QUOTA_GB * 1024 ** 3),
    mode: parsed.LANTERN_MODE,
    edition: parsed.EDITION,
    roles: new Set(parsed.ROLES.split(',') as ('web' | 'worker')[]),
    siteName: parsed.SITE_NAME,
    searchPageSize: parsed.SEARCH_PAGE_SIZE,
    learningHosts: list(parsed.LEARNING_HOSTS),
    homeSlugs: { top: homeTop, bottom: homeBottom },
    headerlessSearchPaths: list(parsed.HEADERLESS_SEARCH_PATHS),
    links: {
      dashboard: parsed.DASHBOARD_URL,
      assetStore: parsed.ASSET_STORE_URL,
      answers: parsed.ANSWERS_URL,
      forum: parsed.FORUM_URL,
      appDownload: parsed.APP_DOWNLOAD_URL,
      premium: parsed.PREMIUM_URL,
    },
    popupLogin: parsed.POPUP_LOGIN,
    filingRecords: list(parsed.FILING_RECORDS).map((entry) => {
      const [text = '', url] = entry.split('|')
      return { text, url: url && /^https?:\/\//.test(url) ? url : null }
    }),
    identityProvider: identityProviderOf(parsed),
    chatApp: chatAppOf(parsed),
    weixinShare: weixinShareOf(parsed),
    providerTimeoutSeconds: parsed.PROVIDER_TIMEOUT,
    twoFactor: parsed.TWO_FACTOR,
    twoFactorHours: parsed.TWO_FACTOR_HOURS,
    smsSender: parsed.SMS_SENDER,
    realNameProvider: parsed.REAL_NAME_PROVIDER,
    tencent: tencentSettings(parsed),
    dataKey: parsed.DATA_KEY,
    smtpUrl: parsed.SMTP_URL,
    mailFrom: parsed.MAIL_FROM ?? `${parsed.SITE_NAME} <no-reply@localhost>`,
    pushHosts: list(parsed.PUSH_HOSTS),
    connectionNetworks: networks(parsed.CONNECTION_NETWORKS),
    profileUpdateHours: parsed.PROFILE_UPDATE_HOURS,
    blockedWordsFile: resolve(parsed.BLOCKED_WORDS_FILE),
    pictureReview: parsed.PICTURE_REVIEW ?? (parsed.LANTERN_MODE === 'demo' ? 'demo' : 'person'),
    metricsToken: parsed.METRICS_TOKEN,
    trustProxy: proxiesOf(parsed),
    gatewaySocketsPerAddress: parsed.GATEWAY_SOCKETS_PER_ADDRESS,
    captcha: parsed.CAPTCHA,
    captchaAfter: parsed.CAPTCHA_AFTER,
    countryHeader: parsed.COUNTRY_HEADER?.toLowerCase(),
    countryDatabase: parsed.COUNTRY_DATABASE,
    video: { ffmpeg: parsed.FFMPEG_PATH, ffprobe: parsed.FFPROBE_PATH, preset: parsed.VIDEO_PRESET },
    labProvider: parsed.LAB_PROVIDER ?? (parsed.LANTERN_MODE === 'demo' ? 'demo' : 'link'),
    watermark: parsed.WATERMARK,
    shop: {
      orderMinutes: parsed.ORDER_MINUTES,
      refundByRuleHours: parsed.REFUND_BY_RULE_HOURS,
      authorShare: parsed.AUTHOR_SHARE,
      storeUrl: parsed.PAYMENT_STORE_URL,
      receiptProvider: parsed.RECEIPT_PROVIDER ?? (parsed.LANTERN_MODE === 'demo' ? 'sandbox' : 'none'),
    },
    payments: paymentSettingsOf(parsed, (message) => new ConfigError(message)),
    migratesAtStart: parsed.MIGRATE_AT_START,
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
  if (parsed.DATABASE_POOLER_URL && !parsed.DATABASE_URL)
    throw new ConfigError('DATABASE_POOLER_URL needs DATABASE_URL, the address of PostgreSQL itself')
  if (parsed.SMTP_URL && !parsed.MAIL_FROM) throw new ConfigError('SMTP_URL needs MAIL_FROM, the sender of the mail')
  if (config.mode === 'production') requireTls(config)
  refuseDemoInProduction(config, list(parsed.ALLOW_DEMO_ADAPTERS))
  return config
}

function cdnOf({ CDN: kind, CDN_PURGE_URL: purgeUrl, CDN_PURGE_TOKEN: token }: Static<typeof environment>) {
  if (!kind && !purgeUrl && !token) return undefined
  if (!kind || !purgeUrl || !token) throw new ConfigError('CDN, CDN_PURGE_URL and CDN_PURGE_TOKEN go together')
  return { kind, purgeUrl, token }
}

function tencentSettings(parsed: Static<typeof environment>): TencentSettings | undefined {
  const sendsSms = parsed.SMS_SENDER === 'tencent'
  if (!sendsSms && parsed.REAL_NAME_PROVIDER !== 'tencent') return undefined
  const { TENCENT_SECRET_ID: secretId, TENCENT_SECRET_KEY: secretKey } = parsed
  if (!secretId || !secretKey) throw new ConfigError('TENCENT_SECRET_ID and TENCENT_SECRET_KEY are needed for tencent')
  const { TENCENT_SMS_APP_ID: appId, TENCENT_SMS_SIGN_NAME: signName, TENCENT_SMS_TEMPLATE_ID: templateId } = parsed
  if (sendsSms && !(appId && signName && templateId)) {
    throw new ConfigError('SMS_SENDER=tencent needs TENCENT_SMS_APP_ID, TENCENT_SMS_SIGN_NAME, TENCENT_SMS_TEMPLATE_ID')
  }
  return {
    secretId,
    secretKey,
    region: parsed.TENCENT_REGION,
    gateway: parsed.TENCENT_GATEWAY,
    sms: appId && signName && templateId ? { appId, signName, templateId } : undefined,
  }
}

function identityProviderOf(parsed: Static<typeof environment>): Config['identityProvider'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = parsed
  if (!issuer && !clientId && !clientSecret) return parsed.LANTERN_MODE === 'demo' ? 'demo' : undefined
  if (!issuer || !clientId || !clientSecret) {
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together')
  }
  return { issuer, clientId, clientSecret }
}

function chatAppOf(parsed: Static<typeof environment>): Config['chatApp'] {
  const { WEIXIN_APP_ID: appId, WEIXIN_APP_SECRET: appSecret } = parsed
  if (!appId && !appSecret) return parsed.LANTERN_MODE === 'demo' ? 'demo' : undefined
  if (!appId || !appSecret) throw new ConfigError('WEIXIN_APP_ID and WEIXIN_APP_SECRET go together')
  return { appId, appSecret, openUrl: parsed.WEIXIN_OPEN_URL, apiUrl: parsed.WEIXIN_API_URL }
}

function weixinShareOf(parsed: Static<typeof environment>): Config['weixinShare'] {
  const { WEIXIN_SHARE_APP_ID: appId, WEIXIN_SHARE_APP_SECRET: appSecret, WEIXIN_API_URL: apiUrl } = parsed
  if (!appId && !appSecret) return undefined
  if (!appId || !appSecret) throw new ConfigError('WEIXIN_SHARE_APP_ID and WEIXIN_SHARE_APP_SECRET go together')
  return { appId, appSecret, apiUrl }
}

/** What people upload as a page must not share an origin with the site: there it could act as its visitor. */
function userContentUrlOf(parsed: Static<typeof environment>): string | undefined {
  const { USER_CONTENT_URL: given, PUBLIC_URL: publicUrl } = parsed
  if (given === undefined) {
    return parsed.LANTERN_MODE === 'demo' ? `http://usercontent.localhost:${parsed.PORT}` : undefined
  }
  if (publicUrl !== undefined && new URL(given).hostname === new URL(publicUrl).hostname) {
    throw new ConfigError('USER_CONTENT_URL: needs another host than PUBLIC_URL')
  }
  return given
}

/** Without TLS anybody on the network path reads the session cookies, and `Secure` cookies are not set at all. */
function requireTls({ isPublicUrlGiven, publicUrl, userContentUrl }: Config): void {
  const faults = [
    !isPublicUrlGiven && 'PUBLIC_URL: production needs the address under which visitors reach the site, https://…',
    isPublicUrlGiven && !publicUrl.startsWith('https:') && 'PUBLIC_URL: in production it begins with https://',
    userContentUrl?.startsWith('http:') && 'USER_CONTENT_URL: in production it begins with https://',
  ].filter((fault) => typeof fault === 'string')
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
}

/** A production site must not hand out sign-in codes by accident: each demo adapter has to be allowed by its name. */
function refuseDemoInProduction(config: Config, allowed: string[]): void {
  if (config.mode === 'production' && config.smsSender === 'outbox' && !allowed.includes('sms')) {
    throw new ConfigError(
      'SMS_SENDER: the outbox is a demo adapter and nobody would receive a code. ' +
        'Set a real sender, or ALLOW_DEMO_ADAPTERS=sms if that is what you want.',
    )
  }
  if (config.mode === 'production' && config.smtpUrl === undefined && !allowed.includes('mail')) {
    throw new ConfigError(
      'SMTP_URL: without it mail stays in the outbox and nobody could confirm an email. ' +
        'Set it, or ALLOW_DEMO_ADAPTERS=mail if that is what you want.',
    )
  }
  if (config.mode === 'production' && config.labProvider === 'demo' && !allowed.includes('lab')) {
    throw new ConfigError(
      'LAB_PROVIDER: the demo’s lab teaches nothing of the lesson. ' +
        'Leave it out, or ALLOW_DEMO_ADAPTERS=lab if that is what you want.',
    )
  }
  if (config.mode === 'production' && config.payments.sandbox && !allowed.includes('payment')) {
    throw new ConfigError(
      'PAYMENT_GATEWAYS: the sandbox sells without taking money. ' +
        'Leave it out, or ALLOW_DEMO_ADAPTERS=payment if that is what you want.',
    )
  }
  if (config.mode === 'production' && config.realNameProvider === 'demo' && !allowed.includes('real-name')) {
    throw new ConfigError(
      'REAL_NAME_PROVIDER: the demo adapter believes every number that could exist. ' +
        'Set a real provider, or ALLOW_DEMO_ADAPTERS=real-name if that is what you want.',
    )
  }
}

function proxiesOf({ TRUST_PROXY: setting }: Static<typeof environment>): TrustsProxy | undefined {
  try {
    return trustedProxies(setting)
  } catch {
    throw new ConfigError(
      'TRUST_PROXY: needs the number of proxies in front of the site, or their addresses and networks, as 10.0.0.0/8',
    )
  }
}

/** Throws for what is no network. */
function networks(text: string): string[] {
  const named = list(text)
  const wrong = named.find((network) => {
    const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(network) ?? []
    return isIP(address) === 0 || Number(bits) > (isIP(address) === 4 ? 32 : 128)
  })
  if (wrong !== undefined) throw new ConfigError(`CONNECTION_NETWORKS: ${wrong} is no network as 10.1.0.0/16`)
  return named
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function quoted(env: Record<string, string | undefined>, path: string): string {
  const name = path.slice(1).split('/')[0] ?? ''
  return /SECRET|TOKEN|KEY|URL/.test(name) ? 'set' : JSON.stringify(env[name])
}
