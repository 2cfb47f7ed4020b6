import { expect, test } from 'vitest'
import { type Cue, captionLimits, parseCaptions, spokenText, writeVtt } from './captions.ts'

function cuesOf(source: string): Cue[] {
  const parsed = parseCaptions(source)
  if ('fault' in parsed) throw new Error(parsed.fault)
  return parsed.cues
}

test('WebVTT is read with its settings, without notes, styles and regions', () => {
  const source = `WEBVTT - a title

STYLE
::cue { color: red }

NOTE nobody says this
00:01.000 -- > 00:02.000

intro
00:01.000 --> 00:02.500 align:start line:90% region:x position:120%
第一句
<v Ada>第二句</v>

01:00:00.000 --> 01:00:01.000
最后
`
  expect(cuesOf(source)).toEqual([
    { start: 1, end: 2.5, text: '第一句\n<v Ada>第二句</v>', settings: 'align:start line:90%' },
    { start: 3600, end: 3601, text: '最后', settings: '' },
  ])
})

test('SubRip is read, with its numbers, commas and colours, also without empty lines between', () => {
  const source =
    '\uFEFF1\r\n00:00:01,000 --> 00:00:02,000\r\n<font color="red">你好</font>\r\n' +
    '2\r\n00:00:03,5 --> 00:00:04,000\r\n{\\an8}<i>再见</i>\r\n\r\n'
  expect(cuesOf(source)).toEqual([
    { start: 1, end: 2, text: '你好', settings: '' },
    { start: 3.5, end: 4, text: '<i>再见</i>', settings: '' },
  ])
})

test('what is written is read again as it was, and no cue can smuggle markup or a second cue', () => {
  const source = `WEBVTT

00:00.000 --> 00:01.000
<script>alert(1)</script> a < b <img src=x onerror=alert(1)> & c <b>bold</b>

00:00.000 --> 00:00.000
never shown

00:62.000 --> 01:00.000
no such second
`
  const parsed = parseCaptions(source)
  expect(parsed).toMatchObject({ skipped: 2, cues: [{ text: 'alert(1) a &lt; b  & c <b>bold</b>' }] })
  const cues = cuesOf(source)
  expect(cuesOf(writeVtt(cues))).toEqual(cues)
  expect(spokenText(cues[0]?.text ?? '')).toBe('alert(1) a < b  & c bold')
})

test('what is not captions is refused with the reason', () => {
  expect(parseCaptions('WEBVTT\n\nNOTE nothing')).toEqual({ fault: 'captions_empty' })
  expect(parseCaptions('')).toEqual({ fault: 'captions_unknown' })
  expect(parseCaptions('<html><body>captions</body></html>')).toEqual({ fault: 'captions_unknown' })
  expect(parseCaptions('WEBVTT\n\n00:00.000 --> 00:01.000\n\0')).toEqual({ fault: 'captions_not_text' })
  expect(parseCaptions(`WEBVTT\n${'x'.repeat(captionLimits.bytes)}`)).toEqual({ fault: 'captions_too_large' })
})

test('captions that overlap, of any line ends, with a mark of their encoding, are all kept in the order of time', () => {
  const source = [
    '\uFEFF2',
    '00:00:02,000 --> 00:00:03,000',
    '乙',
    '',
    '1',
    '00:00:01,000 --> 00:00:05,000 X1:10 Y1:20',
    '甲',
    '',
  ]
  for (const end of ['\n', '\r\n', '\r']) {
    expect(cuesOf(source.join(end)).map(({ start, text }) => [start, text])).toEqual([
      [1, '甲'],
      [2, '乙'],
    ])
  }
})

test('what was written to hold a reader up is read to its end', () => {
  const cue = 'WEBVTT\n\n00:01.000 --> 00:02.000\n'
  for (const part of ['{\\', '<', '<v', '<rt>', '\n', ' ', '1\n', '-->', '-->\n', '{\\a}', '00:']) {
    const many = part.repeat(Math.floor(600_000 / part.length))
    for (const source of [many, cue + many, `1${many}`]) expect(parseCaptions(source)).toBeDefined()
  }
})
