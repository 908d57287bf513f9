import type { Command } from 'commander'
import { type ImportedStatement, importStatement } from '../../../flows/credits/import-statement.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Days } from '../../../movements/feeds/statement.ts'
import { formatNaira } from '../amounts.ts'
import type { OpsHost, OpsSession } from '../ops-session.ts'
import { truncate, wrapText } from '../terminal-text.ts'

type ImportOptions = { profile: string; reason: string; from?: string; to?: string }

const MAX_LINES_SHOWN = 20
// Enough for a month of a hundred thousand rows.
const MAX_STATEMENT_BYTES = 20_000_000

export function addImportStatementCommand(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('import <vac> <file>')
    .description('import a bank statement of a vendor account; another operator confirms its new credits')
    .requiredOption('--profile <name>', 'the format: gtb, zenith, sterling, opay, uba, access or mt940')
    .option('--from <day>', 'the first day of the period, such as 2026-11-01')
    .option('--to <day>', 'the last day of the period')
    .option('--reason <text>', 'why', 'the statement of this period')
    .action(async (accountId: string, path: string, { profile, reason, from, to }: ImportOptions) => {
      const days = readDays(from, to)
      const file = await readStatement(host, path)
      const formats = await host.readStatementFormats()
      await session.run(async (deps) => {
        const request = { accountId, profile, file, operatorId: deps.operator.id, reason, days }
        const imported = await importStatement({ ...deps, formats }, request).catch(explainDays)
        session.print(...formatImport(imported))
      })
    })
}

/** Adds to a refusal the options with which the operator can name the days. The rule that refuses does not know the command line. */
function explainDays(error: unknown): never {
  if (error instanceof Refusal && error.code === 'statement_days_doubtful') {
    throw new Refusal(error.code, `${error.message} (--from 2026-11-01 --to 2026-11-30)`, { cause: error })
  }
  throw error
}

function readDays(from: string | undefined, to: string | undefined): Days | undefined {
  if (from === undefined && to === undefined) return undefined
  if (from !== undefined && to !== undefined) return { from, to }
  throw new Refusal('field_invalid', 'Pass both --from 2026-11-01 and --to 2026-11-30.')
}

async function readStatement(host: OpsHost, path: string): Promise<Uint8Array> {
  const found = await host.readFile(path)
  if (found === undefined) {
    throw new Refusal('not_found', `"${path}" cannot be read. Pass the path of the statement file.`)
  }
  if (found.byteLength > MAX_STATEMENT_BYTES) {
    throw new Refusal(
      'statement_unreadable',
      `"${path}" is larger than ${MAX_STATEMENT_BYTES / 1_000_000} MB. Ask the bank for fewer days at a time.`,
    )
  }
  return found
}

function formatImport(imported: ImportedStatement): string[] {
  const { days, openingMinor, closingMinor, counts, news, missing, brought, warnings } = imported
  return [
    `Imported ${days.from} to ${days.to}: opening balance ${formatNaira(openingMinor)}, closing balance ${formatNaira(closingMinor)}. The rows add up.`,
    `${counts.new} ${counts.new === 1 ? 'line is' : 'lines are'} new, ${counts.known} known before, ${counts.aside} set aside.`,
    ...formatList('New, not reported by any feed', news, ({ payer, ...line }) =>
      formatLine(line, payer.name),
    ),
    ...formatList('Recorded by us, missing in the statement', missing, (line) => formatLine(line)),
    ...warnings.flatMap((warning) => wrapText(`Warning: ${warning}`, '')),
    ...formatOpenedCases(imported),
    ...(brought === undefined
      ? ['Next: npx afara ops cases']
      : [
          ...wrapText(
            `${brought.count} ${brought.count === 1 ? 'credit waits' : 'credits wait'} until another operator has compared the statement with the bank.`,
            '',
          ),
          `Next, the other operator runs: npx afara ops show ${brought.caseId}`,
          `                               npx afara ops approve ${brought.caseId}`,
        ]),
  ]
}

type Line = Readonly<{ lineId: string; direction: 'credit' | 'debit'; settledMinor: bigint }>

function formatLine({ lineId, direction, settledMinor }: Line, payer = ''): string {
  const amount = formatNaira(settledMinor).padStart(19)
  return `${formatId('credit', lineId)}  ${direction.padEnd(6)}  ${amount}  ${truncate(payer, 30)}`
}

/** Lists the cases that need an operator now. An unexplained debit has also frozen the account. */
function formatOpenedCases({ opened }: ImportedStatement): string[] {
  const others = opened.filter(({ kind }) => kind !== 'unconfirmed_import')
  return [
    ...(others.some(({ kind }) => kind === 'unexplained_debit')
      ? [
          'THE ACCOUNT IS FROZEN: it has an unexplained debit. Read docs/runbooks/money-in.md before you continue.',
        ]
      : []),
    ...formatList('Cases that were opened', others, ({ id, kind }) => `${formatId('case', id)}  ${kind}`),
  ]
}

function formatList<T>(title: string, lines: readonly T[], print: (line: T) => string): string[] {
  if (lines.length === 0) return []
  const rest = lines.length - MAX_LINES_SHOWN
  return [
    `${title}:`,
    ...lines.slice(0, MAX_LINES_SHOWN).map((line) => `  ${print(line).trimEnd()}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ]
}
