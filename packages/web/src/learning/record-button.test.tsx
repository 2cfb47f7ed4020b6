// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { RecordButton } from './record-button.tsx'

beforeEach(prepareBrowser)

test('starting a free item carries a conversion tag, starting one that is not free does not [ANA-001]', () => {
  for (const isFree of [true, false]) {
    show(
      <RecordButton
        item={{ title: '级联阴影', isFree, type: 'tutorial' }}
        button={{ kind: 'start' }}
        continueTo={null}
        onStart={() => undefined}
        onRestart={() => undefined}
        formAction="/"
      />,
      'guest',
    )
    const { conversion } = screen.getByRole('button', { name: '开始学习' }).dataset
    expect(conversion).toBe(isFree ? 'free-start' : undefined)
    cleanup()
  }
})
