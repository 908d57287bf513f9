import type { Command } from 'commander'
import { attachFile, handOverCase, noteCase, takeCase } from '../../../flows/cases/case-steps.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import { caseKinds, caseStates, parseCaseKind, parseCaseState } from '../../../records/cases/case-file.ts'
import { type CaseRow, selectCases } from '../../../records/cases/case-store.ts'
import { listLosingPlans } from '../../../records/fees/margin-store.ts'
import { requireOperator } from '../../../records/operators/operator-store.ts'
import { formatNaira } from '../amounts.ts'
import { type OpsHost, type OpsSession, requireReason } from '../ops-session.ts'
import { formatAge, formatDue, formatTableWithNotes, truncate } from '../terminal-text.ts'
import { describeLosingPlans } from '../treasury/margin-command.ts'
import { describeResolution } from './describe-resolution.ts'

type ListOptions = { kind?: string; mode?: string; state?: string; mine?: boolean; most: string }

export function addCasesCommand(ops: Command, session: OpsSession): void {
  ops
    .command('cases')
    .description('list open cases, most overdue first')
    .option('--kind <kind>', caseKinds.join(', '))
    .option('--mode <mode>', 'live or test (default: both)')
    .option('--state <state>', `${caseStates.join(', ')} (default: all but resolved)`)
    .option('--mine', 'only cases assigned to you')
    .option('--most <number>', 'the maximum number to show', '20')
    .action(async ({ kind, mode, state, mine, most }: ListOptions) => {
      await session.run(async ({ pool, clock, operator }) => {
        const limit = readLimit(most)
        const cases = await selectCases(
          pool,
          {
            kind: kind === undefined ? undefined : parseCaseKind(kind),
            mode: mode === undefined ? undefined : parseMode(mode),
            state: state === undefined ? undefined : parseCaseState(state),
            ownerId: mine === true ? operator.id : undefined,
          },
          limit + 1,
        )
        session.print(...formatCases(cases.slice(0, limit), clock.now()))
        if (cases.length > limit) session.print(`There are more: --most ${limit * 5}`)
        session.print(
          ...describeLosingPlans((await listLosingPlans(pool)).filter((plan) => plan.mode === 'live')),
        )
      })
    })
}

function readLimit(text: string): number {
  if (/^[1-9][0-9]{0,3}$/.test(text)) return Number(text)
  throw new Refusal('field_invalid', `--most must be a number from 1 to 9999, not "${text}".`)
}

/** Prints two lines per case: parties and amount, then the next step. One line would be too long, because operators copy the full id. */
function formatCases(cases: readonly CaseRow[], now: Date): string[] {
  const first = cases[0]
  if (first === undefined) return ['No open cases. To list credits without a buy: npx afara ops credits']
  const columns = [
    { title: 'case', width: 36 },
    { title: 'kind', width: 18 },
    { title: 'amount', width: 18, isRight: true },
    { title: 'age', width: 6, isRight: true },
    { title: 'due', width: 13 },
  ]
  const waiting = cases.find(({ state }) => state === 'awaiting_approval')
  return [
    ...formatTableWithNotes(
      columns,
      cases.map((row) => ({
        cells: [
          formatId('case', row.id),
          row.kind,
          row.amountMinor === null ? '' : formatNaira(row.amountMinor),
          formatAge(row.openedAt, now),
          row.state === 'resolved' ? 'resolved' : formatDue(row.dueAt, now),
        ],
        notes: [`    ${truncate(describeCase(row), 96)}`],
      })),
    ),
    '',
    `Next: npx afara ops show ${formatId('case', (waiting ?? first).id)}`,
  ]
}

function describeCase({ mode, who, ownerName, state, resolution, proposal }: CaseRow): string {
  const about = [mode, who, ownerName === null ? null : `with ${ownerName}`].filter((part) => part !== null)
  const words = {
    open: proposal === null ? 'no suggestion' : `suggested: ${describeResolution(proposal)}`,
    awaiting_approval: `TO APPROVE: ${describeResolution(resolution)}`,
    resolved: `decided: ${describeResolution(resolution)}`,
  }
  return `${about.join(', ')}. ${words[state]}`
}

export function addNoteCommands(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('take <case>')
    .description('assign the case to yourself')
    .option('--reason <text>', 'a reason', 'assigned to myself')
    .action(async (caseId: string, { reason }: { reason: string }) => {
      await session.run(async (deps) => {
        await takeCase(deps, { caseId, operatorId: deps.operator.id, reason })
        session.print(`${caseId} is assigned to ${deps.operator.name}.`, `Next: npx afara ops show ${caseId}`)
      })
    })

  ops
    .command('hand-over <case> <email>')
    .description('give the case to another operator')
    .requiredOption('--reason <text>', 'what they need to know')
    .action(async (caseId: string, email: string, { reason }: { reason: string }) => {
      await session.run(async (deps) => {
        const toId = await requireOperator(deps.pool, email)
        await handOverCase(deps, {
          caseId,
          operatorId: deps.operator.id,
          toId,
          reason: requireReason(reason),
        })
        session.print(`${caseId} is assigned to ${email}.`, 'Next: npx afara ops cases')
      })
    })

  ops
    .command('note <case> <text>')
    .description('add a note')
    .action(async (caseId: string, note: string) => {
      await session.run(async (deps) => {
        await noteCase(deps, { caseId, operatorId: deps.operator.id, note })
        session.print(`Added the note to ${caseId}.`, `Next: npx afara ops show ${caseId}`)
      })
    })

  ops
    .command('attach <case> <file>')
    .description('attach a PDF, a picture or a text of at most 2 MB, as evidence')
    .requiredOption('--reason <text>', 'what it shows')
    .action(async (caseId: string, path: string, { reason }: { reason: string }) => {
      const content = await host.readFile(path)
      if (content === undefined)
        throw new Refusal('not_found', `"${path}" cannot be read. Pass the path of a file.`)
      await session.run(async (deps) => {
        const input = { caseId, operatorId: deps.operator.id, reason: requireReason(reason), path, content }
        const name = await attachFile(deps, input)
        session.print(`Attached ${name} to ${caseId}.`, `Next: npx afara ops show ${caseId}`)
      })
    })
}
