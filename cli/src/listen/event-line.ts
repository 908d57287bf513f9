import { printTokens } from '../output/money.ts'
import { colourOf } from '../output/paint.ts'
import { toPlainText } from '../output/plain-text.ts'
import { amountOf } from '../output/transaction-lines.ts'
import type { Session } from '../session.ts'
import { type Answer, answerText, isTaken } from '../webhooks/post-webhook.ts'
import type { ToldAny } from './read-feed.ts'

/** Prints an event on one line: time, number, type, and the amount, reference and id of its transaction, or the rows of its batch. */
export function eventLine({ event, session }: { event: ToldAny['event']; session: Session }): string {
  const { data } = event
  const status = 'batch' in data ? data.batch.state : data.transaction.status
  const at = session.paint(session.time(event.created_at), 'dim')
  const type = session.paint(event.type.padEnd(26), colourOf(status))
  return `${at}  ${`#${event.number}`.padEnd(6)}  ${type}  ${subjectOf(data)}`
}

function subjectOf(data: ToldAny['event']['data']): string {
  if ('transaction' in data) {
    const { transaction } = data
    return `${amountOf(transaction)}  ${toPlainText(transaction.reference)}  ${transaction.transaction_id}`
  }
  const { id, preview } = data.batch
  return preview === null ? id : `${printTokens(preview.total)} in ${preview.rows} rows  ${id}`
}

/** Prints the receiver's answer. */
export function answerLine(answer: Answer, session: Session): string {
  const said =
    answer.outcome === 'answered' && !isTaken(answer) && answer.body !== '' ? `: ${answer.body}` : ''
  const text = toPlainText(`${answerText(answer)} in ${answer.durationMs} ms${said}`)
  return `  → ${session.paint(text, isTaken(answer) ? 'green' : 'red')}`
}
