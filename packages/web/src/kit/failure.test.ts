import { beforeAll, expect, test } from 'vitest'
import { currentToasts } from '#ui/toast.ts'
import { loadCatalogue } from './catalogue.ts'
import { failureText, scopedFailureText, toastFailure } from './failure.ts'
import { translator } from './messages.tsx'
import { ApiError } from './request.ts'

beforeAll(() => loadCatalogue('zh_CN'))

test('a request that fails shows a toast in words of the catalogue', () => {
  const t = translator('zh_CN')
  toastFailure(new Error('boom'), t)
  expect(currentToasts().at(-1)).toMatchObject({ tone: 'bad', text: '请求没有成功，请稍后再试。' })
})

test('the words of the server come first, and without a network the person hears that', () => {
  const t = translator('zh_CN')
  expect(failureText(new ApiError(409, { code: 'conflict', message: '内容已被别处改过。' }), t)).toBe(
    '内容已被别处改过。',
  )
  expect(failureText(new ApiError(503, { code: 'unavailable', message: '' }), t)).toContain('网络断开了')
  expect(failureText(new ApiError(502, { code: 'internal', message: '' }), t)).toBe('请求没有成功，请稍后再试。')
})

test('an error of a scope speaks by scope_errorCode, an unknown one by the general text', () => {
  const t = translator('zh_CN')
  expect(scopedFailureText('sms_failed', t)).toBe(t('sms_failed'))
  expect(scopedFailureText('sms_no_such_code', t)).toBe(t('request_error'))
})
