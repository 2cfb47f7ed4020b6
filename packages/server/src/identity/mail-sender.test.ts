import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { type MailSender, outboxSender, smtpSender } from './mail-sender.ts'

interface Received {
  to: string[]
  text: string
}

const site = await testSite()
const received: Received[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onAuth({ username, password }, _session, done) {
    if (username === 'lantern' && password === 'secret') done(null, { user: username })
    else done(new Error('no'))
  },
  onRcptTo(address, _session, done) {
    done(address.address.startsWith('full@') ? new Error('The mailbox is full') : null)
  },
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: decoded(chunks) })
      done()
    })
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
const { port } = server.server.address() as AddressInfo
afterAll(() => new Promise<void>((done) => server.close(() => done())))

/** Bodies come as quoted-printable or base64; subjects are looked for in the bytes. */
function decoded(chunks: Buffer[]): string {
  const [head = '', ...body] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head))
    return `${head}\n\n${Buffer.from(text, 'base64').toString('utf8')}`
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return `${head}\n\n${Buffer.from(bytes, 'latin1').toString('utf8')}`
}

const senders: Record<string, { sender: MailSender; read(to: string): Promise<string[]> }> = {
  outbox: {
    sender: outboxSender(site.services),
    async read(to) {
      const rows = await site.db.selectFrom('outbox_messages').select('body').where('recipient', '=', to).execute()
      return rows.map(({ body }) => body)
    },
  },
  smtp: {
    sender: smtpSender(`smtp://lantern:secret@127.0.0.1:${port}`, '引擎课堂 <no-reply@lantern.example>'),
    read: async (to) => received.filter((mail) => mail.to.includes(to)).map((mail) => mail.text),
  },
}

describe.each(Object.entries(senders))('%s', (name, { sender, read }) => {
  test('a mail arrives whole at exactly the address that is meant', async () => {
    const to = `ada@${name}.example`
    const link = 'http://127.0.0.1:3000/auth/email/confirm?token=a_B-9'
    await sender.send({ to, subject: '确认邮箱', text: `你好：\n\n${link}\n\n再见。` })
    const mails = await read(to)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.replaceAll('\r\n', '\n')).toContain(`你好：\n\n${link}\n\n再见。`)
  })

  test('an address that looks like several reaches none of them', async () => {
    const to = `ada@${name}.example,eve@${name}.example`
    await sender.send({ to, subject: 'x', text: 'y' }).catch(() => undefined)
    expect(await read(`eve@${name}.example`)).toEqual([])
  })
})

test('a mail that the server does not take is a failure', async () => {
  await expect(senders.smtp?.sender.send({ to: 'full@smtp.example', subject: 'x', text: 'y' })).rejects.toThrow()
  const wrong = smtpSender(`smtp://lantern:wrong@127.0.0.1:${port}`, 'no-reply@lantern.example')
  await expect(wrong.send({ to: 'ada@smtp.example', subject: 'x', text: 'y' })).rejects.toThrow()
})

test('a subject cannot smuggle in a header', async () => {
  const subject = 'Hello\r\nBcc: eve@smtp.example'
  await senders.smtp?.sender.send({ to: 'grace@smtp.example', subject, text: 'y' })
  expect(received.flatMap((mail) => mail.to)).not.toContain('eve@smtp.example')
  expect(received.find((mail) => mail.to.includes('grace@smtp.example'))?.text).not.toMatch(/^bcc:/im)
})

test('why a mail was not taken is told without whom it was for', async () => {
  const { sender } = senders.smtp ?? { sender: outboxSender(site.services) }
  const fault = await sender.send({ to: 'full@ada.example', subject: 'x', text: 'y' }).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(Error)
  expect(String(fault)).toMatch(/EENVELOPE.*550/)
  expect(JSON.stringify(pino.stdSerializers.err(fault as Error))).not.toContain('ada.example')
})
