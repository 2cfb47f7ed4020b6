// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { MediaPopup, type PopupMedia, popupMaxWidth } from './media-popup.tsx'

beforeEach(prepareBrowser)

const pictures: PopupMedia[] = ['一', '二', '三'].map((alt, at) => ({
  id: `p${at}`,
  kind: 'img',
  src: `/media/images/im_${at}/600.webp`,
  srcSet: `/media/images/im_${at}/600.webp 600w, /media/images/im_${at}/2000.webp 2000w`,
  alt,
  width: 2000,
  height: 1000,
}))

function Page({ media = pictures }: { media?: PopupMedia[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        看
      </button>
      {isOpen && <MediaPopup media={media} startAt="p1" onClose={() => setOpen(false)} />}
    </>
  )
}

async function open(media?: PopupMedia[]) {
  show(<Page {...(media && { media })} />, 'guest')
  await userEvent.click(screen.getByRole('button', { name: '看' }))
}

const shown = () => screen.getByRole('img').getAttribute('alt')

test('the arrow keys go to the previous and the next, and no further than the ends [VIDEO-003]', async () => {
  await open()
  const seen = [shown()]
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) {
    await userEvent.keyboard(`{${key}}`)
    seen.push(shown())
  }
  expect(seen).toEqual(['二', '三', '三', '二', '一', '一'])
  expect(screen.getByRole('button', { name: '上一个' }).getAttribute('aria-disabled')).toBe('true')
})

test('the buttons do the same, and the place among all is said', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: '下一个' }))
  expect([shown(), screen.getByText('3 / 3').textContent]).toEqual(['三', '3 / 3'])
})

test('Escape closes it and the focus returns to where it was [VIDEO-004]', async () => {
  await open()
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '看' }))
})

test('it asks for no wider picture than it shows, 1000 at most, and for more when it is zoomed [VIDEO-023]', async () => {
  await open()
  const image = screen.getByRole<HTMLImageElement>('img')
  expect([popupMaxWidth, image.sizes]).toEqual([1000, '1000px'])
  await userEvent.click(screen.getByRole('button', { name: '放大' }))
  expect([image.sizes, image.style.width]).toEqual(['1500px', '150%'])
})

test('a picture is zoomed in steps, by the buttons and by a press on it, and back [VIDEO-005]', async () => {
  await open()
  const image = screen.getByRole<HTMLImageElement>('img')
  const percent = () => document.querySelector('output')?.textContent
  const zoomIn = screen.getByRole('button', { name: '放大' })
  const seen = [percent()]
  for (let n = 0; n < 5; n++) {
    await userEvent.click(zoomIn)
    seen.push(percent())
  }
  expect(seen).toEqual(['100%', '150%', '200%', '300%', '400%', '400%'])
  await userEvent.click(image)
  expect(percent()).toBe('100%')
  await userEvent.click(image)
  expect(percent()).toBe('200%')
  await userEvent.click(screen.getByRole('button', { name: '缩小' }))
  expect(percent()).toBe('150%')
})

test('arrows that the zoomed picture or a player needs do not leave it', async () => {
  await open([
    ...pictures.slice(0, 2),
    { id: 'p9', kind: 'other', title: '作品', content: <input data-takes-arrows="" aria-label="进度" /> },
  ])
  await userEvent.click(screen.getByRole('button', { name: '放大' }))
  fireEvent.keyDown(screen.getByRole('region', { name: /放大的图片/ }), { key: 'ArrowLeft' })
  expect(shown()).toBe('二')
  await userEvent.click(screen.getByRole('button', { name: '下一个' }))
  fireEvent.keyDown(screen.getByLabelText('进度'), { key: 'ArrowLeft' })
  expect(screen.getByText('3 / 3')).toBeTruthy()
})
