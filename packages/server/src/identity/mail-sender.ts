import type { Services } from '#kit/services.ts'

export interface MailMessage {
  to: string
  subject: string
  text: string
  /** The same as a page. Left out: short mails with one link need nothing else, and every reader shows them. */
  html?: string
  headers?: Readonly<Record<string, string>>
  /** Names what is told: a mail that is sent again after a crash has the same, and mail programs show it once. */
  messageId?: string
}

/** Hands one message to the mail server; throws when that fails. */
export interface MailSender {
  send(message: MailMessage): Promise<void>
}

export function mailSenderOf(services: Services): MailSender {
  const { smtpUrl, mailFrom } = services.config
  return smtpUrl === undefined ? outboxSender(services) : smtpSender(smtpUrl, mailFrom)
}

/** Keeps messages on this site instead of sending them, to be read at /api/dev/outbox. */
export function outboxSender({ db, clock }: Pick<Services, 'db' | 'clock'>): MailSender {
  return {
    async send({ to, subject, text }) {
      await db
        .insertInto('outbox_messages')
        .values({ channel: 'mail', recipient: to, code: null, body: `${subject}\n\n${text}`, sent_at: clock.now() })
        .execute()
    },
  }
}

const answersWithinMs = 15_000

export function smtpSender(url: string, from: string): MailSender {
  let transport: ReturnType<typeof openTransport> | undefined
  return {
    async send({ to, ...message }) {
      transport ??= openTransport(url)
      await (await transport).sendMail({ from, to: { name: '', address: to }, ...message }).catch(nameless)
    },
  }
}

/** Whom it was for stands in what the server said, and what is thrown here goes into the log. */
function nameless(fault: { code?: string; command?: string; responseCode?: number }): never {
  const { code = 'no answer', command = 'none', responseCode = 'none' } = fault
  throw new Error(`A mail was not taken: ${code} (command ${command}, reply ${responseCode})`)
}

/** Throws unless the server can be reached and takes the user and password of the address. Sends nothing. */
export async function checkMailServer(url: string): Promise<void> {
  const transport = await openTransport(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

async function openTransport(url: string) {
  // loaded by the first mail: a site without a mail server never needs it
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: answersWithinMs,
    greetingTimeout: answersWithinMs,
    socketTimeout: answersWithinMs,
    // one address, never parsed as a list; the mail library may read no files and fetch nothing
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
