import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { Refusal } from '../../kernel/refusal.ts'
import type { AdminSession } from './admin-session.ts'
import { seed } from './seed.ts'
import { type SeedLane, seedLanes } from './seed-data.ts'

type SeedOptions = Readonly<{ actor: string; reason: string; lanes?: string[]; keyFile?: string }>

export function addSeedCommand(program: Command, session: AdminSession): void {
  program
    .command('seed')
    .description('fill a local database for development; the last line of output is JSON')
    .option('--actor <email>', 'the operator who does this', 'system:seed')
    .option('--reason <text>', 'the reason, stored in the audit log', 'a development database')
    .option(
      '--lanes <network:number:address...>',
      'the addresses of the lanes, if they are not the default development wallets',
    )
    .option('--key-file <path>', 'the file that keeps the test key; the key is used again while it works')
    .action(async ({ lanes, keyFile, ...why }: SeedOptions) => {
      await session.run(async (deps) => {
        const knownKey =
          keyFile !== undefined && existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : undefined
        const seeded = await seed(deps, why, { lanes: lanes?.map(readSeedLane), knownKey })
        if (keyFile !== undefined) writeFileSync(keyFile, seeded.testKey, { mode: 0o600 })
        session.print(
          seeded.testKey === knownKey
            ? `Business ${seeded.linkTag} is ready in test mode with the same key as before.`
            : `Business ${seeded.linkTag} is ready in test mode with a new key. The key of an earlier seed is revoked.`,
          'Next: send the key below with every request.',
          JSON.stringify(seeded),
        )
      })
    })
}

/** Reads an option that replaces the address of one of the seed's lanes: `<network>:<number>:<address>`. */
function readSeedLane(text: string): SeedLane {
  const [network, number, address = ''] = text.split(':')
  const lane = seedLanes.find((known) => known.network === network && String(known.number) === number)
  if (lane === undefined || address === '') {
    throw new Refusal(
      'field_invalid',
      `"${text}" must be <network>:<number>:<address>, with the network and number of a lane of the seed.`,
    )
  }
  return { ...lane, address }
}
