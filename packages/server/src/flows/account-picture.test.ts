import { updateUserAvatar } from '@lantern/contract/identity/account.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decideReview } from '#identity/index.ts'
import { type Person, testSite } from '#testing/site.ts'
import { newPhone } from '#testing/sms.ts'

const site = await testSite()

async function picture(background: string, format: 'png' | 'jpeg' | 'webp' = 'png', side = 300): Promise<string> {
  const image = sharp({ create: { width: side, height: side + 100, channels: 3, background } })
  const bytes = await image
    .toFormat(format)
    .withExif({ IFD0: { Artist: 'home address' } })
    .toBuffer()
  return `data:image/${format};base64,${bytes.toString('base64')}`
}

function send(person: Person, avatar: string) {
  return person.call(updateUserAvatar, { body: { avatar } })
}

async function avatarOf(person: Person) {
  return (await person.call(getSession)).result.user?.avatar
}

test('an approved picture is cut to a square, kept without what came with it, and shown [IDENT-122]', async () => {
  const ada = await site.learner()
  const { status, result } = await send(ada, await picture('#3a6ea5', 'jpeg'))
  expect(status).toBe(200)
  expect(result.status).toBe('approved')
  expect(result.avatar).toMatch(/^\/media\/images\/img_\w+\/200\.webp$/)
  expect(await avatarOf(ada)).toBe(result.avatar)
  const original = await site.inject({ method: 'GET', url: result.avatar?.replace('200.webp', 'orig.webp') ?? '' })
  const facts = await sharp(original.rawPayload).metadata()
  expect(facts).toMatchObject({ width: 512, height: 512, format: 'webp' })
  expect(facts.exif).toBeUndefined()
  expect((await site.inject({ method: 'GET', url: result.avatar ?? '' })).headers['content-type']).toBe('image/webp')
})

test('a rejected picture changes nothing [IDENT-129]', async () => {
  const ada = await site.learner()
  const { result: before } = await send(ada, await picture('#3a6ea5'))
  expect((await send(ada, await picture('#e01010'))).result).toEqual({ status: 'rejected', avatar: before.avatar })
  expect(await avatarOf(ada)).toBe(before.avatar)
})

test('a picture that needs a person is shown once one has said yes [IDENT-130]', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone })
  expect((await send(ada, await picture('#f0f010'))).result).toEqual({ status: 'needAdmin', avatar: null })
  expect(await avatarOf(ada)).toBeNull()
  await decideReview(site.services, phone, 'approve')
  expect(await avatarOf(ada)).toMatch(/^\/media\/images\//)
})

test('when the review cannot be reached, the picture stays as it was and that is said [IDENT-131]', async () => {
  const ada = await site.learner()
  expect((await send(ada, await picture('#f010f0'))).result).toEqual({ status: 'requestFailed', avatar: null })
})

test('what is no picture, or only says it is one, is refused', async () => {
  const ada = await site.learner()
  const dressed = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString(
    'base64',
  )
  const png = (await picture('#3a6ea5')).slice('data:image/png;base64,'.length)
  for (const avatar of [
    'https://evil.example/a.png',
    'data:text/html;base64,PGI+',
    `data:image/svg+xml;base64,${dressed}`,
    `data:image/png;base64,${dressed}`,
    `data:image/png;base64,${png.slice(0, 200)}`,
    'data:image/png;base64,',
    '',
  ]) {
    expect((await send(ada, avatar)).status, avatar.slice(0, 30)).toBe(415)
  }
  const large = Buffer.alloc(2 * 1024 * 1024 + 1).toString('base64')
  expect((await send(ada, `data:image/png;base64,${large}`)).status).toBe(413)
  expect(await avatarOf(ada)).toBeNull()
  expect((await send(site.guest(), 'data:')).status).toBe(401)
})

test('a person may send only so many pictures a day', async () => {
  const ada = await site.learner()
  let last = 0
  for (let time = 0; time <= 30 && last !== 429; time++) last = (await send(ada, 'data:')).status
  expect(last).toBe(429)
})
