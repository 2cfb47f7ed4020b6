import { expect, test } from 'vitest'
import { stringifyHtml } from './html.ts'
import { pictureElement } from './picture.ts'

function markup(...args: Parameters<typeof pictureElement>): string {
  return stringifyHtml({ type: 'root', children: [pictureElement(...args)] })
}

const photograph = { id: 'img_a', width: 2400, height: 1200, extension: 'jpg' as const }

test('a picture in text is shown 772 wide at most, keeps its place and comes in two formats', () => {
  const html = markup(photograph, 'A "lamp"')
  expect(html).toContain('sizes="(max-width: 772px) 100vw, 772px"')
  expect(html).toMatch(/<source type="image\/avif" srcset="[^"]*\/2000\.avif 2000w"/)
  expect(html).toMatch(
    /<img src="\/media\/images\/img_a\/800\.webp" [^>]*width="2400" height="1200" loading="lazy" decoding="async"/,
  )
  expect(html).toContain('alt="A &#x22;lamp&#x22;"')
})

test('a drawing, a small picture and an animation are not offered in formats or sizes they do not have', () => {
  expect(markup({ ...photograph, extension: 'svg' }, '')).toMatch(
    /^<picture><img src="\/media\/images\/img_a\/orig\.svg" alt="" /,
  )
  expect(markup({ ...photograph, width: 120, height: 60 }, '')).not.toContain('srcset')
  expect(markup({ ...photograph, extension: 'gif', animated: true }, '')).not.toContain('avif')
})

test('a picture in running text says how it stands there', () => {
  expect(markup(photograph, '', 'icon')).toContain('class="image-icon"')
})
