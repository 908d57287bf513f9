import type { Command } from 'commander'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  type OwedReturn,
  selectOwedReturns,
  selectOwedReturnsOf,
} from '../../../movements/payouts/owed-return-store.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import { formatNaira } from '../amounts.ts'
import { requireVendorAccount } from '../collections/account-commands.ts'
import type { OpsDeps, OpsSession } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'
import { formatAge, formatTable } from '../terminal-text.ts'
import { returnStateWords } from './return-state-words.ts'

type ByHand = { from: string; transaction?: string; reason: string }

const MOST_SHOWN = 200

/** Adds the commands that list unpaid returns, and that record returns which operators paid manually. */
export function addReturnCommands(ops: Command, session: OpsSession): void {
  ops
    .command('returns')
    .description('list refunds that are not paid yet, oldest first')
    .action(async () => {
      await session.run(async ({ pool, clock }) =>
        session.print(...formatReturns(await selectOwedReturns(pool, MOST_SHOWN), clock.now())),
      )
    })
  ops
    .command('return')
    .description('pay a refund by hand')
    .command('by-hand <credit>')
    .description('record a manual refund before you pay it; needs two operators')
    .requiredOption('--from <account>', 'the account you pay from (vac_…)')
    .option('--transaction <txn>', 'the transaction, if the credit has several refunds')
    .requiredOption('--reason <text>', 'why the refund is not paid automatically')
    .action(async (credit: string, options: ByHand) => {
      await session.run(async (deps) => {
        session.print(
          ...(await requestHandPayment(deps, credit, options)),
          'Pay it only after the approval, in one payment of exactly this amount. Then check: npx afara ops returns',
        )
      })
    })
}

async function requestHandPayment(
  deps: OpsDeps,
  credit: string,
  { from, transaction, reason }: ByHand,
): Promise<string[]> {
  const account = await requireVendorAccount(deps.pool, from)
  const owed = await requireOwed(deps.pool, credit, transaction)
  if (account.mode !== owed.mode)
    throw new Refusal('vendor_account_unknown', `${from} is not an account in ${owed.mode} mode.`)
  const resolution = {
    action: 'pay_by_hand',
    return_id: owed.id,
    line_id: owed.lineId,
    amount_minor: owed.amountMinor.toString(),
    account_id: account.id,
    from: account.accountNumber,
    bank_code: owed.bankCode,
    account_number: owed.accountNumber,
  } as const
  const to = `${owed.accountNumber} (${bankName(owed)})`
  return requestApproval(deps, reason, {
    mode: owed.mode,
    facts: { subject: `by-hand:${owed.id}` },
    summary: `Pay ${formatNaira(owed.amountMinor)} of ${credit} by hand from ${account.accountNumber} to ${to}.`,
    resolution,
  })
}

async function requireOwed(sql: Sql, credit: string, transaction: string | undefined): Promise<OwedReturn> {
  const lineId = parseId('credit', credit)
  const all = lineId === undefined ? [] : await selectOwedReturnsOf(sql, lineId)
  const [owed, ...others] =
    transaction === undefined
      ? all
      : all.filter(({ transactionId }) => formatId('transaction', transactionId) === transaction)
  if (owed === undefined) {
    throw new Refusal(
      'resolution_invalid',
      `${credit} has no unpaid refund. Check with "npx afara ops returns".`,
    )
  }
  if (others.length > 0)
    throw new Refusal('resolution_invalid', 'The credit has several refunds. Choose one with --transaction.')
  if (owed.state === 'out' || owed.state === 'by_hand') {
    throw new Refusal('resolution_invalid', `The refund is ${returnStateWords[owed.state]}. Do not pay it.`)
  }
  return owed
}

function formatReturns(returns: readonly OwedReturn[], now: Date): string[] {
  if (returns.length === 0) return ['No refund is pending.']
  return [
    ...formatTable(
      [
        { title: 'credit', width: 36 },
        { title: 'of', width: 6 },
        { title: 'naira', width: 18, isRight: true },
        { title: 'age', width: 6, isRight: true },
        { title: 'to', width: 34 },
        { title: 'state', width: 62 },
      ],
      returns.map((one) => [
        formatId('credit', one.lineId),
        one.type === 'buy' ? 'refund' : 'return',
        formatNaira(one.amountMinor),
        formatAge(one.decidedAt, now),
        `${one.accountNumber} ${bankName(one)}`,
        returnStateWords[one.state],
      ]),
    ),
    '',
    'To pay one by hand, first run: npx afara ops return by-hand <credit> --from vac_… --reason "…"',
  ]
}

function bankName({ bankCode }: OwedReturn): string {
  if (bankCode === null) return 'bank not known'
  return nigerianBanks.byKey(bankCode)?.name ?? bankCode
}
