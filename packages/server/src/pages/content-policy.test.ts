import { expect, test } from 'vitest'
import { embeddedOrigins, frameOriginsIn, policyHeaders } from './content-policy.ts'

test('a page may show in a frame what its own text embeds, and what a script or a link only names it may not', () => {
  const page = Buffer.from(`
    <figure class="embed" data-embed="https://maps.example.org/view?id=1"><p>…</p></figure>
    <figure data-embed="http://tools.example.net:8080/x" class="embed"></figure>
    <figure data-embed="javascript:alert(1)"></figure>
    <a href="https://elsewhere.example/">data-embed</a>
    <script>{"body":"<figure data-embed=\\"https://script.example/\\">"}</script>`)
  const origins = embeddedOrigins(page)
  expect(origins).toEqual(['https://maps.example.org', 'http://tools.example.net:8080'])
  const headers = policyHeaders([], origins)
  expect(frameOriginsIn(headers)).toEqual(origins)
  expect(headers['content-security-policy']).not.toContain('script.example')
})
