import type { Command } from 'commander'
import { parseNetwork } from '../../kernel/networks.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { openLane } from '../../movements/transfers/open-lane.ts'
import { parseMode } from '../../records/businesses/business.ts'
import {
  type ActorOptions,
  type AdminHost,
  type AdminSession,
  readActor,
  refuseLive,
  withApprover,
} from './admin-session.ts'

type OpenOptions = ActorOptions & {
  mode: string
  network: string
  number: string
  address: string
  nextLock: string
}

export function addLaneCommands(program: Command, session: AdminSession, host: AdminHost): void {
  const lane = program.command('lane').description('manage lanes: our wallets that send tokens')

  withApprover(lane.command('open').description('open a lane in test mode'))
    .requiredOption('--mode <mode>', 'live or test')
    .requiredOption('--network <network>', 'the network')
    .requiredOption('--number <number>', 'its number among our lanes of this network, from 1')
    .requiredOption('--address <address>', 'the address; the vault holds its key')
    .option('--next-lock <number>', 'the number of transactions that it has already sent on the chain', '0')
    .action(async (options: OpenOptions) => {
      refuseLive(parseMode(options.mode), 'lane open …')
      const network = parseNetwork(options.network)
      const verdict = (await host.readWalletRules()).judgeOwn(network, options.address)
      if (verdict.outcome === 'refused') throw new Refusal(verdict.code, verdict.message)
      const mode = parseMode(options.mode)
      const number = readWholeNumber('--number', options.number, 1n)
      await session.run(async (deps) => {
        await openLane(
          deps,
          {
            mode,
            network,
            number: Number(number),
            address: verdict.address,
            nextLock: readWholeNumber('--next-lock', options.nextLock, 0n),
          },
          readActor(options),
        )
        session.print(
          `Lane ${mode}:${network}:${number} is open for ${verdict.address}.`,
          "Next: add it to the vault's policy and fund it with tokens and gas. It sends nothing until they are booked:",
          `      npx afara ops lane top-up ${mode}:${network}:${number} --tokens … --gas … --reason "…"`,
        )
      })
    })
}

function readWholeNumber(option: string, text: string, least: bigint): bigint {
  if (/^(0|[1-9][0-9]{0,8})$/.test(text) && BigInt(text) >= least) return BigInt(text)
  throw new Refusal('field_invalid', `${option} must be a whole number from ${least}, not "${text}".`)
}
