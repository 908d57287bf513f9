import { parseId } from '@afara/server/kernel/ids/ids.ts'
import { askJson } from '@afara/stack/http/ask-json.ts'
import { sampleBuy } from '@afara/stack/journeys/first-buy.ts'
import { sampleSell } from '@afara/stack/journeys/first-sell.ts'
import { inventDeposits, inventLine } from '../../forgery/invent-credits.ts'
import type { Naming } from '../../forgery/naming.ts'
import type { ProcessRecorder } from './process-recorder.ts'
import { CAP_MINOR, type ProcessStage } from './process-stage.ts'

/** In naira: below the caps, and above them. */
const amounts = [15_000, Number(CAP_MINOR / 100n) + 15_000] as const

/** Has the worker and the owner pretend that buys were paid and that tokens of sells arrived. Returns what was asked for, in kobo. */
export async function inventCredits(
  stage: ProcessStage,
  recorder: ProcessRecorder,
  naming: Naming,
  round: number,
): Promise<bigint> {
  const { stack, plain, owner, as } = stage
  const ask = async (way: string, body: object) =>
    (await askJson(`${stack.apiUrl}/transactions/v1/${way}`, { 'svc-sec-key': plain.key }, body)) as {
      transaction: { transaction_id: string; deposit?: { address: string } }
    }
  const facts = { businessId: plain.businessId, linkTag: plain.linkTag }
  const { thief } = plain
  const { rows: accounts } = await owner.query<{ id: string; number: string; source: string }>(
    `select id, account_number as number, feed as source from vendor_account where mode = 'test' and account_number = '0000000002'`,
  )
  const [account] = accounts
  if (account === undefined) throw new Error('there is no collection account')
  let asked = 0n
  for (const [place, amount] of amounts.entries())
    for (const role of ['worker', 'owner'] as const) {
      const name = `${role}-${round}-${place}`
      // No two buys have the same amount, so that each invented credit pays one.
      const naira = amount + 20 * round + 2 * place + (role === 'owner' ? 1 : 0)
      await ask('onramp', {
        ...sampleBuy(facts, 'Polygon'),
        amount: naira,
        vendor_number: account.number,
        vendor_name: 'TEST Afara Collections 2',
        account_number: thief.number,
        account_name: thief.name,
        wallet_address: thief.wallet,
        reference: `invented-buy-${name}`,
      })
      await recorder.attempt({ role, route: 'SQL function', through: 'record_lines' }, async () =>
        inventLine(as[role], naming, account, { amount: naira, payer: thief }),
      )
      const { transaction } = await ask('offramp', {
        ...sampleSell(facts),
        amount: naira,
        network: 'Polygon',
        wallet_address: thief.wallet,
        account_number: thief.number,
        reference: `invented-sell-${name}`,
      })
      const sell = {
        id: parseId('transaction', transaction.transaction_id) ?? '',
        address: transaction.deposit?.address ?? '',
        amount: naira,
      }
      await recorder.attempt({ role, route: 'SQL function', through: 'record_deposits' }, async () =>
        inventDeposits(as[role], naming, stack.chains?.of('Polygon').url ?? '', [sell]),
      )
      asked += 2n * BigInt(naira) * 100n
    }
  return asked
}
