import { createTransport } from 'nodemailer'
import type { Mailer } from '../../records/people/mail/mailer.ts'

type SmtpSettings = Readonly<{
  host: string
  port: number
  /** TLS from the first byte. Otherwise the connection is upgraded before anything is sent. */
  isImplicitTls: boolean
  /** Only for a mail server on this machine: no network carries the mail. */
  isPlain: boolean
  auth: Readonly<{ user: string; pass: string }> | undefined
  from: string
}>

// A mail server that does not answer must not hold up the other mails for long. The mail is tried again.
const TIMEOUT_MS = 10_000

/** Sends mail over SMTP, one connection per mail: there are few. */
export function createSmtpMailer({ host, port, isImplicitTls, isPlain, auth, from }: SmtpSettings): Mailer {
  const transport = createTransport({
    host,
    port,
    secure: isImplicitTls,
    requireTLS: !isPlain && !isImplicitTls,
    ignoreTLS: isPlain,
    ...(auth && { auth }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A text of ours never names a file or a URL to attach.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ messageId, to, subject, text }) => {
      await transport.sendMail({
        messageId,
        from,
        to,
        subject,
        text,
        // Vacation replies and ticket systems do not answer such mail.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
  }
}
