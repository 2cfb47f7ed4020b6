import { expect, test } from 'vitest'
import { attachmentKinds, attachmentUrl, endingOf, faultBefore, likelyKind, mostBytes } from './upload-rules.ts'

const gigabyte = 1_073_741_824

test('videos, builds, assets and packages may have 3 GB, everything else 1 GB, to the byte [PLAT-039]', () => {
  const names = {
    image: 'a.png',
    video: 'a.mp4',
    caption: 'a.vtt',
    material: 'a.pdf',
    asset: 'a.zip',
    webgl: 'a.zip',
    package: 'a.zip',
  }
  const limits = attachmentKinds.map((kind) => {
    const name = names[kind]
    const most = mostBytes(kind)
    expect(faultBefore({ kind, name, byteSize: most })).toBeNull()
    return [kind, most / gigabyte, faultBefore({ kind, name, byteSize: most + 1 })]
  })
  expect(limits).toEqual([
    ['image', 1, 'upload_attachment_too_large_1G'],
    ['video', 3, 'upload_attachment_too_large_3G'],
    ['caption', 1, 'upload_attachment_too_large_1G'],
    ['material', 1, 'upload_attachment_too_large_1G'],
    ['asset', 3, 'upload_attachment_too_large_3G'],
    ['webgl', 3, 'upload_attachment_too_large_3G'],
    ['package', 3, 'upload_attachment_too_large_3G'],
  ])
})

test.each([
  ['Setup.EXE', 'exe'],
  ['archive.tar.gz', 'gz'],
  ['.htaccess', ''],
  ['no ending', ''],
  ['讲义.pdf', 'pdf'],
  ['a.b/c', ''],
])('the ending of %s is %j', (name, ending) => {
  expect(endingOf(name)).toBe(ending)
})

test('programs and pages are refused whatever the case of their ending [PLAT-037]', () => {
  for (const name of ['a.EXE', 'a.Html', 'a.svg', 'a.js', 'a.bat', 'a.jar', '.bat', 'a.bat.', 'a.bat. .']) {
    expect([name, faultBefore({ kind: 'material', name, byteSize: 1 })]).toEqual([name, 'upload_forbidden_type'])
  }
  for (const name of ['a.cs', 'a.unitypackage', 'a.blend', 'README', 'a.zip', '.htaccess', 'a...']) {
    expect([name, faultBefore({ kind: 'asset', name, byteSize: 1 })]).toEqual([name, null])
  }
})

test('a name says what a file is probably for', () => {
  const kinds = ['a.PNG', 'b.mp4', 'c.srt', 'd.zip', 'e.ts', 'f'].map(likelyKind)
  expect(kinds).toEqual(['image', 'video', 'caption', 'material', 'material', 'material'])
})

test('an address carries any name', () => {
  expect(attachmentUrl('at_1', '讲义 #1/2?.pdf')).toBe('/media/attachments/at_1/%E8%AE%B2%E4%B9%89%20%231%2F2%3F.pdf')
})
