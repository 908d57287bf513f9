import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type CaughtMail = Readonly<{ to: string; messageId: string; subject: string; text: string }>

export type MailCatcher = Readonly<{
  port: number
  /** Every mail that was accepted, in the order of arrival, with its copies. */
  mails: readonly CaughtMail[]
  /** Accepts the next mail, and loses the connection before it says so. The sender cannot know. */
  loseNextAnswer(): void
  stop(): Promise<void>
}>

/** Starts a mail server in this process that keeps what it receives. With `port`, it comes back where an earlier one was. */
export async function startMailCatcher(port = 0): Promise<MailCatcher> {
  const mails: CaughtMail[] = []
  let losesNext = false
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(',')
      const keep = (raw: string): void => {
        mails.push(readMail(raw, to))
        const isLost = losesNext
        losesNext = false
        done(isLost ? Object.assign(new Error('the answer is lost'), { responseCode: 421 }) : null)
      }
      void text(stream).then(keep, done)
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    mails,
    loseNextAnswer: () => {
      losesNext = true
    },
    stop: async () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Reads the plain mails that we send ourselves. */
function readMail(raw: string, to: string): CaughtMail {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
  const body = rest.join('\r\n\r\n')
  const isQuoted = header('Content-Transfer-Encoding') === 'quoted-printable'
  return {
    to,
    messageId: header('Message-ID'),
    subject: header('Subject'),
    text: (isQuoted ? unquote(body) : body).replaceAll('\r\n', '\n').trimEnd(),
  }
}

function unquote(body: string): string {
  const joined = body.replaceAll('=\r\n', '')
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
