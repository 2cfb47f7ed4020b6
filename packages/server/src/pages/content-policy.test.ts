import { expect, test } from 'vitest'
import { embeddedOrigins, mediaOrigins, ownScripts, policyHeaders } from './content-policy.ts'

test('a page may show in a frame what its own text embeds, and what a script or a link only names it may not', () => {
  const page = Buffer.from(`
    <figure class="embed" data-embed="https://maps.example.org/view?id=1"><p>…</p></figure>
    <figure data-embed="http://tools.example.net:8080/x" class="embed"></figure>
    <figure data-embed="javascript:alert(1)"></figure>
    <a href="https://elsewhere.example/">data-embed</a>
    <script>{"body":"<figure data-embed=\\"https://script.example/\\">"}</script>`)
  const origins = embeddedOrigins(page)
  expect(origins).toEqual(['https://maps.example.org', 'http://tools.example.net:8080'])
  const headers = policyHeaders([], { frames: origins, media: [] })
  expect(headers['content-security-policy']).toContain(`frame-src 'self' ${origins.join(' ')};`)
  expect(headers['content-security-policy']).not.toContain('script.example')
})

test('pictures and films come from us, and from where an editor of the page took one', () => {
  const page = Buffer.from(`
    <span class="from" data-outside="https://store.example.org"><img src="https://store.example.org/trees.png"></span>
    <video controls="" data-outside="https://films.example.net:8080" src="https://films.example.net:8080/a.mp4"></video>
    <img src="https://elsewhere.example/pixel.png">
    <p data-outside="https://text.example/">data-outside="https://words.example"</p>
    <span data-outside="javascript:alert(1)"></span>`)
  const media = mediaOrigins(page)
  expect(media).toEqual(['https://store.example.org', 'https://films.example.net:8080'])
  const headers = policyHeaders([], { frames: [], media })
  const policy = headers['content-security-policy']
  expect(policy).toContain(`img-src 'self' data: blob: ${media.join(' ')};`)
  expect(policy).toContain(`media-src 'self' blob: ${media.join(' ')};`)
})

test('scripts that the site wrote into a page are its own, and one that came in with a text is not', () => {
  const marked =
    Buffer.from(`<head><link nonce="n0nce" rel="preload" href="/a.css"><script nonce="n0nce">theme('光')</script>
    </head><body><p>光<script>alert(1)</script><script nonce="guess">alert(2)</script>
    <script type="application/ld+json">{}</script><script type="module" nonce="n0nce" async="">import "/a.js"</script>
    <script src="/b.js" nonce="n0nce"></script></body>`)
  const { body, scripts } = ownScripts(marked, 'n0nce')
  expect(scripts.map(({ start, end }) => body.toString('utf8', start, end))).toEqual(["theme('光')", 'import "/a.js"'])
  expect(body.includes('n0nce')).toBe(false)
  expect(body.toString()).toBe(marked.toString().replaceAll(' nonce="n0nce"', ''))
})

test('the same page written twice is the same bytes', () => {
  const written = (nonce: string) => ownScripts(Buffer.from(`<script nonce="${nonce}">a()</script>`), nonce)
  expect(written('one')).toEqual(written('two'))
})
