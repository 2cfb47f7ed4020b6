import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { send } from '../tools/publish-lesson.ts'
import { ownAddress, signIn } from '../tools/visit.ts'
import { creator } from './authors.ts'
import { test } from './person.ts'
import { zipOf } from './zip.ts'

test.use({ extraHTTPHeaders: ownAddress() })

// adds two numbers
const wasm = Buffer.from('0061736d0100000001070160027f7f017f030201000707010361646400000a09010700200020016a0b', 'hex')

const framework = `window.startEngine = async () => {
  const { numbers } = await (await fetch('Build/game.data.gz')).json()
  const { instance } = await WebAssembly.instantiateStreaming(fetch('Build/game.wasm.br'))
  const drawing = document.querySelector('canvas').getContext('2d')
  drawing.fillStyle = '#24b47e'
  drawing.fillRect(40, 20, 220, 110)
  document.querySelector('p').textContent = 'The sum is ' + instance.exports.add(...numbers)
}`

const loader = `const script = document.createElement('script')
script.src = 'Build/game.framework.js.br'
script.onload = () => startEngine()
document.body.append(script)`

test('a build with packed files, as engines export it, runs where its creator looks at it', async ({
  page,
  context,
}) => {
  await signIn(context, creator)
  const name = `build-${Date.now()}.zip`
  const buffer = zipOf({
    'index.html':
      '<!doctype html><title>Build</title><canvas></canvas><p></p><script src="Build/game.loader.js"></script>',
    'Build/game.loader.js': loader,
    'Build/game.framework.js.br': brotliCompressSync(framework),
    'Build/game.data.gz': gzipSync(JSON.stringify({ numbers: [40, 2] })),
    'Build/game.wasm.br': brotliCompressSync(wasm),
  })
  const multipart = { kind: 'webgl', file: { name, mimeType: 'application/zip', buffer } }
  await send(context.request, '/api/learn/attachment?kind=webgl', { multipart })
  await page.goto('/creator/media')
  await page.getByRole('button', { name: `查看${name}` }).click()
  await page.getByRole('button', { name: '预览' }).click()
  await page.getByRole('button', { name: '启动' }).click()
  await expect(page.frameLocator(`iframe[title="${name}"]`).getByText('The sum is 42')).toBeVisible()
})
