import type { Command } from 'commander'
import { formatId } from '../../../kernel/ids/ids.ts'
import { parseNetwork } from '../../../kernel/networks.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { requireBank } from '../../../records/banks/resolve-bank.ts'
import { freezeVendorAccount } from '../../../records/banks/vendor-account-store.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import { requireBusiness } from '../../../records/businesses/business-store.ts'
import {
  type Freezable,
  type Freeze,
  findFreeze,
  placeFreeze,
  selectFreezes,
} from '../../../records/freezes/freeze-store.ts'
import { requestAccountMove, requireVendorAccount } from '../collections/account-commands.ts'
import { type OpsDeps, type OpsSession, requireReason } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'
import { formatMoment, wrapText } from '../terminal-text.ts'

type WithReason = { reason: string }

/** Everything that can be frozen, with its command syntax and its parser. */
const scopes = [
  { usage: 'all', description: 'all outgoing transfers and payouts', read: readAll },
  {
    usage: 'business <business>',
    description: 'outgoing transfers and payouts of one business',
    read: readBusiness,
  },
  { usage: 'network <mode> <name>', description: 'outgoing transfers of one network', read: readNetwork },
  {
    usage: 'bank <mode> <bank>',
    description: 'payouts and returns to accounts at one bank; new sells to it are refused',
    read: readBank,
  },
] as const

/** One operator can freeze at once. Lifting a freeze needs two. */
export function addFreezeCommands(ops: Command, session: OpsSession): void {
  const freezeCommand = ops.command('freeze').description('freeze money that would leave, at once')
  const unfreezeCommand = ops.command('unfreeze').description('lift a freeze; needs two operators')
  for (const { usage, description, read } of scopes) {
    freezeCommand
      .command(usage)
      .description(description)
      .requiredOption('--reason <text>', 'what happened')
      .action(async (...typed: [...string[], WithReason, Command]) => {
        const [words, { reason }] = [typed.slice(0, -2) as string[], typed.at(-2) as WithReason]
        await session.run(async (deps) => {
          const of = await read(deps.pool, words)
          session.print(
            ...(await freeze(deps, of, requireReason(reason))),
            `Next: ${describeLifting(usage, words)}`,
          )
        })
      })
    unfreezeCommand
      .command(usage)
      .requiredOption('--reason <text>', 'what you found')
      .action(async (...typed: [...string[], WithReason, Command]) => {
        const [words, { reason }] = [typed.slice(0, -2) as string[], typed.at(-2) as WithReason]
        await session.run(async (deps) => {
          session.print(...(await requestLift(deps, await read(deps.pool, words), reason)))
        })
      })
  }
  freezeCommand
    .command('list')
    .description('list freezes and their reasons')
    .action(async () => {
      await session.run(async ({ pool }) => session.print(...formatFreezes(await selectFreezes(pool))))
    })
  addAccountFreezeCommands(freezeCommand, unfreezeCommand, session)
}

async function freeze({ pool, clock, operator }: OpsDeps, of: Freezable, reason: string): Promise<string[]> {
  if (await placeFreeze(pool, { of, reason, by: operator.id, at: clock.now() })) {
    return [
      of.scope === 'bank'
        ? `${of.words} is out of service: nothing is paid to it, and new sells to it are refused. Payouts already sent cannot be stopped.`
        : `${of.words} is frozen: nothing is sent, not even signed transactions. Transactions already sent to a chain cannot be stopped.`,
    ]
  }
  const before = await findFreeze(pool, of)
  return [
    `${of.words} is already frozen${before === undefined ? '' : ` since ${formatMoment(before.placedAt)}: "${before.reason}"`}.`,
  ]
}

async function requestLift(deps: OpsDeps, of: Freezable, reason: string): Promise<string[]> {
  const freeze = await findFreeze(deps.pool, of)
  if (freeze === undefined) {
    throw new Refusal('not_found', `${of.words} is not frozen. See "npx afara ops freeze list".`)
  }
  return requestApproval(deps, reason, {
    mode: of.subject.startsWith('test:') ? 'test' : 'live',
    facts: { subject: `freeze:${freeze.id}`, frozen: of.words, because: freeze.reason },
    summary: `Lift the freeze of ${of.words}, placed ${formatMoment(freeze.placedAt)} (Lagos time) by ${freeze.placedBy ?? 'the system'}: "${freeze.reason}"`,
    resolution: { action: 'lift_freeze', freeze_id: freeze.id },
  })
}

function describeLifting(usage: string, words: readonly string[]): string {
  const [command = ''] = usage.split(' ')
  return `after the investigation, run npx afara ops unfreeze ${[command, ...words].join(' ')} --reason "…"`
}

async function readAll(): Promise<Freezable> {
  return { scope: 'all', subject: '', words: 'Everything' }
}

async function readBusiness(sql: Sql, [tag = '']: readonly string[]): Promise<Freezable> {
  const { id, name } = await requireBusiness(sql, tag)
  return { scope: 'business', subject: id, words: `${name} (${formatId('business', id)})` }
}

async function readBank(_sql: Sql, [mode = '', name = '']: readonly string[]): Promise<Freezable> {
  const [of, bank] = [parseMode(mode), requireBank(name)]
  return { scope: 'bank', subject: `${of}:${bank.key}`, words: `${bank.name} in ${of} mode` }
}

async function readNetwork(_sql: Sql, [mode = '', name = '']: readonly string[]): Promise<Freezable> {
  const [of, network] = [parseMode(mode), parseNetwork(name)]
  return { scope: 'network', subject: `${of}:${network}`, words: `${network} in ${of} mode` }
}

/** A bank account is frozen through its own state, separately from the other freezes. */
function addAccountFreezeCommands(freeze: Command, unfreeze: Command, session: OpsSession): void {
  freeze
    .command('account <vac>')
    .description(
      'stop matching the credits of a vendor account, and stop the deliveries and refunds that use them',
    )
    .requiredOption('--reason <text>', 'why')
    .action(async (accountId: string, { reason }: WithReason) => {
      await session.run(async ({ pool, clock, operator }) => {
        const { id, state } = await requireVendorAccount(pool, accountId)
        if (state === 'closed') {
          throw new Refusal('vendor_account_move_refused', `${accountId} is closed. Nothing was done.`)
        }
        const input = { accountId: id, operatorId: operator.id, reason, at: clock.now() }
        if (!(await freezeVendorAccount(pool, input))) {
          return session.print(`${accountId} is already frozen.`)
        }
        session.print(
          `${accountId} is frozen: its credits are still recorded, but they are not matched, delivered or refunded.`,
          `Next, after the investigation: npx afara ops unfreeze account ${accountId} --reason "…"`,
        )
      })
    })

  unfreeze
    .command('account <vac>')
    .requiredOption('--reason <text>', 'what you found')
    .action(async (accountId: string, { reason }: WithReason) => {
      await session.run(async (deps) => {
        session.print(...(await requestAccountMove(deps, { accountId, to: 'active', reason })))
      })
    })
}

/** Lists the active freezes, each with the command that requests its end. */
function formatFreezes(freezes: readonly Freeze[]): string[] {
  if (freezes.length === 0) {
    return ['Nothing is frozen. "npx afara ops account list" shows frozen vendor accounts.']
  }
  return freezes.flatMap(({ scope, subject, reason, placedBy, placedAt }) => [
    `${scope === 'all' ? 'Everything' : formatSubject(scope, subject)}, since ${formatMoment(placedAt)} (Lagos time), by ${placedBy ?? 'the system'}`,
    ...wrapText(`"${reason}"`, '    '),
    `    npx afara ops unfreeze ${formatArguments(scope, subject)} --reason "…"`,
  ])
}

function formatSubject(scope: Exclude<Freeze['scope'], 'all'>, subject: string): string {
  return scope === 'business' ? formatId('business', subject) : subject
}

function formatArguments(scope: Freeze['scope'], subject: string): string {
  if (scope === 'all') return 'all'
  return `${scope} ${formatSubject(scope, subject).replace(':', ' ')}`
}
