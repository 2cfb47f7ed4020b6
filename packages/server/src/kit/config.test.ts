import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

const production = { LANTERN_MODE: 'production', PUBLIC_URL: 'https://learn.example.org' }

test('an empty environment is a demo site on loopback', () => {
  const config = parseConfig({})
  expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', mode: 'demo', databaseUrl: undefined })
  expect([...config.roles]).toEqual(['web', 'worker'])
})

test('numbers and switches are read from text', () => {
  expect(parseConfig({ PORT: '3100', POPUP_LOGIN: 'false' })).toMatchObject({ port: 3100, popupLogin: false })
})

test('every wrong setting is named at once, and no secret is repeated', () => {
  const fault = () =>
    parseConfig({ PORT: 'eighty', LANTERN_MODE: 'live', ROLES: 'boss', DATABASE_URL: 'mysql://root:hunter2@db' })
  expect(fault).toThrow(ConfigError)
  for (const name of ['PORT', 'LANTERN_MODE', 'ROLES', 'DATABASE_URL']) expect(fault).toThrow(name)
  expect(fault).not.toThrow('hunter2')
})

test('the settings of an S3 store go together', () => {
  expect(() => parseConfig({ S3_ENDPOINT: 'http://127.0.0.1:9000' })).toThrow('S3_BUCKET')
})

test('production refuses the demo outbox until it is allowed by name', () => {
  expect(() => parseConfig(production)).toThrow('ALLOW_DEMO_ADAPTERS=sms')
  expect(parseConfig({ ...production, ALLOW_DEMO_ADAPTERS: 'sms,real-name,mail' }).mode).toBe('production')
})

test('production refuses to believe every number of an identity card until that is allowed by name', () => {
  const withOutbox = { ...production, ALLOW_DEMO_ADAPTERS: 'sms,mail' }
  expect(() => parseConfig(withOutbox)).toThrow('ALLOW_DEMO_ADAPTERS=real-name')
  const cloud = { REAL_NAME_PROVIDER: 'tencent', TENCENT_SECRET_ID: 'id', TENCENT_SECRET_KEY: 'key' }
  expect(parseConfig({ ...withOutbox, ...cloud }).realNameProvider).toBe('tencent')
})

test('a wrong key for what is sealed is named and not repeated', () => {
  const fault = () => parseConfig({ DATA_KEY: 'c2hvcnQ=' })
  expect(fault).toThrow('DATA_KEY')
  expect(fault).not.toThrow('c2hvcnQ=')
})

test('the page size of search, the home slugs and hosts and the marketing addresses come from configuration', () => {
  const config = parseConfig({
    SEARCH_PAGE_SIZE: '12',
    PUBLIC_URL: 'https://learn.example.cn',
    LEARNING_HOSTS: 'learn.example.cn, study.example.cn',
    ASSET_STORE_URL: 'https://store.example.cn/',
    HOME_SLUGS: 'spring-top,spring-bottom',
  })
  expect(config.homeSlugs).toEqual({ top: 'spring-top', bottom: 'spring-bottom' })
  for (const wrong of ['one', 'a,b,c', '../x,y']) expect(() => parseConfig({ HOME_SLUGS: wrong })).toThrow('HOME_SLUGS')
  expect(config.searchPageSize).toBe(12)
  expect(config.publicUrl).toBe('https://learn.example.cn')
  expect(config.learningHosts).toEqual(['learn.example.cn', 'study.example.cn'])
  expect(config.links.assetStore).toBe('https://store.example.cn/')
})

test('what people upload as pages has a host of its own: in the demo one is there, elsewhere it is given or there is none', () => {
  expect(parseConfig({ PORT: '4000' }).userContentUrl).toBe('http://usercontent.localhost:4000')
  const live = { ...production, ALLOW_DEMO_ADAPTERS: 'sms,mail,real-name' }
  expect(parseConfig(live).userContentUrl).toBeUndefined()
  const own = 'https://files.example.org'
  expect(parseConfig({ ...live, USER_CONTENT_URL: own }).userContentUrl).toBe(own)
  expect(() =>
    parseConfig({ PUBLIC_URL: 'https://learn.example.org', USER_CONTENT_URL: 'https://learn.example.org:8443' }),
  ).toThrow('USER_CONTENT_URL: needs another host than PUBLIC_URL')
  expect(parseConfig({ MEDIA_QUOTA_GB: '0.5' }).mediaQuotaBytes).toBe(536_870_912)
})

test('production is reached by TLS alone', () => {
  const live = { LANTERN_MODE: 'production', ALLOW_DEMO_ADAPTERS: 'sms,mail,real-name' }
  expect(() => parseConfig(live)).toThrow('PUBLIC_URL')
  const open = { PUBLIC_URL: 'http://learn.example.org', USER_CONTENT_URL: 'http://content.example.net' }
  expect(() => parseConfig({ ...live, ...open })).toThrow(/PUBLIC_URL.*\nUSER_CONTENT_URL/)
  // a demo is tried on one machine
  expect(parseConfig(open).publicUrl).toBe('http://learn.example.org')
})
