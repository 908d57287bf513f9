import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { type ImportedStatement, importStatement } from '../../flows/credits/import-statement.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { printNaira } from './naira.ts'
import type { OpsHost, OpsSession } from './ops-session.ts'
import { wrap } from './table.ts'

type ImportOptions = { profile: string; reason: string; from?: string; to?: string }

const MOST = 20

export function addImportCommand(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('import <vac> <file>')
    .description("take in a bank's statement of an account of ours")
    .requiredOption(
      '--profile <name>',
      'whose export it is: gtb, zenith, sterling, opay, uba, access or mt940',
    )
    .option('--from <day>', 'the first day you asked the bank for, as 2026-11-01')
    .option('--to <day>', 'the last day')
    .option('--reason <text>', 'why', 'the statement of these days')
    .action(async (accountId: string, path: string, { profile, reason, from, to }: ImportOptions) => {
      const file = await readStatement(path)
      const formats = await host.readStatementFormats()
      await session.run(async ({ pool, clock, operator }) => {
        const days = from === undefined || to === undefined ? undefined : { from, to }
        const request = { accountId, profile, file, operatorId: operator.id, reason, days }
        const imported = await importStatement({ pool, clock, formats }, request).catch(sayHow)
        session.print(...describe(imported))
      })
    })
}

/** The rule knows what is in doubt; how the days are said is known here. */
function sayHow(error: unknown): never {
  if (error instanceof Refusal && error.code === 'statement_days_doubtful') {
    throw new Refusal(error.code, `${error.message} (--from 2026-11-01 --to 2026-11-30)`, { cause: error })
  }
  throw error
}

async function readStatement(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new Refusal(
      'not_found',
      `"${path}" cannot be read: give the path of the file that the bank sent.`,
      {
        cause: error,
      },
    )
  }
}

function describe(imported: ImportedStatement): string[] {
  const { days, openingMinor, closingMinor, counts, news, missing, warnings } = imported
  const [first] = news
  return [
    `Imported ${days.from} to ${days.to}: from ${printNaira(openingMinor)} to ${printNaira(closingMinor)}, and it adds up.`,
    `${counts.new} ${counts.new === 1 ? 'line is' : 'lines are'} new, ${counts.known} known before, ${counts.aside} set aside.`,
    ...list('New, because no feed had told us', news, ({ lineId, direction, settledMinor, payer }) =>
      [formatId('credit', lineId), direction, printNaira(settledMinor), payer.name ?? ''].join('  '),
    ),
    ...list('Ours, and not in the statement', missing, ({ lineId, direction, settledMinor }) =>
      [formatId('credit', lineId), direction, printNaira(settledMinor)].join('  '),
    ),
    ...warnings.flatMap((warning) => wrap(`Warning: ${warning}`, '')),
    first === undefined
      ? 'Next: npx afara ops cases'
      : `Next: npx afara ops show ${formatId('credit', first.lineId)}`,
  ]
}

function list<T>(title: string, lines: readonly T[], print: (line: T) => string): string[] {
  if (lines.length === 0) return []
  const rest = lines.length - MOST
  return [
    `${title}:`,
    ...lines.slice(0, MOST).map((line) => `  ${print(line).trimEnd()}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ]
}
