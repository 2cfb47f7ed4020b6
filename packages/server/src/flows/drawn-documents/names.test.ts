import { expect, test } from 'vitest'
import { completePath } from '#testing/complete-path.ts'
import { signsOfPdf } from '#testing/pdf-signs.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const guest = await site.guest()

async function fileOf(name: string, language: string): Promise<Buffer> {
  const number = await completePath(site, await site.user({ name }))
  const url = `/api/learn/cn/certificate/${number}/file.pdf`
  const answer = await guest.inject({ method: 'GET', url, headers: { 'accept-language': language } })
  expect([name, answer.statusCode]).toEqual([name, 200])
  return answer.rawPayload
}

const names = {
  Latin: 'Łukasz Żółkiewski İpek Čapek',
  Vietnamese: 'Nguyễn Thị Ánh Đặng',
  Cyrillic: 'Дмитрий Їжакевич',
  Greek: 'Γιώργος Παπαδόπουλος',
  Chinese: '髙𠮷林知远',
  Japanese: '渡邉さくらヒロ',
  Korean: '김민준똠',
  Hebrew: 'דוד כהן',
  Arabic: 'محمد عبدالله',
  Thai: 'สมชาย ใจดี',
}

for (const [script, name] of Object.entries(names)) {
  test(`a certificate carries every letter of a name in ${script}, in whatever language it is read`, async () => {
    for (const language of ['zh', 'en', 'ko'])
      expect(signsOfPdf(await fileOf(name, language))).toEqual(
        expect.arrayContaining([...new Set(name.replaceAll(' ', ''))]),
      )
  })
}

test('a letter that no font has is a box in the file and said on the page', async () => {
  const number = await completePath(site, await site.user({ name: '林䶮' }))
  const url = `/api/learn/cn/certificate/${number}/file.pdf`
  const { rawPayload } = await guest.inject({ method: 'GET', url })
  expect(signsOfPdf(rawPayload)).toEqual(expect.arrayContaining(['林', '□']))
  const of = await guest.inject({ method: 'GET', url: `/api/learn/cn/certificate/of/${number}` })
  expect(of.json()).toMatchObject({ holderName: '林䶮', lettersWithoutFont: '䶮' })
})
