import type { Command } from 'commander'
import { requestChange } from '../../../flows/cases/propose-resolution.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { parseNetwork } from '../../../kernel/networks.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { moveVendorAccount } from '../../../records/banks/manage-vendor-accounts.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import { requireBusiness } from '../../../records/businesses/business-store.ts'
import {
  type Freezable,
  type Freeze,
  findFreeze,
  placeFreeze,
  selectFreezes,
} from '../../../records/freezes/freeze-store.ts'
import { askForMove, requireAccount } from '../collections/account-commands.ts'
import { type OpsDeps, type OpsSession, requireReason } from '../ops-session.ts'
import { printAsked } from '../request-approval.ts'
import { printMoment, wrap } from '../terminal-text.ts'

type Reason = { reason: string }

/** What can be frozen, how it is typed and how what was typed is read. */
const scopes = [
  { usage: 'all', description: 'everything that would leave us', read: readAll },
  { usage: 'business <business>', description: 'what would leave for one business', read: readBusiness },
  { usage: 'network <mode> <name>', description: 'what would leave over one network', read: readNetwork },
] as const

/** Stopping is for one person at once; going on takes two. */
export function addFreezeCommands(ops: Command, session: OpsSession): void {
  const freeze = ops.command('freeze').description('stop something at once')
  const unfreeze = ops.command('unfreeze').description('let something go on; takes two operators')
  for (const { usage, description, read } of scopes) {
    freeze
      .command(usage)
      .description(description)
      .requiredOption('--reason <text>', 'what happened')
      .action(async (...typed: [...string[], Reason, Command]) => {
        const [words, { reason }] = [typed.slice(0, -2) as string[], typed.at(-2) as Reason]
        await session.run(async (deps) => {
          const of = await read(deps.pool, words)
          session.print(...(await place(deps, of, requireReason(reason))), `Next: ${howToLift(usage, words)}`)
        })
      })
    unfreeze
      .command(usage)
      .requiredOption('--reason <text>', 'what was found out')
      .action(async (...typed: [...string[], Reason, Command]) => {
        const [words, { reason }] = [typed.slice(0, -2) as string[], typed.at(-2) as Reason]
        await session.run(async (deps) => {
          session.print(...printAsked(await askToLift(deps, await read(deps.pool, words), reason)))
        })
      })
  }
  freeze
    .command('list')
    .description('what stands, and why')
    .action(async () => {
      await session.run(async ({ pool }) => session.print(...freezeLines(await selectFreezes(pool))))
    })
  addAccountFreezeCommands(freeze, unfreeze, session)
}

async function place({ pool, clock, operator }: OpsDeps, of: Freezable, reason: string): Promise<string[]> {
  if (await placeFreeze(pool, { of, reason, by: operator.id, at: clock.now() })) {
    return [
      `${of.words} is frozen: nothing leaves, not even what is signed. What is out on a chain already cannot be stopped.`,
    ]
  }
  const before = await findFreeze(pool, of)
  return [
    `${of.words} is frozen already${before === undefined ? '' : ` since ${printMoment(before.placedAt)}: "${before.reason}"`}.`,
  ]
}

async function askToLift(deps: OpsDeps, of: Freezable, reason: string): Promise<string> {
  const freeze = await findFreeze(deps.pool, of)
  if (freeze === undefined) {
    throw new Refusal('not_found', `${of.words} is not frozen: see "npx afara ops freeze list".`)
  }
  return requestChange(deps, {
    operatorId: deps.operator.id,
    reason,
    change: {
      mode: of.subject.startsWith('test:') ? 'test' : 'live',
      facts: { subject: `freeze:${freeze.id}`, frozen: of.words, because: freeze.reason },
      summary: `Let ${of.words} go on; frozen since ${printMoment(freeze.placedAt)} in Lagos by ${freeze.placedBy ?? 'the system'}: "${freeze.reason}"`,
      resolution: { action: 'lift_freeze', freeze_id: freeze.id },
    },
  })
}

function howToLift(usage: string, words: readonly string[]): string {
  const [command = ''] = usage.split(' ')
  return `when it is understood: npx afara ops unfreeze ${[command, ...words].join(' ')} --reason "…"`
}

async function readAll(): Promise<Freezable> {
  return { scope: 'all', subject: '', words: 'Everything' }
}

async function readBusiness(sql: Sql, [tag = '']: readonly string[]): Promise<Freezable> {
  const { id, name } = await requireBusiness(sql, tag)
  return { scope: 'business', subject: id, words: `${name} (${formatId('business', id)})` }
}

async function readNetwork(_sql: Sql, [mode = '', name = '']: readonly string[]): Promise<Freezable> {
  const [of, network] = [parseMode(mode), parseNetwork(name)]
  return { scope: 'network', subject: `${of}:${network}`, words: `${network} in ${of} mode` }
}

/** An account at a bank is frozen by its own state, beside what else can be frozen. */
function addAccountFreezeCommands(freeze: Command, unfreeze: Command, session: OpsSession): void {
  freeze
    .command('account <vac>')
    .description('nothing about this account goes on by itself')
    .requiredOption('--reason <text>', 'why')
    .action(async (accountId: string, { reason }: { reason: string }) => {
      await session.run(async ({ pool, operator }) => {
        const { state } = await requireAccount(pool, accountId)
        if (state === 'frozen') return session.print(`${accountId} is frozen already.`)
        await moveVendorAccount(pool, {
          accountId,
          to: 'frozen',
          actor: operator.email,
          approver: undefined,
          reason,
        })
        session.print(
          `${accountId} is frozen: its lines are still recorded, nothing is matched, and nothing leaves that it paid for.`,
          `Next, when it is understood: npx afara ops unfreeze account ${accountId} --reason "…"`,
        )
      })
    })

  unfreeze
    .command('account <vac>')
    .requiredOption('--reason <text>', 'what was found out')
    .action(async (accountId: string, { reason }: { reason: string }) => {
      await session.run(async (deps) => {
        session.print(...printAsked(await askForMove(deps, { accountId, to: 'active', reason })))
      })
    })
}

/** What stands, each with the line that asks for its end. */
function freezeLines(freezes: readonly Freeze[]): string[] {
  if (freezes.length === 0) {
    return ['Nothing is frozen. Frozen accounts of banks are in "npx afara ops account list".']
  }
  return freezes.flatMap(({ scope, subject, reason, placedBy, placedAt }) => [
    `${scope === 'all' ? 'Everything' : named(scope, subject)}, since ${printMoment(placedAt)} in Lagos, by ${placedBy ?? 'the system'}`,
    ...wrap(`"${reason}"`, '    '),
    `    npx afara ops unfreeze ${typed(scope, subject)} --reason "…"`,
  ])
}

function named(scope: 'business' | 'network', subject: string): string {
  return scope === 'business' ? formatId('business', subject) : subject
}

function typed(scope: Freeze['scope'], subject: string): string {
  if (scope === 'all') return 'all'
  return `${scope} ${scope === 'business' ? formatId('business', subject) : subject.replace(':', ' ')}`
}
