import type { Command } from 'commander'
import { formatId } from '../../../kernel/ids/ids.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import { type OpenFund, selectOpenFunds, sumOpenFunds } from '../../../records/cases/credit-fund-store.ts'
import { formatNaira } from '../amounts.ts'
import type { OpsSession } from '../ops-session.ts'
import { formatAge, formatTable } from '../terminal-text.ts'

const MAX_CREDITS_SHOWN = 50

export function addCreditsCommand(ops: Command, session: OpsSession): void {
  ops
    .command('credits')
    .description('list credits without a buy by account, oldest first')
    .option('--mode <mode>', 'live or test (default: both)')
    .option('--account <number>', 'only this vendor account')
    .action(async ({ mode, account }: { mode?: string; account?: string }) => {
      await session.run(async ({ pool, clock }) => {
        const filter = { mode: mode === undefined ? undefined : parseMode(mode), accountNumber: account }
        const sums = await sumOpenFunds(pool, filter)
        const funds = await selectOpenFunds(pool, filter, MAX_CREDITS_SHOWN + 1)
        const [oldest] = funds
        if (oldest === undefined) {
          return session.print('Every credit has its buy. Next: npx afara ops cases')
        }
        session.print(
          ...sums.map(
            ({ accountNumber, mode: of, accountState, count, leftMinor }) =>
              `${accountNumber} (${of}, ${accountState}): ${formatNaira(leftMinor)} in ${count} ${count === 1 ? 'credit' : 'credits'}`,
          ),
          '',
          ...formatFunds(funds.slice(0, MAX_CREDITS_SHOWN), clock.now()),
          ...(funds.length > MAX_CREDITS_SHOWN
            ? ['There are more. Name one account with --account <number>.']
            : []),
          '',
          `Next: npx afara ops show ${formatId('credit', oldest.lineId)}`,
        )
      })
    })
}

function formatFunds(funds: readonly OpenFund[], now: Date): string[] {
  return formatTable(
    [
      { title: 'credit', width: 36 },
      { title: 'left', width: 19, isRight: true },
      { title: 'age', width: 6, isRight: true },
      { title: 'payer', width: 20 },
      { title: 'state', width: 8 },
    ],
    funds.map((fund) => [
      formatId('credit', fund.lineId),
      formatNaira(fund.leftMinor),
      formatAge(fund.bookedAt, now),
      fund.payerName ?? 'no name',
      fund.state,
    ]),
  )
}
