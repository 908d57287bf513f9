import { randomUUID } from 'node:crypto'
import type { PreviewReply, Transaction, TransactionReply } from '../api/wire.ts'
import { askPerson, confirmLive, type Question } from '../ask-person.ts'
import { readAmount } from '../output/money.ts'
import { amountOf, previewLines, transactionLines } from '../output/transaction-lines.ts'
import type { Session } from '../session.ts'
import { untilSettled } from '../until-settled.ts'
import { UsageError } from '../usage-error.ts'

export type MakeFlags = Readonly<{
  amount?: string
  reference?: string
  idempotencyKey?: string
  preview?: boolean
  wait?: boolean
  yes?: boolean
}>

type Made = Readonly<{
  type: 'Buy' | 'Sell' | 'Withdrawal'
  path: string
  body: Readonly<Record<string, string | undefined>>
  flags: MakeFlags
  /** Hints for the next step. */
  next(transaction: Transaction): readonly string[]
}>

/** Previews or creates a buy, sell or withdrawal, and prints the next step. */
export async function makeTransaction(session: Session, made: Made): Promise<number | undefined> {
  const { flags, type, path } = made
  const body = { ...(await session.owner()), ...given(made.body), ...given({ reference: flags.reference }) }
  if (flags.preview === true) {
    const reply = await session.post<PreviewReply>(`${path}/preview`, body)
    session.show(reply, () => previewLines(reply.body, type, session))
    return reply.body.preview.ok ? 0 : 1
  }
  if (session.settings.mode === 'live') {
    const what = `${type.toLowerCase()} of ${amountOf({ type, amount: made.body['amount'] ?? '' })}`
    await confirmLive(session.world, what, flags.yes === true)
  }
  // A request with an idempotency key can be repeated if its answer is lost.
  const { idempotencyKey = randomUUID() } = flags
  const reply = await session.post<TransactionReply>(path, body, { idempotencyKey })
  const { transaction, message } = reply.body
  if (flags.wait !== true) {
    session.show(reply, () => [
      session.paint(message, 'green'),
      ...transactionLines(transaction, session),
      ...made.next(transaction),
    ])
    return undefined
  }
  if (!session.isJson) session.say(session.paint(message, 'green'), ...transactionLines(transaction, session))
  return untilSettled(session, transaction)
}

/** Returns a value that was not given. In test mode everything has a sample, so that the first command needs no flags. */
export async function fill(session: Session, given: string | undefined, question: Question): Promise<string> {
  if (given !== undefined) return given
  const { sample, ...asked } = question
  const isTest = session.settings.mode === 'test'
  const { answer, isSample } = await askPerson(session.world, {
    ...asked,
    ...(isTest && sample !== undefined ? { sample } : {}),
  })
  if (isSample && !session.world.terminal.input && !session.isJson) {
    session.say(
      session.paint(`--${question.flag} ${answer} (a sample value, because this is test mode)`, 'dim'),
    )
  }
  return answer
}

export async function fillAmount(
  session: Session,
  typed: string | undefined,
  sample: string,
): Promise<string> {
  const answer = await fill(session, typed, { flag: 'amount', words: 'Amount', sample })
  const amount = readAmount(answer)
  if (amount === undefined) {
    throw new UsageError(`"${answer}" is not an amount. Use 15000 or 15000.50, with at most two decimals.`)
  }
  return amount
}

function given(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  )
}
