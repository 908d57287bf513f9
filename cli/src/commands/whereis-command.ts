import type { Command } from 'commander'
import type { Transaction } from '../api/wire.ts'
import { transactionTable } from '../output/transaction-lines.ts'
import { example, type Runner } from '../runner.ts'

type Found = Readonly<{ message?: string; transactions: readonly Transaction[] }>

export function addWhereisCommand(program: Command, { act }: Runner): void {
  program
    .command('whereis')
    .argument('<id>', 'our id, your reference, a bank session id, a chain hash or a deposit address')
    .description('find a transaction by any id')
    .addHelpText('after', example('afara whereis order-2291', 'afara whereis 000013261115093001000123456789'))
    .action(
      act(async (session, _flags, id = '') => {
        const reply = await session.get<Found>('/transactions/v1/find', { id })
        const { transactions } = reply.body
        session.show(reply, () =>
          transactions.length === 0
            ? [`No transaction matches "${id}".`]
            : [
                ...transactionTable(transactions, session),
                ...transactions
                  .slice(0, 1)
                  .map((found) => session.paint(`Next: afara timeline ${found.transaction_id}`, 'dim')),
              ],
        )
        return transactions.length === 0 ? 1 : 0
      }),
    )
}
