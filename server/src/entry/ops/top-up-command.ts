import type { Command } from 'commander'
import { requestChange } from '../../flows/cases/propose-resolution.ts'
import { parseMoney } from '../../kernel/money/money.ts'
import { networkNamed } from '../../kernel/networks.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { formatLane } from '../../movements/transfers/lane-name.ts'
import { requireTopUpRoom } from '../../movements/transfers/require-top-up-room.ts'
import type { TopUp } from '../../records/cases/resolution.ts'
import { readNaira } from './naira.ts'
import type { OpsSession } from './ops-session.ts'
import { printAsked } from './print-asked.ts'
import { requireLane } from './require-lane.ts'
import { describeResolution } from './resolution-words.ts'

type TopUpOptions = { tokens: string; gas: string; reason: string }

/** The wallet has it already; this is for the books, without which a lane sends nothing. */
export function addTopUpCommand(lane: Command, session: OpsSession): void {
  lane
    .command('top-up <lane>')
    .description('book tokens and gas that were brought to its wallet; takes two operators')
    .option('--tokens <naira>', 'tokens, in naira', '0')
    .option('--gas <coins>', "the network's coin, such as 12.5", '0')
    .requiredOption('--reason <text>', 'where they came from')
    .action(async (name: string, { tokens, gas, reason }: TopUpOptions) => {
      const tokensMinor = readNaira(tokens).minor
      await session.run(async (deps) => {
        const found = await requireLane(deps.pool, name)
        const { id, mode, network, number, address } = found
        const gasUnits = parseMoney(gas, networkNamed(network).gasAsset).minor
        if (tokensMinor + gasUnits === 0n)
          throw new Refusal('field_invalid', 'Say what was brought: --tokens, --gas or both.')
        await requireTopUpRoom(deps.pool, found, { tokensMinor, gasUnits, at: deps.clock.now() })
        const resolution: TopUp = {
          action: 'top_up_lane',
          network,
          number,
          tokens_minor: tokensMinor.toString(),
          gas_units: gasUnits.toString(),
        }
        const caseId = await requestChange(deps, {
          operatorId: deps.operator.id,
          reason,
          change: {
            mode,
            // Not the lane alone: that it should send again may be asked for at the same time.
            facts: { subject: `top-up:${id}`, lane: formatLane(found), address },
            summary: `In ${mode} mode, ${describeResolution(resolution)}: ${address}.`,
            resolution,
          },
        })
        session.print(...printAsked(caseId))
      })
    })
}
