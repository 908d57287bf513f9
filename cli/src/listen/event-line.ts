import type { FeedEvent } from '../api/wire.ts'
import { colourOf } from '../output/paint.ts'
import { toPlainText } from '../output/plain-text.ts'
import { amountOf } from '../output/transaction-lines.ts'
import type { Session } from '../session.ts'
import { type Answer, answerText, isTaken } from '../webhooks/post-webhook.ts'

/** Prints an event on one line: time, number, type, amount, reference and transaction. */
export function eventLine({ event, session }: { event: FeedEvent; session: Session }): string {
  const { transaction } = event.data
  const at = session.paint(session.time(event.created_at), 'dim')
  const type = session.paint(event.type.padEnd(26), colourOf(transaction.status))
  return `${at}  ${`#${event.number}`.padEnd(6)}  ${type}  ${amountOf(transaction)}  ${toPlainText(transaction.reference)}  ${transaction.transaction_id}`
}

/** Prints the receiver's answer. */
export function answerLine(answer: Answer, session: Session): string {
  const said =
    answer.outcome === 'answered' && !isTaken(answer) && answer.body !== '' ? `: ${answer.body}` : ''
  const text = toPlainText(`${answerText(answer)} in ${answer.durationMs} ms${said}`)
  return `  → ${session.paint(text, isTaken(answer) ? 'green' : 'red')}`
}
