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
  const lane = program.command('lane').description('wallets of ours that tokens are sent from')

  withApprover(lane.command('open').description('let a wallet send; in live mode it takes two operators'))
    .requiredOption('--mode <mode>', 'live or test')
    .requiredOption('--network <network>', 'the network it is on')
    .requiredOption('--number <number>', 'its number among our lanes of this network, from 1')
    .requiredOption('--address <address>', 'the address, whose key the vault holds')
    .option('--next-lock <number>', 'how many transactions it has sent so far on the chain', '0')
    .action(async (options: OpenOptions) => {
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
          "Next: put it into the vault's policy, and bring it tokens and gas. Until they are in the books, it delivers nothing:",
          `      npx afara ops lane top-up ${mode}:${network}:${number} --tokens … --gas … --reason "…"`,
        )
      })
    })
}

function readWholeNumber(option: string, text: string, least: bigint): bigint {
  if (/^(0|[1-9][0-9]{0,8})$/.test(text) && BigInt(text) >= least) return BigInt(text)
  throw new Refusal('field_invalid', `${option} is a whole number from ${least}, not "${text}".`)
}
