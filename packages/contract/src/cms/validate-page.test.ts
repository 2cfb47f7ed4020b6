import { expect, test } from 'vitest'
import type { KeptBlock } from './blocks.ts'
import { contrastBetween, shownOn } from './contrast.ts'
import { nearestLocale } from './nearest-locale.ts'
import { emptyContent, readContent } from './page-content.ts'
import { validatePage } from './validate-page.ts'

const look = (...blocks: KeptBlock[]) => {
  const { page } = readContent({ ...emptyContent('x'), blocks })
  const faults = validatePage(page, {
    now: new Date('2026-03-01T00:00:00Z'),
    ownHosts: ['lantern.example', 'learn.example'],
  })
  return faults.map(({ kind, blockId, field, value }) => [kind, blockId, field, value])
}
const block = (id: string, kind: string, fields: Record<string, unknown>, children: KeptBlock[] = []) => ({
  id,
  kind,
  fields,
  children,
})

test('contrast is that of WCAG, the same both ways', () => {
  expect(contrastBetween('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastBetween('#FFFFFF', '#ffffff')).toBe(1)
  expect(contrastBetween('#777777', '#ffffff')).toBeCloseTo(4.478, 2)
  expect(contrastBetween('#ffffff', '#777777')).toBe(contrastBetween('#777777', '#ffffff'))
  expect(contrastBetween('red', '#ffffff')).toBeNull()
})

test('words keep their hue, and take the lightness that shows on what they stand on', () => {
  expect(shownOn('#7a1f2b', '#ffffff')).toBe('#7a1f2b')
  expect(shownOn('#ffffff', '#202020')).toBe('#ffffff')
  // OKLCH of lightness 0.52 and 0.76, as the style sheet of the page makes them
  expect([shownOn('#9e9e9e', '#ffffff'), shownOn('#9e9e9e', '#202020')]).toEqual(['#696969', '#b1b1b1'])
  expect(shownOn('#00ff00', '#ffffff')).toBe('#008b00')
  expect(shownOn('red', '#ffffff')).toBe('red')
})

test('text in a colour of its own has to stand out in both sets of colours, large text less', () => {
  const text = (type: string, color: string) => block('d', 'description', { type, value: 'x', color })
  // the page is light or dark, and grey shows on both
  expect(look(text('regular', '#777777'))).toEqual([])
  expect(look(text('regular', '#ffffff'))).toEqual([])
  // green is bright however dark it is
  expect(look(text('regular', '#00ff00'))).toEqual([['low_contrast', 'd', 'color', '4.2:1']])
  expect(look(text('xlarge', '#00ff00'))).toEqual([])
  const inside = (color: string, child: KeptBlock) => block('box', 'container', { background: { color } }, [child])
  expect(look(inside('#888888', text('regular', '#595959')))).toHaveLength(1)
  expect(look(inside('#202020', text('regular', '#00ff00')))).toEqual([])
  // on a picture nobody can say
  const onPicture = block('box', 'container', { background: { value: { value: '/media/x.png' }, color: '#888888' } }, [
    text('regular', '#303030'),
  ])
  expect(look(onPicture)).toEqual([])
  const quote = { name: 'x', description: { value: 'x', color: '#eeeeee' }, background: { color: '#808080' } }
  expect(look(block('q', 'quotes', { items: [quote] }))).toEqual([
    ['low_contrast', 'q', 'items.0.description.color', '1.3:1'],
  ])
})

test('a picture needs words unless its own title stands beside it or it only lies behind text', () => {
  const image = { value: '/media/x.png', alt: '' }
  expect(look(block('a', 'image-cards', { items: [{ image, title: '水' }, { image }] }))).toEqual([
    ['missing_alt', 'a', 'items.1.image', ''],
  ])
  expect(look(block('t', 'tiles', { items: [{ title: 'x', background: { value: image } }] }))).toEqual([])
  expect(look(block('d', 'description', { type: 'rich', value: '<p><img src="/media/x.png"></p>' }))).toHaveLength(1)
  expect(look(block('d', 'description', { type: 'rich', value: '<p><img alt="水" src="/x.png"></p>' }))).toEqual([])
})

test('a background as wide as the page needs its pixels, a drawing half of them, a card none of that', () => {
  const ground = (value: string, width: number) => ({ background: { value: { value, width, height: width / 2 } } })
  expect(look(block('j', 'jumbotron', { title: 'x', ...ground('/media/x.png', 800) }))).toEqual([
    ['small_picture', 'j', 'background.value', '1440 × 720'],
  ])
  expect(look(block('j', 'jumbotron', { title: 'x', ...ground('/media/orig.svg', 800) }))).toEqual([])
  expect(look(block('j', 'jumbotron', { title: 'x', ...ground('/media/orig.svg', 100) }))).toEqual([
    ['small_picture', 'j', 'background.value', '720 × 360'],
  ])
  expect(look(block('t', 'tiles', { items: [{ title: 'x', ...ground('/media/x.png', 400) }] }))).toEqual([])
})

test('a frame that shows the site itself, and a film that is none, are errors', () => {
  expect(look(block('f', 'iframe', { title: 'x', src: 'https://lantern.example/any' }))).toEqual([
    ['frame_itself', 'f', 'src', 'https://lantern.example/any'],
  ])
  expect(look(block('f', 'iframe', { title: 'x', src: 'https://learn.example/any' }))).toHaveLength(1)
  expect(look(block('f', 'form-frame', { src: 'https://forms.example/1' }))).toEqual([])
  const media = (type: string, source: string) => look(block('m', 'media', { type, source })).map(([kind]) => kind)
  expect(media('youtube', 'dQw4w9WgXcQ')).toEqual([])
  expect(media('youtube', 'dQw4w9WgXc')).toEqual(['bad_video'])
  expect(media('iframe', 'http://a.example')).toEqual(['bad_address'])
  expect(media('iframe', 'https://lantern.example/')).toEqual(['frame_itself'])
  expect(media('video', 'javascript:x')).toEqual(['bad_video'])
})

test('a countdown that is over and a page or a frame with nothing in it are told', () => {
  const deals = (endTime: string) => look(block('d', 'deals', { title: 'x', countdown: { endTime } }))
  expect(deals('2026-03-01T00:00:00Z')).toEqual([
    ['past_countdown', 'd', 'countdown.endTime', '2026-03-01T00:00:00.000Z'],
  ])
  expect(deals('2026-03-01T00:00:01Z')).toEqual([])
  expect(look()).toEqual([['nothing_shown', '', '', '']])
  expect(look(block('p', 'panel', {}))).toEqual([['nothing_shown', 'p', '', '']])
  expect(look(block('l', 'assets-list', {}))).toEqual([['nothing_shown', 'l', '', '']])
})

test('what is not shown because it leads nowhere is told', () => {
  const action = { label: '去看看', url: '' }
  const quiet = { label: '', url: '' }
  expect(look(block('j', 'jumbotron', { title: 'x', actions: [quiet, action] }))).toEqual([
    ['nothing_shown', 'j', 'actions.1.url', ''],
  ])
  expect(
    look(
      block('c', 'cards', {
        items: [
          { title: 'x', action },
          { title: 'y', action: quiet },
        ],
      }),
    ),
  ).toEqual([['nothing_shown', 'c', 'items.0.action.url', '']])
  const menus = [
    { title: '一' },
    { title: '' },
    { title: '二', url: '/a' },
    { title: '三', subs: [{ title: '四', url: '/b' }] },
  ]
  expect(look(block('n', 'navs', { items: menus }))).toEqual([['nothing_shown', 'n', 'items.0.url', '']])
  const banner = { items: [{ title: 'x' }], modules: [{ module: 'm', label: '模块' }] }
  expect(look(block('b', 'banner', banner))).toEqual([['nothing_shown', 'b', 'tagKey', '']])
  expect(look(block('b', 'banner', { ...banner, tagKey: 'search' }))).toEqual([])
})

test('a page is shown in the language asked for, else English, else Chinese, else what there is', () => {
  expect(nearestLocale('ko_KR', ['zh_CN', 'ko_KR'])).toBe('ko_KR')
  expect(nearestLocale('ko_KR', ['zh_CN', 'en_US'])).toBe('en_US')
  expect(nearestLocale('ko_KR', ['zh_CN', 'ja_JP'])).toBe('zh_CN')
  expect(nearestLocale('zh_CN', ['ja_JP', 'en_US'])).toBe('en_US')
  expect(nearestLocale('ko_KR', ['ru_RU', 'ja_JP'])).toBe('ja_JP')
  expect(nearestLocale('ko_KR', [])).toBeNull()
})
