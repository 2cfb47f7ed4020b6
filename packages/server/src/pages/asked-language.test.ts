import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { buildApp } from '../app.ts'
import { inProcessCalls } from './in-process-calls.ts'
import { robotsHeader, siteAddress } from './page-renderer.ts'
import { pageRequestOf } from './page-request.ts'

// the address of a page may ask for a language; the page and the calls that it makes speak it

const site = await testSite()
const app = await buildApp(site.services, {
  async pages(pages) {
    pages.get('/*', async (request) => {
      const calls = inProcessCalls(pages, pageRequestOf(request))
      const { text } = await calls.send({ method: 'GET', path: '/api/session', body: undefined })
      return { page: request.locale, call: JSON.parse(text).locale }
    })
  },
})

const chosen = { cookie: 'lantern_locale=zh_CN', 'accept-language': 'fr' }
const localesAt = async (url: string, headers: Record<string, string> = chosen) => {
  const answer = await app.inject({ method: 'GET', url, headers })
  expect(answer.headers['set-cookie'] ?? '', 'what was chosen stays').not.toContain('lantern_locale')
  return answer.json()
}

test('a page whose address asks for a language speaks it, and its calls answer in it [I18N-007]', async () => {
  expect(await localesAt('/tutorials?language=ko_KR')).toEqual({ page: 'ko_KR', call: 'ko_KR' })
  expect(await localesAt('/tutorials?language=ru')).toEqual({ page: 'ru_RU', call: 'ru_RU' })
  expect(await localesAt('/tutorials.data?language=ko_KR')).toEqual({ page: 'ko_KR', call: 'ko_KR' })
  expect(await localesAt('/tutorials')).toEqual({ page: 'zh_CN', call: 'zh_CN' })
  expect(await localesAt('/tutorials', { 'accept-language': 'pt-BR' })).toEqual({ page: 'pt_PT', call: 'pt_PT' })
})

test('of an item it may say the language of the content, which changes nothing else [SHELL-008]', async () => {
  expect(await localesAt('/tutorial/x?language=en')).toEqual({ page: 'zh_CN', call: 'zh_CN' })
  expect(await localesAt('/tutorial/x?language=en_US')).toEqual({ page: 'en_US', call: 'en_US' })
})

test('a language that there is not changes nothing', async () => {
  for (const language of ['xx', 'en_XA', '', '..', 'ko_KR&language=ja_JP']) {
    expect((await localesAt(`/tutorials?language=${language}`)).page, language).toBe('zh_CN')
  }
})

test('a call says in which language its page is', async () => {
  const headers = { ...chosen, 'x-locale': 'de_DE' }
  expect((await app.inject({ method: 'GET', url: '/api/session', headers })).json().locale).toBe('de_DE')
  const unknown = { ...chosen, 'x-locale': 'en_XA' }
  expect((await app.inject({ method: 'GET', url: '/api/session', headers: unknown })).json().locale).toBe('zh_CN')
  // there, it is the language of content
  const list = await app.inject({ method: 'GET', url: '/api/learn/catalog/list?language=en', headers: chosen })
  expect(list.json().criteria.language).toBe('en')
})

test('what is not to be found by search engines says so before it is read', () => {
  const isHidden = (url: string, status = 200) => robotsHeader(url, status)['x-robots-tag'] === 'noindex'
  for (const url of ['/u/pro_1', '/settings', '/auth/login', '/tutorial/x?preview=true', '/quiz/1/edit'])
    expect(isHidden(url), url).toBe(true)
  expect(isHidden('/tutorials', 404)).toBe(true)
  for (const url of ['/', '/tutorial/x?language=ko_KR', '/faq', '/new']) expect(isHidden(url), url).toBe(false)
})

test('whatever host an address names, the page is asked for on this one', () => {
  const at = (url: string) => siteAddress('https://site.example', url)
  for (const url of [
    '//elsewhere.example/settings',
    '///x',
    '/\\elsewhere.example/x',
    'http://elsewhere.example/x',
    '*',
    '?a',
  ]) {
    expect(at(url).origin, url).toBe('https://site.example')
  }
  expect(at('//elsewhere.example/settings').pathname).toBe('//elsewhere.example/settings')
  expect(at('http://elsewhere.example/tutorials?page=1').href).toBe('https://site.example/tutorials?page=1')
})
