import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { requireTransactionId } from '../require-transaction-id.ts'
import { example, type Runner } from '../runner.ts'
import { type Filters, filterQuery, withFilters } from './transaction-filters.ts'

/** Commands that write files: PDF documents and the CSV export. */
export function addFileCommands(program: Command, { act }: Runner): void {
  const paper = (name: string, path: string, description: string) =>
    program
      .command(name)
      .argument('<id>', 'txn_…')
      .option('-o, --output <file>', 'the file to write')
      .description(description)
      .addHelpText('after', example(`afara ${name} txn_01a1dd74d1207df98aa4550d03693dee -o ${name}.pdf`))
      .action(
        act<{ output?: string }>(async (session, { output }, given) => {
          const id = requireTransactionId(given)
          const file = output ?? `${name}-${id}.pdf`
          const { bytes } = await session.download(`/transactions/v1/${id}/${path}`)
          writeFileSync(file, bytes)
          session.say(`Wrote ${file} (${bytes.length} bytes).`)
          return undefined
        }),
      )
  paper('receipt', 'receipt', 'download the receipt of a completed transaction (PDF)')
  paper('trace-letter', 'trace-letter', 'download a trace letter for the bank (PDF)')

  withFilters(program.command('export').description('export transactions as CSV'))
    .option('-o, --output <file>', 'the file to write; the default is standard output')
    .addHelpText('after', example('afara export --from 2026-11-01 -o november.csv'))
    .action(
      act<Filters & { output?: string }>(async (session, { output, ...filters }) => {
        const { bytes } = await session.download('/transactions/v1/export', filterQuery(filters))
        const text = Buffer.from(bytes).toString('utf8')
        if (output === undefined) {
          session.say(text.trimEnd())
          return undefined
        }
        writeFileSync(output, bytes)
        const rows = Math.max(0, text.trimEnd().split('\n').length - 1)
        session.say(`Wrote ${output} (${rows} ${rows === 1 ? 'line' : 'lines'} and a header).`)
        return undefined
      }),
    )
}
