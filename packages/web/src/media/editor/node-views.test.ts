// @vitest-environment jsdom
import { waitFor } from '@testing-library/react'
import type { NodeViewRenderer } from '@tiptap/core'
import { expect, test } from 'vitest'
import { nodeViews, type ShownMedia } from './node-views.ts'

const t = (key: string) => key

function drawn(name: 'math' | 'mathBlock' | 'video', attrs: Record<string, string>, shown: ShownMedia = {}) {
  const type = { name }
  const node = (now: Record<string, string>) => ({ type, attrs: now, sameMarkup: () => false })
  const draw = nodeViews(t as never, shown)[name] as NodeViewRenderer
  // of what an editor hands over a leaf looks at its node alone
  const view = draw({ node: node(attrs) } as never) as unknown as { dom: HTMLElement; update(next: unknown): boolean }
  return { dom: view.dom, write: (now: Record<string, string>) => view.update(node(now)) }
}

test('a formula is drawn while it is written, and stands as it was written where it cannot be set', async () => {
  const { dom, write } = drawn('math', { latex: 'x^2' })
  expect(dom.textContent).toBe('x^2')
  await waitFor(() => expect(dom.querySelector('math msup')).toBeTruthy())
  write({ latex: '\\frac{a' })
  expect(dom.textContent).toBe('\\frac{a')
  write({ latex: '\\frac{a}{b}' })
  await waitFor(() => expect(dom.querySelector('math mfrac')).toBeTruthy())
  expect(drawn('mathBlock', { latex: '' }).dom.textContent).toBe('editor.formula_empty')
})

test('a film in a text shows its name and picture, and that it is not ready', async () => {
  const film = async () => ({ title: '打光', posterUrl: '/media/images/im_1/800.webp', state: 'processing' as const })
  const { dom } = drawn('video', { videoId: 'vd_1', caption: '' }, { film })
  expect(dom.textContent).toBe('▶ editor.video')
  await waitFor(() => expect(dom.textContent).toBe('▶ 打光media.video_processing'))
  expect(dom.querySelector('img')?.getAttribute('src')).toContain('im_1')
  const ready = drawn(
    'video',
    { videoId: 'vd_1', caption: '' },
    { film: async () => ({ ...(await film()), state: 'ready' }) },
  )
  await waitFor(() => expect(ready.dom.textContent).toBe('▶ 打光'))
})
