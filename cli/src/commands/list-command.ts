import type { Command } from 'commander'
import type { Transaction } from '../api/wire.ts'
import { transactionTable } from '../output/transaction-lines.ts'
import { example, type Runner } from '../runner.ts'
import { type Filters, filterQuery, withFilters } from './transaction-filters.ts'

type Page = Readonly<{ transactions: readonly Transaction[]; next: string | null }>
type Flags = Filters & Readonly<{ limit?: string; after?: string }>

export function addListCommand(program: Command, { act }: Runner): void {
  withFilters(program.command('list').description('list transactions, newest first'))
    .option('--limit <count>', 'the page size, up to 100', '20')
    .option('--after <cursor>', 'the cursor that the previous page printed')
    .addHelpText('after', example('afara list --type buy --status on_hold', 'afara list --from 2026-11-01'))
    .action(
      act<Flags>(async (session, flags) => {
        const { limit, after } = flags
        const reply = await session.get<Page>('/transactions/v1', { ...filterQuery(flags), limit, after })
        const { transactions, next } = reply.body
        session.show(reply, () =>
          transactions.length === 0
            ? ['No transactions. Create one: afara buy']
            : [
                ...transactionTable(transactions, session),
                ...(next === null ? [] : [session.paint(`More: afara list --after ${next}`, 'dim')]),
              ],
        )
        return undefined
      }),
    )
}
