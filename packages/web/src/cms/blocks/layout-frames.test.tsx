// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { block, showBlocks } from '../testing/show-blocks.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const heading = (value: string) => block('heading', { value })

test('a container holds blocks on its ground [CMS-028]', () => {
  const { container } = showBlocks([
    block('container', { width: 'reading', background: { color: '#101820' } }, [heading('光'), heading('影')]),
  ])
  const frame = container.querySelector<HTMLElement>('[style*="background-color"]')
  expect(frame?.className).toContain('reading')
  expect(within(frame as HTMLElement).getAllByRole('heading')).toHaveLength(2)
})

test('a panel has two columns of the same width [CMS-029]', () => {
  const { container } = showBlocks([block('panel', {}, [heading('左'), heading('右')])])
  const columns = container.querySelector<HTMLElement>('[style*="--columns"]')
  expect(columns?.style.getPropertyValue('--columns')).toBe('minmax(0, 1fr) minmax(0, 1fr)')
  expect([...(columns?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['左', '右'])
})

test('a layout gives its columns the shares that it names [CMS-056]', () => {
  const columnsOf = (columns: string) => {
    const { container } = showBlocks([block('layout', { columns }, [heading('宽'), heading('窄')])])
    const found = container.querySelector<HTMLElement>('[style*="--columns"]')?.style.getPropertyValue('--columns')
    cleanup()
    return found
  }
  expect(columnsOf('2:1')).toBe('minmax(0, 2fr) minmax(0, 1fr)')
  expect(columnsOf('1:2:1')).toBe('minmax(0, 1fr) minmax(0, 2fr) minmax(0, 1fr)')
  expect(columnsOf('wide')).toBe('minmax(0, 1fr) minmax(0, 1fr)')
})

test('the alignment wrapper lies left, centre, right or centre-left, in percent of the width [CMS-030] [CMS-031]', () => {
  const frames = ['left', 'center', 'right', 'center-left', 'somewhere'].map((align) => {
    const { container } = showBlocks([block('alignment', { align, width: '60' }, [heading('光')])])
    const frame = container.querySelector<HTMLElement>('[style*="width"]')
    cleanup()
    return { look: frame?.className.replace(/.*alignment/, ''), width: frame?.style.width }
  })
  expect(new Set(frames.slice(0, 4).map(({ look }) => look)).size).toBe(4)
  expect(frames[4]?.look).toBe(frames[0]?.look)
  expect(frames.map(({ width }) => width)).toEqual(['60%', '60%', '60%', '60%', '60%'])
})

test('the tooltip takes four types and five positions, others are normal and above [CMS-041]', () => {
  const lookOf = (fields: object) => {
    showBlocks([block('tooltip', { text: '先看这里', ...fields }, [heading('光')])])
    const look = screen.getByText('先看这里').parentElement?.className ?? ''
    cleanup()
    return look
  }
  for (const type of ['normal', 'success', 'warning', 'error']) {
    for (const position of ['top', 'left', 'bottom', 'right', 'bottom-left']) {
      const look = lookOf({ type, position })
      expect(look).toMatch(new RegExp(`${position}(?![\\w-])`))
      if (type !== 'normal') expect(look).toContain(type)
    }
  }
  expect(lookOf({ type: 'dark', position: 'top-width' })).toBe(lookOf({ type: 'normal', position: 'top' }))
})

test('the tooltip does not open where there is no pointer that could be on it [CMS-042]', () => {
  const opened: string[] = []
  HTMLElement.prototype.showPopover = function () {
    if (this.getAttribute('role') === 'tooltip') opened.push(this.textContent ?? '')
  }
  const matches = HTMLElement.prototype.matches
  vi.spyOn(HTMLElement.prototype, 'matches').mockImplementation(function (this: HTMLElement, selector: string) {
    return selector === ':focus-visible' ? true : selector !== ':popover-open' && matches.call(this, selector)
  })
  const focusOn = (isTouch: boolean) => {
    vi.stubGlobal('matchMedia', () => ({ matches: isTouch }))
    showBlocks([block('tooltip', { text: '先看这里' }, [heading('光')])])
    fireEvent.focus(screen.getByRole('group'))
    cleanup()
  }
  focusOn(true)
  expect(opened).toEqual([])
  focusOn(false)
  expect(opened).toEqual(['先看这里'])
  vi.restoreAllMocks()
})

test('a tooltip over words alone can be reached by keyboard; over a link the link is enough', () => {
  showBlocks([block('tooltip', { text: '提示' }, [heading('光')])])
  expect(screen.getByRole('group').getAttribute('tabindex')).toBe('0')
  cleanup()
  const actions = [{ label: '去', url: '/faq' }]
  showBlocks([block('tooltip', { text: '提示' }, [block('callout', { title: '看', actions })])])
  expect(screen.getByRole('group').getAttribute('tabindex')).toBeNull()
})

test('frames without anything inside show nothing', () => {
  const kinds = ['container', 'panel', 'layout', 'alignment', 'tooltip']
  const { container } = showBlocks(kinds.map((kind) => block(kind, { text: '提示' })))
  expect(container.querySelectorAll('main *, [class*="blocks"] > * > *')).toHaveLength(0)
})
