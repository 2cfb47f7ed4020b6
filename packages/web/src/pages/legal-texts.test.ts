import { expect, test } from 'vitest'
import { legalText } from './legal-texts.server.ts'

test.each([
  ['/app/privacy', '隐私政策', 'Privacy policy'],
  ['/app/terms', '服务条款', 'Terms'],
  ['/app/person-info-list', '个人信息收集清单', 'Personal information we collect'],
  ['/contact', '联系我们', 'Contact'],
  ['/term-of-service', '用户协议', 'Terms of service'],
])(
  '%s has a text in each language, and so has its data request [SHELL-003] [SHELL-004] [SHELL-005] [SHELL-006] [SHELL-007]',
  (path, zh, en) => {
    for (const [locale, title] of [
      ['zh_CN', zh],
      ['en_US', en],
    ] as const) {
      const text = legalText(path, locale)
      expect(text.title).toBe(title)
      expect(text.updated).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(text.sections.length).toBeGreaterThan(3)
      expect(legalText(`${path}.data`, locale)).toEqual(text)
      const words = JSON.stringify(text)
      expect(words).not.toMatch(/^- |## /m)
      expect(/\p{Script=Han}/u.test(words)).toBe(locale === 'zh_CN')
    }
  },
)
