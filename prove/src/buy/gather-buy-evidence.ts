import { parseId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Decision, Evidence, SeenCase } from '@afara/stack/operators/employ-operators.ts'
import type { TrueLine } from '@afara/stack/simulators/bank-truth.ts'
import { minorOf } from '../chains/sent.ts'
import { decidePayout } from '../decide-payout.ts'
import { findUntold, nameOfLine } from './find-untold.ts'
import type { Purchase } from './purchase.ts'
import type { Stage } from './stage.ts'

// Matching comes first. Customers call about a credit only after it has been unmatched for this long.
const LEFT_FOR_MS = 8_000
const callers = new Set(['pays_oddly', 'underpays', 'overpays', 'splits', 'stranger_pays'])

/** Gathers what operators learn about buys: who really paid a credit and for what. The sources are the bank's truth and the payers. */
export async function gatherBuyEvidence(
  { owner, desk, chains }: Stage,
  purchases: readonly Purchase[],
): Promise<Evidence> {
  const [truth, payouts] = [await desk.truth(), await desk.payoutTruth()]
  const byReference = new Map(purchases.map((purchase) => [purchase.reference, purchase]))
  const decideCredit = async (lineId: string): Promise<Decision | undefined> => {
    const credit = await findTrueCredit(owner, truth, lineId)
    const purchase = credit === undefined ? undefined : byReference.get(credit.remark)
    if (credit === undefined || purchase === undefined) return undefined
    const isTheirs =
      credit.payerNumber === purchase.payer.account_number && credit.account === purchase.account
    const buy = await findBuy(owner, purchase)
    // Some customers pay before they send the request.
    if (buy === undefined) return undefined
    return isTheirs && buy.isOpen ? { action: 'allocate', transaction_id: buy.id } : { action: 'return' }
  }

  const decide = async (file: SeenCase): Promise<Decision | undefined> => {
    const purchase = byReference.get(file.reference ?? '')
    switch (file.kind) {
      case 'request':
      case 'weak_evidence':
      case 'ambiguous':
      case 'overpaid':
      case 'third_party':
      case 'duplicate':
      case 'unmatched':
        return file.lineId === null ? undefined : decideCredit(file.lineId)
      case 'recall': {
        const credit = file.lineId === null ? undefined : await findTrueCredit(owner, truth, file.lineId)
        const isTaken = truth.some(({ direction, of }) => direction === 'debit' && of === credit?.id)
        return file.suggests?.action === 'took_back' && isTaken ? file.suggests : undefined
      }
      case 'underpaid':
        return purchase?.conduct === 'underpays' ? { action: 'return_part' } : undefined
      case 'refund_due': {
        const [part] = (file.facts.parts ?? []) as ReadonlyArray<Readonly<{ credit: string }>>
        const lineId = part && parseId('credit', part.credit)
        const credit = lineId && (await findTrueCredit(owner, truth, lineId))
        return credit ? redirectTo(credit) : undefined
      }
      case 'payout_unknown':
        return decidePayout(file, payouts)
      case 'line_aside':
        return (await findUntold(owner, truth)).length === 0 ? { action: 'dismiss' } : undefined
      case 'send_failed': {
        const sent = await chains.sent()
        const got = sent.filter(({ to }) => to === purchase?.wallet?.address)
        return got.some((one) => minorOf(one) > 0n) ? undefined : { action: 'retry_send' }
      }
      default:
        return undefined
    }
  }

  const calls = async () => {
    const { rows } = await owner.query<{ lineId: string }>(
      `select f.line_id as "lineId" from credit_fund f where f.left_minor > 0 and f.mode = 'test' and not exists (
         select from case_file c where c.line_id = f.line_id and (c.state <> 'resolved' or c.resolution ->> 'action' in ('keep', 'return')))`,
    )
    const about: Array<Readonly<{ lineId: string; decision: Decision }>> = []
    for (const { lineId } of rows) {
      const credit = await findTrueCredit(owner, truth, lineId)
      const purchase = byReference.get(credit?.remark ?? '')
      if (credit === undefined || !callers.has(purchase?.conduct ?? '')) continue
      if (Date.now() - credit.bookedAt.getTime() < LEFT_FOR_MS) continue
      const decision = await decideCredit(lineId)
      if (decision !== undefined) about.push({ lineId, decision })
    }
    return about
  }
  return { decide, calls }
}

/** Finds the bank's own booking of one of our lines. */
async function findTrueCredit(
  owner: Pool,
  truth: readonly TrueLine[],
  lineId: string,
): Promise<TrueLine | undefined> {
  const { rows } = await owner.query<{ name: string }>(
    `select r.external_id as name from bank_line_assignment a join bank_line_reading r on r.id = a.reading_id where a.line_id = $1`,
    [lineId],
  )
  const names = new Set(rows.map(({ name }) => nameOfLine(name)))
  return truth.find(({ direction, reference }) => direction === 'credit' && names.has(reference))
}

async function findBuy(
  owner: Pool,
  { shop, reference }: Purchase,
): Promise<Readonly<{ id: string; isOpen: boolean }> | undefined> {
  const { rows } = await owner.query<{ id: string; isOpen: boolean }>(
    `select id, status in ('pending_payment', 'part_paid') as "isOpen" from transaction
     where type = 'buy' and business_id = $1 and reference = $2`,
    [shop.uuid, reference],
  )
  return rows[0]
}

/** The payer's bank confirms which account a credit came from and who holds it. */
function redirectTo({ payerBank, payerNumber, payerName }: TrueLine): Decision {
  return {
    action: 'redirect',
    bank: payerBank,
    account_number: payerNumber,
    account_name: payerName,
    evidence: 'the bank confirms that the payer holds this account',
  }
}
