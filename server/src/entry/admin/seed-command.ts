import type { Command } from 'commander'
import { Refusal } from '../../kernel/refusal.ts'
import type { AdminSession } from './admin-session.ts'
import { seed } from './seed.ts'
import { type SeedLane, seedLanes } from './seed-data.ts'

export function addSeedCommand(program: Command, session: AdminSession): void {
  program
    .command('seed')
    .description('fill a database on this machine for development; prints JSON as the last line')
    .option('--actor <email>', 'the operator who does this', 'system:seed')
    .option('--reason <text>', 'why, for whoever reads the audit later', 'a database for development')
    .option(
      '--lanes <network:number:address...>',
      'its wallets, where they are not those that anybody can sign for',
    )
    .action(async ({ lanes, ...why }: { actor: string; reason: string; lanes?: string[] }) => {
      await session.run(async (deps) => {
        const seeded = await seed(deps, why, lanes?.map(readSeedLane))
        session.print(
          `Business ${seeded.linkTag} is ready in test mode, with a new key; the key of an earlier seed is revoked.`,
          'Next: send the key below with every request.',
          JSON.stringify(seeded),
        )
      })
    })
}

/** One of the seed's lanes at another address: `<network>:<number>:<address>`. */
function readSeedLane(text: string): SeedLane {
  const [network, number, address = ''] = text.split(':')
  const lane = seedLanes.find((known) => known.network === network && String(known.number) === number)
  if (lane === undefined || address === '') {
    throw new Refusal('field_invalid', `"${text}" is not a lane of the seed at an address.`)
  }
  return { ...lane, address }
}
