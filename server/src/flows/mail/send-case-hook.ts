import { formatId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { WebhookSender } from '../../movements/webhooks/webhook-sender.ts'
import type { CaseKind } from '../../records/cases/case-file.ts'
import { titleOfCase } from '../../records/cases/case-words.ts'
import type { CaseNoticeWords } from '../../records/people/mail/mail-content.ts'
import type { WaitingMail } from '../../records/people/mail/mail-store.ts'
import { signWebhook } from '../../records/webhooks/webhook-signing.ts'
import { webhookTimes } from '../webhooks/webhook-times.ts'

/** One endpoint of the operators' team that receives notices about cases, and the key that signs them. */
export type CaseHook = Readonly<{ url: string; key: Buffer; sender: WebhookSender }>

/** What PostgreSQL stores with a notice about a case (`notify_operator`). */
export type NoticeDetails = Pick<CaseNoticeWords, 'why'> &
  Readonly<{ mode: Mode; case_id: string; kind: CaseKind; due_at: string; by?: string }>

/**
 * Sends a notice to the endpoint of the team, signed and behind the walls of every webhook. Throws unless the endpoint took it. The same notice
 * always has the same id and the same body.
 */
export async function sendCaseHook(
  { url, key, sender }: CaseHook,
  { id, at, ...mail }: WaitingMail & Readonly<{ id: string; at: Date }>,
): Promise<void> {
  const { why, mode, case_id: caseId, kind, due_at: dueAt, by = null } = mail.details as NoticeDetails
  const eventId = formatId('event', id)
  const body = JSON.stringify({
    id: eventId,
    type: 'case.notice',
    mode,
    data: {
      why,
      case_id: formatId('case', caseId),
      kind,
      title: titleOfCase(kind),
      due_at: new Date(dueAt).toISOString(),
      by,
      to: { name: mail.name, email: mail.email },
    },
  })
  const headers = signWebhook({ id: eventId, body, at }, [key])
  const sent = await sender.send({ url, headers, body, mode, deadlineMs: webhookTimes.deadlineMs })
  if (sent.outcome === 'answered' && sent.status >= 200 && sent.status < 300) return
  const problem = sent.outcome === 'answered' ? `it answered ${sent.status}` : sent.reason
  throw new Error(`the endpoint of CASE_NOTICES_URL did not take a notice: ${problem}`)
}
