import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { type DemoChatApp, demoChatApp } from './demo/chat-app.ts'
import { weixinSource } from './weixin-source.ts'

const app = { appId: 'wx1234567890', appSecret: 'the-secret' }
const person = { id: 'o-union-1', name: '苏木\u0000\u202e  ', note: '' }

type Bend = (path: string, answer: object, response: ServerResponse) => boolean

/** The chat app's API as it behaves: JSON that calls itself plain text, failures with status 200. */
async function peer(bend: Bend = () => false) {
  const chatApp: DemoChatApp = demoChatApp(app, [person])
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    const query = Object.fromEntries(searchParams)
    const answer = pathname === '/sns/userinfo' ? chatApp.answerPerson(query) : chatApp.answerToken(query)
    if (bend(pathname, answer, response)) return
    response.setHeader('content-type', 'text/plain')
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  stops.push(stop)
  const source = weixinSource({ ...app, openUrl: url, apiUrl: url, timeoutSeconds: 1, log: pino({ level: 'silent' }) })
  return { chatApp, source, stop }
}

const stops: (() => void)[] = []
afterAll(() => {
  for (const stop of stops) stop()
})

const departure = { state: 's', nonce: 'n', codeVerifier: 'v', registering: false, locale: 'zh_CN' } as const

function arrival(code: string | null) {
  return {
    url: new URL(`https://learn.example.cn/u3d/auth/weixin/callback?${code ? `code=${code}&` : ''}state=s`),
    state: 's',
    nonce: 'n',
    codeVerifier: 'v',
  }
}

test('people confirm at qrconnect, with the parameters and the ending that the chat app wants [IDENT-010]', async () => {
  const { source } = await peer()
  const url = new URL(
    await source.start({ ...departure, callbackUrl: 'https://learn.example.cn/u3d/auth/weixin/callback' }),
  )
  expect(url.pathname).toBe('/connect/qrconnect')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    appid: app.appId,
    redirect_uri: 'https://learn.example.cn/u3d/auth/weixin/callback',
    response_type: 'code',
    scope: 'snsapi_login',
    state: 's',
    lang: 'cn',
  })
  expect(url.hash).toBe('#wechat_redirect')
})

test('a code becomes the person, by the id that they have across apps; their name is cleaned', async () => {
  const { source, chatApp } = await peer()
  const code = chatApp.confirm(person.id)
  expect(await source.identify(arrival(code))).toEqual({
    way: 'weixin',
    id: 'o-union-1',
    name: '苏木',
    phone: null,
    chatAppId: 'o-union-1',
  })
  // codes work once
  await expect(source.identify(arrival(code))).rejects.toMatchObject({ code: 'identity_not_proved' })
})

test('no code means that the person declined', async () => {
  const { source } = await peer()
  await expect(source.identify(arrival(null))).rejects.toMatchObject({ code: 'sign_in_cancelled' })
})

const lies: Record<string, Bend> = {
  'a person without the id across apps': (path, answer, response) =>
    path === '/sns/userinfo' && sendText(response, { ...answer, unionid: undefined }),
  'somebody else than the token is for': (path, answer, response) =>
    path === '/sns/userinfo' && sendText(response, { ...answer, openid: 'another' }),
  'no token': (path, _answer, response) => path !== '/sns/userinfo' && sendText(response, {}),
  'an error number': (path, _answer, response) =>
    path === '/sns/userinfo' && sendText(response, { errcode: 40_003, errmsg: 'invalid openid' }),
  'something that is no JSON': (_path, _answer, response) => {
    response.end('<html>')
    return true
  },
}

for (const [name, bend] of Object.entries(lies)) {
  test(`a chat app that answers ${name} proves nobody`, async () => {
    const { source, chatApp } = await peer(bend)
    await expect(source.identify(arrival(chatApp.confirm(person.id)))).rejects.toMatchObject({
      code: 'identity_not_proved',
    })
  })
}

const outages: Record<string, Bend> = {
  'is busy': (_path, _answer, response) => sendText(response, { errcode: -1, errmsg: 'system error' }),
  'is broken': (_path, _answer, response) => {
    response.statusCode = 502
    response.end('bad gateway')
    return true
  },
  'never answers': () => true,
  'sends elsewhere': (_path, _answer, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    return true
  },
}

for (const [name, bend] of Object.entries(outages)) {
  test(`a chat app that ${name} is away, and says when to try again`, async () => {
    const { source, chatApp } = await peer(bend)
    await expect(source.identify(arrival(chatApp.confirm(person.id)))).rejects.toMatchObject({
      code: 'provider_unavailable',
      retryAfterSeconds: 10,
    })
  })
}

test('a chat app that is down is away', async () => {
  const { source, stop } = await peer()
  stop()
  await expect(source.identify(arrival('code'))).rejects.toMatchObject({ code: 'provider_unavailable' })
})

function sendText(response: ServerResponse, answer: object): true {
  response.setHeader('content-type', 'text/plain')
  response.end(JSON.stringify(answer))
  return true
}
