// @vitest-environment jsdom
import { detailsOf } from '@lantern/contract/cms/wire.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { block } from '../testing/open-page.tsx'
import { PreviewStage } from './preview-stage.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const content = {
  name: '春季',
  slug: 'spring',
  status: 'draft',
  locale: 'zh_CN',
  extendedProperties: [],
  contentDetails: detailsOf([block('a', 'heading', { value: '春天' }), block('b', 'heading', { value: '夏天' })]),
  packages: [],
  filters: [],
  sortings: [],
}

function open() {
  const told = vi.spyOn(window.parent, 'postMessage').mockImplementation(() => undefined)
  show(
    <PreviewStage>
      {({ blocks }) =>
        blocks.map(({ id, fields }) => (
          <div key={id} data-block={id}>
            <a href="/elsewhere">{'value' in fields ? String(fields.value) : ''}</a>
          </div>
        ))
      }
    </PreviewStage>,
  )
  const say = (data: unknown, origin = window.location.origin) =>
    fireEvent(window, new MessageEvent('message', { data, origin, source: window.parent }))
  return { told, say }
}

test('the frame shows what its own builder says and tells what is pressed; links in it lead nowhere', async () => {
  const { told, say } = open()
  expect(told).toHaveBeenCalledWith({ lantern: 'preview', says: 'ready' }, window.location.origin)
  say({ lantern: 'preview', content, selected: null }, 'https://elsewhere.example')
  say({ content, selected: null })
  expect(screen.queryByText('春天')).toBeNull()
  say({ lantern: 'preview', content, selected: 'b' })
  await waitFor(() => expect(screen.getByText('夏天').parentElement?.dataset.chosen).toBe(''))
  const stays = fireEvent.click(screen.getByText('春天'))
  expect(stays).toBe(false)
  expect(told).toHaveBeenLastCalledWith({ lantern: 'preview', says: 'select', blockId: 'a' }, window.location.origin)
  // its style says it in the place of a block that shows nothing yet
  expect(screen.getByRole('main').style.getPropertyValue('--nothing-yet')).toBe('"访客在这里什么也看不到。"')
  say({ lantern: 'preview', content, selected: 'a' })
  await waitFor(() => expect(screen.getByText('夏天').parentElement?.dataset.chosen).toBeUndefined())
})
