import type { Command } from 'commander'
import type { TransactionReply } from '../api/wire.ts'
import { transactionLines } from '../output/transaction-lines.ts'
import { requireTransactionId } from '../require-transaction-id.ts'
import { example, type Runner } from '../runner.ts'

export function addShowCommand(program: Command, { act }: Runner): void {
  program
    .command('show')
    .argument('<id>', 'txn_…')
    .description('show a transaction')
    .addHelpText('after', example('afara show txn_01a1dd74d1207df98aa4550d03693dee'))
    .action(
      act(async (session, _flags, id) => {
        const reply = await session.get<TransactionReply>(`/transactions/v1/${requireTransactionId(id)}`)
        session.show(reply, () => [reply.body.message, ...transactionLines(reply.body.transaction, session)])
        return undefined
      }),
    )
}
