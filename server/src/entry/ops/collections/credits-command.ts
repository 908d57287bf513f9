import type { Command } from 'commander'
import { formatId } from '../../../kernel/ids/ids.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import { type OpenFund, selectOpenFunds, sumOpenFunds } from '../../../records/cases/open-fund-store.ts'
import { printNaira } from '../naira.ts'
import type { OpsSession } from '../ops-session.ts'
import { printSpan, printTable } from '../terminal-text.ts'

const MOST = 50

export function addCreditsCommand(ops: Command, session: OpsSession): void {
  ops
    .command('credits')
    .description('money that came in and is nobody’s yet: by account, the oldest first')
    .option('--mode <mode>', 'live or test (default: both)')
    .option('--account <number>', 'only this account of ours')
    .action(async ({ mode, account }: { mode?: string; account?: string }) => {
      await session.run(async ({ pool, clock }) => {
        const filter = { mode: mode === undefined ? undefined : parseMode(mode), accountNumber: account }
        const sums = await sumOpenFunds(pool, filter)
        const funds = await selectOpenFunds(pool, filter, MOST + 1)
        const [oldest] = funds
        if (oldest === undefined) {
          return session.print('Nothing waits: every credit has its buy. Next: npx afara ops cases')
        }
        session.print(
          ...sums.map(
            ({ accountNumber, mode: of, accountState, count, leftMinor }) =>
              `${accountNumber} (${of}, ${accountState}): ${printNaira(leftMinor)} in ${count} ${count === 1 ? 'credit' : 'credits'}`,
          ),
          '',
          ...printFunds(funds.slice(0, MOST), clock.now()),
          ...(funds.length > MOST ? ['There are more: name one account with --account <number>.'] : []),
          '',
          `Next: npx afara ops show ${formatId('credit', oldest.lineId)}`,
        )
      })
    })
}

function printFunds(funds: readonly OpenFund[], now: Date): string[] {
  return printTable(
    [
      { title: 'credit', width: 36 },
      { title: 'left', width: 19, isRight: true },
      { title: 'age', width: 6, isRight: true },
      { title: 'payer', width: 20 },
      { title: 'state', width: 8 },
    ],
    funds.map((fund) => [
      formatId('credit', fund.lineId),
      printNaira(fund.leftMinor),
      printSpan(now.getTime() - fund.bookedAt.getTime()),
      fund.payerName ?? 'no name',
      fund.state,
    ]),
  )
}
