import type { Command } from 'commander'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { parseMoney } from '../../../kernel/money/money.ts'
import { networkNamed, parseNetwork } from '../../../kernel/networks.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  formatPayoutAccount,
  requirePayoutAccount,
} from '../../../movements/payouts/payout-overview-store.ts'
import { formatLane } from '../../../movements/transfers/lane-overview-store.ts'
import { cancelMove, selectMoves, type TreasuryMove } from '../../../movements/treasury/move-store.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import type { Resolution } from '../../../records/cases/resolution.ts'
import { formatNaira, readNaira } from '../amounts.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import { requireVendorAccount } from '../collections/account-commands.ts'
import { type OpsDeps, type OpsSession, requireReason } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'
import { formatAge } from '../terminal-text.ts'
import { requireLane } from '../transfers/lane-commands.ts'

type MoveOptions = { from: string; to: string; naira: string; reason: string }

/** Records moves of our own money between our own accounts, which operators make. The record explains what banks and chains show. */
export function addMoveCommands(ops: Command, session: OpsSession): void {
  ops
    .command('moves')
    .description('list moves between our own accounts')
    .action(async () => {
      await session.run(async ({ pool, clock }) =>
        session.print(...formatMoves(await selectMoves(pool), clock.now())),
      )
    })
  const move = ops.command('move').description('record a move of our own money; needs two operators')
  addMoveOptions(
    move.command('naira').description('from a collection account to a payout account'),
    'vac_…, from "npx afara ops account list"',
    'such as test:paystack:main',
  ).action(async ({ from, to, naira, reason }: MoveOptions) => {
    const amount = readAmount(naira)
    await session.run(async (deps) => {
      const source = await requireVendorAccount(deps.pool, from)
      const target = await requirePayoutAccount(deps.pool, to)
      const resolution = {
        action: 'move_naira',
        from_account: source.id,
        from: source.accountNumber,
        to_account: target.id,
        to: formatPayoutAccount(target),
        amount_minor: amount.toString(),
      } as const
      const subject = `move:${source.id}:${target.id}:${amount}`
      session.print(
        ...(await requestMove(deps, { mode: source.mode, subject, reason, resolution })),
        'Then move it. The two bank lines are matched automatically: npx afara ops moves',
      )
    })
  })
  addMoveOptions(
    move.command('tokens').description('from one lane to another of the same network'),
    'such as test:Polygon:1',
    'such as test:Polygon:2',
  ).action(async ({ from, to, naira, reason }: MoveOptions) => {
    const amount = readAmount(naira)
    await session.run(async (deps) => {
      const source = await requireLane(deps.pool, from)
      const target = await requireLane(deps.pool, to)
      if (source.mode !== target.mode || source.network !== target.network || source.id === target.id)
        throw new Refusal('lane_move_refused', 'Choose two different lanes of the same network and mode.')
      const resolution = {
        action: 'move_tokens',
        from_lane: source.id,
        from: formatLane(source),
        to_lane: target.id,
        to: formatLane(target),
        amount_minor: amount.toString(),
      } as const
      const subject = `move:${source.id}:${target.id}:${amount}`
      session.print(
        ...(await requestMove(deps, { mode: source.mode, subject, reason, resolution })),
        'Then drain the sending lane and move the tokens. They are booked when the chain shows the change in both wallets: npx afara ops moves',
      )
    })
  })
  move
    .command('cancel <case>')
    .description('cancel a move that no bank or chain has shown yet')
    .requiredOption('--reason <text>', 'the reason')
    .action(async (caseId: string, { reason }: { reason: string }) => {
      const id = parseId('case', caseId)
      if (id === undefined)
        throw new Refusal('case_unknown', `"${caseId}" is not a case id. Copy it from "npx afara ops moves".`)
      await session.run(async ({ pool, clock, operator }) => {
        const by = { id, by: operator.id, reason: requireReason(reason), at: clock.now() }
        const isCancelled = await cancelMove(pool, by)
        session.print(
          isCancelled
            ? 'Cancelled the move.'
            : 'The move is final, or part of it was seen. Nothing was changed.',
        )
      })
    })
  addSweeperTopUp(ops, session)
}

function addMoveOptions(command: Command, from: string, to: string): Command {
  return command
    .requiredOption('--from <account>', from)
    .requiredOption('--to <account>', to)
    .requiredOption('--naira <amount>', 'the amount')
    .requiredOption('--reason <text>', 'why')
}

/** Books gas that the sweeper's wallet already has. */
function addSweeperTopUp(ops: Command, session: OpsSession): void {
  ops
    .command('sweeper')
    .description('manage the wallets that pay the gas of sweeps')
    .command('top-up <network>')
    .description(
      'book gas that was added to the sweeper of a network, such as test:Polygon; needs two operators',
    )
    .requiredOption('--gas <coins>', "the network's coin, such as 12.5")
    .requiredOption('--reason <text>', 'where it came from')
    .action(async (name: string, { gas, reason }: { gas: string; reason: string }) => {
      const [mode, network] = readNetworkOfMode(name)
      const units = parseMoney(gas, networkNamed(network).gasAsset).minor
      if (units <= 0n) throw new Refusal('field_invalid', '--gas must be above zero.')
      await session.run(async (deps) => {
        const resolution = { action: 'top_up_sweeper', network, gas_units: units.toString() } as const
        const subject = `sweeper:${mode}:${network}`
        session.print(...(await requestMove(deps, { mode, subject, reason, resolution })))
      })
    })
}

type RequestedMove = Readonly<{ mode: Mode; subject: string; reason: string; resolution: Resolution }>

async function requestMove(
  deps: OpsDeps,
  { mode, subject, reason, resolution }: RequestedMove,
): Promise<string[]> {
  const summary = `In ${mode} mode, ${describeResolution(resolution)}.`
  return requestApproval(deps, reason, { mode, facts: { subject }, summary, resolution })
}

function readNetworkOfMode(name: string) {
  const [mode = '', network = ''] = name.split(':')
  return [parseMode(mode), parseNetwork(network)] as const
}

function readAmount(text: string): bigint {
  const { minor } = readNaira(text)
  if (minor > 0n) return minor
  throw new Refusal('field_invalid', '--naira must be above zero.')
}

function formatMoves(moves: readonly TreasuryMove[], now: Date): string[] {
  if (moves.length === 0) return ['No moves yet.']
  return moves.flatMap((move) => [
    `${formatId('case', move.id)}  ${formatNaira(move.amountMinor)} of ${move.kind}, ${move.from} → ${move.to}`,
    `    ${describeMove(move)}; decided ${formatAge(move.decidedAt, now)} ago`,
  ])
}

function describeMove({ kind, state, hasLeft }: TreasuryMove): string {
  if (state === 'done') return 'done'
  if (state === 'cancelled') return 'cancelled'
  if (kind === 'tokens') return 'the chain does not show it in both wallets yet'
  if (state === 'expected') return 'neither bank shows it yet'
  return hasLeft ? 'in transit: debited, not credited yet' : 'in transit: credited, not debited yet'
}
