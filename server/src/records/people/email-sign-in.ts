import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { sealBytes } from '../../kernel/seal-bytes.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { parseEmail } from '../operators/operator.ts'
import {
  endSignIn,
  failSignIn,
  lockOpenedSignIn,
  openLink,
  requestEmailSignIn,
  requestRecovery,
} from './email-request-store.ts'
import { idOf } from './person.ts'
import {
  hashBrowserToken,
  hashEmailToken,
  newBrowserToken,
  newEmailToken,
  newInvitationToken,
  type Token,
} from './secret-token.ts'
import { judgeCode, type TotpDeps } from './set-up-totp.ts'
import { type StartedSession, startSession } from './start-session.ts'
import { countWrongCode, lockTotpInUse, MOST_FAILURES, useTotp } from './totp-store.ts'

/** `mailKey` encrypts the token of a link until its mail is sent. */
type MailingDeps = Readonly<{ pool: Pool; clock: Clock; mailKey: Buffer }>
type Asked = Readonly<{ email: string; address: string }>

/** How long a link works, and how long its person has to type a code. PostgreSQL refuses more for the link. */
const LINK_MS = 10 * 60_000
const MOST_CODES = 5

/**
 * Mails a link to sign in to a member with codes. Returns what the browser keeps: the link works only there. A browser that asks again keeps
 * what it has, so that all of its links work.
 */
export async function askToSignIn(
  deps: MailingDeps,
  { email, address, browser }: Asked & Readonly<{ browser: string | undefined }>,
): Promise<string> {
  const known = browser === undefined ? undefined : hashBrowserToken(browser)
  const kept: Token =
    known === undefined || browser === undefined ? newBrowserToken() : { text: browser, hash: known }
  const mailed = prepare(deps, { email, address }, newEmailToken())
  if (!(await requestEmailSignIn(deps.pool, { ...mailed, browserHash: kept.hash }))) refuseSource()
  return kept.text
}

/** Mails a link to enrol again to a member who enrolled before. */
export async function askToRecover(deps: MailingDeps, asked: Asked): Promise<void> {
  const mailed = prepare(deps, asked, newInvitationToken())
  if (!(await requestRecovery(deps.pool, { ...mailed, invitationId: newId() }))) refuseSource()
}

/** Uses up the link of a mail. Its browser can then type a code. */
export async function openEmailLink(
  { pool, clock }: Pick<MailingDeps, 'pool' | 'clock'>,
  { token, browser }: Readonly<{ token: string; browser: string | undefined }>,
): Promise<void> {
  const tokenHash = hashEmailToken(token)
  if (tokenHash === undefined) refuseEnded()
  const browserHash = browser === undefined ? undefined : hashBrowserToken(browser)
  const now = clock.now()
  const outcome = await inTransaction(pool, async (sql) =>
    openLink(sql, { token: tokenHash, browser: browserHash }, now, new Date(now.getTime() - LINK_MS)),
  )
  if (outcome === 'ended') refuseEnded()
  if (outcome === 'elsewhere') {
    throw new Refusal(
      'email_link_elsewhere',
      'Another browser asked for this link. Open it there. If you did not ask for it, ignore the mail.',
    )
  }
}

/** Starts a session for the member whose link this browser opened, if the code is right and new. Wrong codes are counted in any case. */
export async function finishEmailSignIn(
  deps: TotpDeps,
  { browser, code, userAgent }: Readonly<{ browser: string | undefined; code: string; userAgent: string }>,
): Promise<StartedSession> {
  const browserHash = browser === undefined ? undefined : hashBrowserToken(browser)
  if (browserHash === undefined) return refuseEnded()
  const outcome = await inTransaction(deps.pool, async (sql) =>
    tryCode(deps, sql, { browserHash, code, userAgent }),
  )
  if (outcome === 'ended') return refuseEnded()
  if (outcome !== 'refused') return outcome
  throw new Refusal(
    'code_refused',
    'This code is not right, or was used before. Type the code that your app shows now.',
  )
}

async function tryCode(
  deps: TotpDeps,
  sql: Sql,
  { browserHash, code, userAgent }: Readonly<{ browserHash: Buffer; code: string; userAgent: string }>,
): Promise<StartedSession | 'refused' | 'ended'> {
  const now = deps.clock.now()
  const opened = await lockOpenedSignIn(sql, browserHash, new Date(now.getTime() - LINK_MS))
  if (opened === undefined || opened.isDisabled) return 'ended'
  const { person } = opened
  const totp = await lockTotpInUse(sql, person.id)
  if (totp === undefined || totp.failures >= MOST_FAILURES) return 'ended'
  const step = judgeCode(deps, totp, code, now)
  if (step === undefined) {
    await countWrongCode(sql, totp.id)
    await failSignIn(sql, opened.id, MOST_CODES, now)
    if (totp.failures + 1 === MOST_FAILURES) {
      await appendAudit(sql, {
        actor: 'system:people',
        action: 'totp.locked',
        subject: idOf(person),
        reason: `${MOST_FAILURES} wrong codes in a row`,
      })
    }
    return 'refused'
  }
  await useTotp(sql, totp.id, step)
  await endSignIn(sql, opened.id, now)
  const place = { method: 'email_totp', client: 'browser', userAgent } as const
  return startSession(sql, { id: null, person }, place, now)
}

function prepare({ clock, mailKey }: MailingDeps, { email, address }: Asked, token: Token) {
  const mailId = newId()
  return {
    id: newId(),
    email: parseEmail(email),
    address,
    tokenHash: token.hash,
    mail: { id: mailId, sealed: sealBytes(mailKey, mailId, Buffer.from(token.text)) },
    at: clock.now(),
  }
}

function refuseSource(): never {
  throw new Refusal('rate_limited', 'Too many mails were asked for from your address. Wait 15 minutes.')
}

function refuseEnded(): never {
  throw new Refusal(
    'email_link_ended',
    'This link was used, is older than ten minutes, or had too many wrong codes. Ask for a new one.',
  )
}
