import { randomUUID } from 'node:crypto'
import type { Transaction, TransactionReply } from '../api/wire.ts'
import { parseExact } from '../output/exact-json.ts'
import type { Session } from '../session.ts'
import { type Check, failed, passed } from './check.ts'

const check = { name: 'create_once', title: 'The same order, sent twice at once, creates one transaction' }

/**
 * Checks the integration if it has a URL that creates transactions: a POST of {"reference", "amount"} that returns the transaction_id.
 * Otherwise checks the API itself, with one reference and two idempotency keys.
 */
export async function judgeCreates(session: Session, createUrl: string | undefined): Promise<Check> {
  const reference = `certify-${randomUUID().slice(0, 13)}`
  const create = async () =>
    createUrl === undefined
      ? createAtApi(session, reference)
      : createAtIntegration(session, createUrl, reference)
  const ids = await Promise.all([create(), create()])
  const [first, second] = ids
  if (first === undefined || second === undefined) {
    return failed(check, 'the response of --create-url has no transaction_id')
  }
  if (first !== second) return failed(check, `one order created two transactions: ${first} and ${second}`)
  if (createUrl === undefined)
    return passed(check, 'checked at the API; pass --create-url to test your own service')
  const { transactions } = (
    await session.get<{ transactions: readonly Transaction[] }>('/transactions/v1', { reference })
  ).body
  return transactions.length === 1
    ? passed(check, first)
    : failed(check, `the API has ${transactions.length} transactions with the reference ${reference}`)
}

async function createAtApi(session: Session, reference: string): Promise<string> {
  const reply = await session.post<TransactionReply>(
    '/transactions/v1/offramp',
    {
      ...(await session.owner()),
      type: 'sell_ramp',
      amount: '100',
      bank_name: 'GTBank',
      account_number: '0123456789',
      reference,
    },
    { idempotencyKey: randomUUID() },
  )
  return reply.body.transaction.transaction_id
}

async function createAtIntegration(
  { world }: Session,
  url: string,
  reference: string,
): Promise<string | undefined> {
  const response = await world.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference, amount: '15000' }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  try {
    const body = parseExact(text) as { transaction_id?: string; transaction?: { transaction_id?: string } }
    return body.transaction_id ?? body.transaction?.transaction_id
  } catch {
    return undefined
  }
}
