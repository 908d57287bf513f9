import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { printTokens } from '../output/money.ts'
import { toPlainText } from '../output/plain-text.ts'
import { printFacts, printTable } from '../output/table.ts'
import { example, type Runner } from '../runner.ts'
import type { Reply, Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'

type Batch = Readonly<{
  id: string
  state: string
  rows: string
  checked: string
  preview: Readonly<{ rows: string; total: string; fee: string; problem_rows: string }> | null
  outcomes: Readonly<Record<string, string>>
}>
type BatchReply = Readonly<{ message: string; batch: Batch }>
type Row = Readonly<{
  row: string
  bank_name: string
  account_number: string
  account_name: string
  amount: string
  problems: ReadonlyArray<Readonly<{ code: string; message: string }>>
}>
type RowsReply = Readonly<{ rows: readonly Row[]; has_more: boolean }>
type Flags = Readonly<{ yes?: true; skipProblems?: true; output?: string }>

const PATH = '/payouts/v1/batches'
const ASKED_EVERY_MS = 1_000
const MOST_SHOWN = 20

export function addBatchCommand(program: Command, { act }: Runner): void {
  const salaries = example('afara payouts batch salaries.csv -o outcomes.csv')
  const payouts = program
    .command('payouts')
    .description('pay many bank accounts from your balance')
    .addHelpText('after', salaries)
  payouts
    .command('batch')
    .argument(
      '<file>',
      'a CSV file: bank_name, account_number, amount, and optionally account_name, reference',
    )
    .description('check a file of payouts, show what it would pay, and pay it after your confirmation')
    .option('--skip-problems', 'pay the other rows if some have problems')
    .option('-y, --yes', 'confirm without a question')
    .option('-o, --output <file>', 'write the outcome of every row to this CSV file')
    .addHelpText('after', salaries)
    .action(act<Flags>(async (session, flags, file = '') => payFile(session, flags, file)))
}

async function payFile(session: Session, flags: Flags, file: string): Promise<number> {
  const made = await session.postCsv<BatchReply>(PATH, read(file), { idempotencyKey: randomUUID() })
  const path = `${PATH}/${made.body.batch.id}`
  const ready = await follow(
    session,
    path,
    ['checking'],
    ({ checked, rows }) => `checked ${checked} of ${rows}`,
  )
  const { batch } = ready.body
  const { preview } = batch
  if (preview === null) throw new UsageError(`The batch is ${batch.state}. Nothing was paid.`)
  const problems =
    preview.problem_rows === '0'
      ? undefined
      : (await session.get<RowsReply>(`${path}/rows?only=problems&limit=${MOST_SHOWN}`)).body
  if (!session.isJson) session.say(...previewLines(session, batch, problems))
  if (!(await isConfirmed(session, flags, batch))) {
    await session.post(`${path}/cancel`, {})
    session.show(ready, () => ['Cancelled. Nothing was paid.'])
    return 1
  }
  await session.post<BatchReply>(`${path}/confirm`, {
    rows: Number(preview.rows),
    total: preview.total,
    ...(flags.skipProblems === true && { skip_problems: true }),
  })
  const ended = await follow(session, path, ['paying'], ({ outcomes }) => {
    const { waiting = '0', paying = '0', paid = '0' } = outcomes
    return `paid ${paid}, on the way ${paying}, waiting ${waiting}`
  })
  session.show(ended, () => [ended.body.message, ...outcomeLines(session, ended.body.batch)])
  if (flags.output !== undefined) {
    const { bytes } = await session.download(`${path}/rows.csv`)
    writeFileSync(flags.output, bytes)
    if (!session.isJson) session.say(`Wrote ${flags.output}.`)
  }
  return ended.body.batch.outcomes['paid'] === batch.rows ? 0 : 1
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`)
  }
}

/** Reads the batch until it has left these states, and prints how far it is whenever that changes. */
async function follow(
  session: Session,
  path: string,
  states: readonly string[],
  progressOf: (batch: Batch) => string,
): Promise<Reply<BatchReply>> {
  let known = ''
  for (;;) {
    const reply = await session.get<BatchReply>(path)
    const { batch } = reply.body
    if (!states.includes(batch.state)) return reply
    const progress = progressOf(batch)
    if (progress !== known && !session.isJson) session.say(session.paint(progress, 'dim'))
    known = progress
    await sleep(ASKED_EVERY_MS, undefined, { signal: session.world.signal })
  }
}

function previewLines(session: Session, batch: Batch, problems: RowsReply | undefined): string[] {
  const { preview, rows, id } = batch
  if (preview === null) return []
  const facts = printFacts(
    [
      ['batch', id],
      ['rows', rows],
      [
        'can be paid',
        `${preview.rows}, ${printTokens(preview.total)} with fees of ${printTokens(preview.fee)}`,
      ],
      ['with problems', preview.problem_rows],
    ],
    session.paint,
  )
  if (problems === undefined) return facts
  const columns = [{ title: 'row', isRight: true }, { title: 'account' }, { title: 'problem' }]
  const lines = problems.rows.map((one) => [
    one.row,
    toPlainText(`${one.bank_name} ${one.account_number}`),
    toPlainText(one.problems.map(({ message }) => message).join(' ')),
  ])
  const more = problems.has_more ? [`… and more: afara shows the first ${MOST_SHOWN}.`] : []
  return [...facts, '', ...printTable(columns, lines, session.paint), ...more, '']
}

function outcomeLines(session: Session, { outcomes }: Batch): string[] {
  return printFacts(
    Object.entries(outcomes).map(([outcome, rows]) => [outcome, rows === '0' ? undefined : rows]),
    session.paint,
  )
}

async function isConfirmed(session: Session, flags: Flags, { preview }: Batch): Promise<boolean> {
  if (preview === null || preview.rows === '0') return false
  if (preview.problem_rows !== '0' && flags.skipProblems !== true) {
    if (!session.isJson) session.say('Correct the rows, or pass --skip-problems to pay the others.')
    return false
  }
  if (flags.yes === true) return true
  const { world } = session
  if (!world.terminal.input || !world.terminal.out)
    throw new UsageError('Pass --yes to confirm without a terminal. Nothing was paid.')
  const typed = await world.askLine(`Pay ${preview.rows} rows, ${printTokens(preview.total)}? [y/N] `)
  return /^y(es)?$/i.test(typed.trim())
}
