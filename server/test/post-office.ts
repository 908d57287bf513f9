import { type CaughtMail, type MailCatcher, startMailCatcher } from '@afara/stack/mail/mail-catcher.ts'
import { advanceMail, type MailDeps } from '../src/flows/mail/send-mail.ts'
import type { Clock } from '../src/kernel/clock/clock.ts'
import { createPool, type Pool } from '../src/kernel/postgres/pool.ts'
import { createSmtpMailer } from '../src/rails/mail/smtp-mailer.ts'

export const MAIL_KEY = Buffer.alloc(32, 5)
const ORIGIN = 'http://localhost'

export type PostOffice = Readonly<{
  deps: MailDeps
  catcher(): MailCatcher
  /** Stops the mail server. Connections are refused until `open`. */
  close(): Promise<void>
  /** Starts the mail server again, on the same port. */
  open(): Promise<void>
  /** Sends every mail that is due, as the worker would. */
  deliver(): Promise<void>
  /** Every mail to an address, with copies, in the order of arrival. */
  to(address: string): readonly CaughtMail[]
  stop(): Promise<void>
}>

/** Sends mail of a test database over SMTP to a mail server in this process, with the rights of the worker. */
export async function openPostOffice(
  database: Readonly<{ url(role: string): string }>,
  clock: Clock,
  caseHook?: MailDeps['caseHook'],
): Promise<PostOffice> {
  let catcher = await startMailCatcher()
  const { port } = catcher
  const received: CaughtMail[] = []
  const pool: Pool = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
  const smtp = {
    host: '127.0.0.1',
    port,
    isImplicitTls: false,
    isPlain: true,
    auth: undefined,
    from: 'afara@afara.test',
  }
  const deps: MailDeps = {
    pool,
    clock,
    sending: { mailer: createSmtpMailer(smtp), origin: ORIGIN, mailKey: MAIL_KEY },
    caseHook,
    onFailure: () => {},
    onGivenUp: () => {},
  }
  const all = () => [...received, ...catcher.mails]
  return {
    deps,
    catcher: () => catcher,
    close: async () => {
      received.push(...catcher.mails)
      await catcher.stop()
    },
    open: async () => {
      catcher = await startMailCatcher(port)
    },
    deliver: async () => {
      const { rows } = await pool.query<{ id: string }>(
        `select subject_id as id from wake where type = 'mail' and due_at <= $1 order by due_at, subject_id`,
        [clock.now()],
      )
      for (const { id } of rows) await advanceMail(deps, id)
    },
    to: (address) => all().filter((mail) => mail.to === address),
    stop: async () => {
      await catcher.stop()
      await pool.end()
    },
  }
}

/** Returns the token of the link in a mail. */
export function tokenIn(mail: CaughtMail | undefined): string {
  const [, token] = /^http:\/\/localhost\/[a-z-]+#(\S+)$/m.exec(mail?.text ?? '') ?? []
  if (token === undefined) throw new Error(`no link in the mail: ${mail?.text}`)
  return token
}
