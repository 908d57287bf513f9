import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { assert } from '../../kernel/refusal.ts'
import { unsealBytes } from '../../kernel/seal-bytes.ts'
import { itemNames, type ToFix } from '../../records/businesses/go-live/go-live-file.ts'
import { titleOfCase } from '../../records/cases/case-words.ts'
import {
  isLinkKind,
  linkOf,
  type MailContent,
  type PayeesChangeWords,
  type TeamChangeWords,
  type WalletChangeWords,
} from '../../records/people/mail/mail-content.ts'
import { endMail, findMailToSend, type WaitingMail } from '../../records/people/mail/mail-store.ts'
import { writeMail } from '../../records/people/mail/mail-text.ts'
import type { Mailer } from '../../records/people/mail/mailer.ts'
import { forgetWake, type Nudge } from '../../records/transactions/wake-store.ts'
import { driveOnce } from '../advance/drive-object.ts'
import { type CaseHook, type NoticeDetails, sendCaseHook } from './send-case-hook.ts'

export type MailSending = Readonly<{
  mailer: Mailer
  /** The site that links lead to. Its host name is part of every Message-ID. */
  origin: string
  /** Decrypts the tokens of links. */
  mailKey: Buffer
}>

/** What PostgreSQL stores with a mail about a person who enrolled again (`reenrol`). */
type ReenrolledDetails = Readonly<{
  who?: Extract<MailContent, { kind: 'reenrolled' }>['who']
  signs_from: string
}>

/** What PostgreSQL stores with a mail about the team of a business (`note_team_change`). */
type TeamDetails = Omit<TeamChangeWords, 'roleBefore' | 'roleAfter' | 'isYou'> &
  Readonly<{ role_before: string | null; role_after: string | null; is_you: boolean }>
/** What PostgreSQL stores with a mail about a go-live file (`mail_owners`). */
type GoLiveDetails = Readonly<{ business: string; link_tag: string; to_fix?: readonly ToFix[] }>

/** What PostgreSQL stores with a mail about a wallet (`tell_wallet_change`). */
type WalletDetails = Omit<WalletChangeWords, 'readyAt' | 'page'> &
  Readonly<{ ready_at: string; link_tag: string }>

/** What PostgreSQL stores with a mail about the restriction to beneficiaries (`tell_payee_restriction`). */
type PayeesDetails = Omit<PayeesChangeWords, 'endsAt' | 'page'> &
  Readonly<{ ends_at: string | null; link_tag: string }>

export type MailDeps = Readonly<{
  pool: Pool
  clock: Clock
  /** Undefined: no mail server is configured, and mail waits. */
  sending: MailSending | undefined
  /** Undefined: the team has no endpoint for notices about cases, and they go by mail only. */
  caseHook: CaseHook | undefined
  onFailure: (mailId: string, error: unknown) => void
  /** A mail that nobody needs any more was not sent. */
  onGivenUp: (mailId: string) => void
}>

/**
 * Sends a mail. If the process dies after the mail server took it and before the row says so, the mail is sent again with the same
 * Message-ID and the same text. While the mail server fails, the mail is tried again until it is useless.
 */
export async function advanceMail(deps: MailDeps, id: string): Promise<Nudge | undefined> {
  const { pool, clock, onFailure } = deps
  return driveOnce({ pool, clock, unknown: 'not_found', onFailure }, id, async () => sendMail(deps, id))
}

async function sendMail(deps: MailDeps, id: string): Promise<void> {
  const { pool, clock, sending } = deps
  const mail = await findMailToSend(pool, id)
  if (mail === undefined) return forgetWake(pool, id)
  // A person who left gets no mail, and a link that has expired helps nobody.
  if (mail.isDisabled || clock.now() >= mail.expiresAt) {
    await endMail(pool, id, 'given_up', clock.now())
    return deps.onGivenUp(id)
  }
  if (mail.kind === 'case_hook') {
    if (deps.caseHook === undefined) return endMail(pool, id, 'given_up', clock.now())
    await sendCaseHook(deps.caseHook, { ...mail, id, at: clock.now() })
    return endMail(pool, id, 'sent', clock.now())
  }
  if (sending === undefined) throw new Error('set SMTP_URL to send mail (see docs/operate/settings.md)')
  await sending.mailer.send({
    messageId: `<${id}@${new URL(sending.origin).hostname}>`,
    to: { name: mail.name, address: mail.email },
    ...writeMail(mail.name, contentOf(sending, id, mail)),
  })
  await endMail(pool, id, 'sent', clock.now())
}

function contentOf(
  { origin, mailKey }: MailSending,
  id: string,
  { kind, details, sealed, expiresAt }: WaitingMail,
): MailContent {
  if (isLinkKind(kind)) {
    assert(sealed !== null, `mail ${id} must have the token of its link`)
    const link = linkOf(origin, kind, unsealBytes(mailKey, id, sealed).toString())
    if (kind !== 'team_invitation') return { kind, link, expiresAt }
    const { business, by, role } = details as { business: string; by: string; role: string }
    return { kind, link, expiresAt, business, by, role }
  }
  if (kind === 'team_changed') {
    const { role_before: roleBefore, role_after: roleAfter, is_you: isYou, ...rest } = details as TeamDetails
    return { kind, ...rest, roleBefore, roleAfter, isYou }
  }
  if (kind === 'wallet_changed') {
    const { ready_at: readyAt, link_tag: linkTag, ...rest } = details as WalletDetails
    const page = `${origin}/dashboard/${linkTag}/${rest.mode}/balance/wallets`
    return { kind, ...rest, readyAt: new Date(readyAt), page }
  }
  if (kind === 'payees_changed') {
    const { ends_at: endsAt, link_tag: linkTag, ...rest } = details as PayeesDetails
    const page = `${origin}/dashboard/${linkTag}/${rest.mode}/pay-out`
    return { kind, ...rest, endsAt: endsAt === null ? undefined : new Date(endsAt), page }
  }
  if (kind === 'case_notice') {
    const { why, case_id: caseId, kind: asked, mode, due_at: dueAt, by = null } = details as NoticeDetails
    const title = titleOfCase(asked)
    return { kind, why, caseId: formatId('case', caseId), title, mode, dueAt: new Date(dueAt), by }
  }
  if (kind === 'break_glass') {
    const { reason, people } = details as { reason: string; people: readonly string[] }
    return { kind, reason, people }
  }
  if (kind === 'go_live_refused' || kind === 'went_live') {
    const { business, link_tag: linkTag, to_fix: toFix = [] } = details as GoLiveDetails
    const page = `${origin}/dashboard/${linkTag}/live`
    if (kind === 'went_live') return { kind, business, page }
    const fixes = toFix.map(({ item, words }) => `${itemNames[item]}: ${words}`)
    return { kind, business, page: `${page}/go-live`, fixes }
  }
  const { who, signs_from: signsFrom } = details as ReenrolledDetails
  assert(kind === 'reenrolled', `mail ${id} is no mail`)
  return { kind, who, signsFrom: new Date(signsFrom) }
}
