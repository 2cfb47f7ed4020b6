import { randomUUID } from 'node:crypto'
import { askForAccessToken } from '#catalog/index.ts'
import { checkMailServer } from '#identity/index.ts'
import type { Config } from '#kit/config.ts'
import { createStorage } from '#kit/storage.ts'
import { checked, type Finding } from './finding.ts'

/** What the site uses elsewhere; only what the settings name. */
export async function checkServices(config: Config): Promise<Finding[]> {
  return [
    ...(await checkMail(config)),
    ...(await checkBucket(config)),
    ...(await checkRedis(config)),
    ...checkSms(config),
    ...(await checkWeixinShare(config)),
  ]
}

async function checkMail({ smtpUrl, mode }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined) {
    const state = mode === 'demo' ? 'left out' : 'note'
    return [{ what: 'mail', state, said: 'stays in the outbox of the site (no SMTP_URL)' }]
  }
  const mend = 'Look at SMTP_URL: host, port, smtps:// or smtp://, user and password (signs in it are written as %40).'
  return checked('mail', mend, async () => {
    await checkMailServer(smtpUrl)
    return [{ what: 'mail', state: 'good', said: 'the server takes our user and password' }]
  })
}

async function checkBucket(config: Config): Promise<Finding[]> {
  const { s3 } = config
  if (!s3) return [{ what: 'S3', state: 'left out', said: 'files are in DATA_DIR' }]
  const mend = 'Look at the S3_… settings; the key needs to read, write, list and delete in the bucket.'
  return checked('S3', mend, async () => {
    const storage = await createStorage(config)
    const key = `doctor/${randomUUID()}`
    const bytes = Buffer.from('written by the doctor')
    await storage.put(key, bytes, 'text/plain')
    const read = await storage.get(key)
    const listed = await Array.fromAsync(storage.keys('doctor/'))
    await storage.delete(key)
    if (!read?.equals(bytes) || !listed.includes(key)) throw new Error('what was written is not read back')
    const isOpen = s3.endpoint.startsWith('http:')
    const said = `${s3.bucket} takes, gives, lists and deletes${isOpen ? ', but the way there is not encrypted' : ''}`
    return [{ what: 'S3', state: isOpen ? 'note' : 'good', said }]
  })
}

async function checkRedis({ redisUrl }: Config): Promise<Finding[]> {
  if (!redisUrl) return [{ what: 'Redis', state: 'left out', said: 'not used (no REDIS_URL)' }]
  const mend = 'Start it, or take REDIS_URL out: PostgreSQL carries the events too.'
  return checked('Redis', mend, async () => {
    const { createClient } = await import('@redis/client')
    const client = createClient({ url: redisUrl, socket: { reconnectStrategy: false, connectTimeout: 5_000 } })
    // told by the call below as well
    client.on('error', () => undefined)
    await client.connect()
    await client.ping()
    client.destroy()
    return [{ what: 'Redis', state: 'good', said: 'answers' }]
  })
}

function checkSms({ smsSender }: Config): Finding[] {
  const said =
    smsSender === 'outbox'
      ? 'codes stay in the outbox of the site (SMS_SENDER)'
      : 'not tried: a message would go out. Sign in once by hand'
  return [{ what: 'SMS', state: 'left out', said }]
}

async function checkWeixinShare({ weixinShare, providerTimeoutSeconds }: Config): Promise<Finding[]> {
  const what = 'sharing in WeChat'
  if (!weixinShare) return [{ what, state: 'left out', said: 'links are shared bare (no WEIXIN_SHARE_APP_ID)' }]
  const mend =
    'Look at WEIXIN_SHARE_APP_ID and WEIXIN_SHARE_APP_SECRET, and at mp.weixin.qq.com at the addresses that may call.'
  return checked(what, mend, async () => {
    const refusals: string[] = []
    const log = { warn: (facts: object) => refusals.push(JSON.stringify(facts)) }
    try {
      await askForAccessToken({ ...weixinShare, timeoutSeconds: providerTimeoutSeconds, log })
    } catch {
      throw new Error(refusals.join(', '))
    }
    return [{ what, state: 'good', said: 'WeChat takes our account' }]
  })
}
