import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SWEEPER_ADDRESS } from '@afara/stack/chains/simulated-networks.ts'
import { createSoftToken } from '@afara/stack/services/soft-token.ts'
import { liveNetworks } from '../chains/live-network.ts'
import { createRandom } from '../fuzz/random.ts'
import { raiseLiveStack } from '../live-stack.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { some, unless } from '../shortfalls.ts'
import { countSigned } from './count-signed.ts'
import { makeKeys } from './make-keys.ts'
import { moduleEnvironment, runCeremony } from './run-ceremony.ts'
import { createSignerLog } from './signer-log.ts'
import { tradeOn } from './trade-on.ts'

export const custodyProof: Proof = {
  name: 'custody',
  sentence:
    'Keys are created in an HSM and never leave it, and buys and sells on every network are signed there, even after the HSM was removed.',
  sizes: {},
  choices: { network: liveNetworks },
  run: async (input) => {
    const folder = mkdtempSync(join(tmpdir(), 'afara-custody-'))
    try {
      return await prove(folder, input)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

// Settings for the fixed wallets. A stack with other wallets replaces their addresses.
const sweeping = {
  CHAIN_TEST_POLYGON_SWEEPER: SWEEPER_ADDRESS,
  CHAIN_TEST_AVALANCHE_SWEEPER: SWEEPER_ADDRESS,
  SWEEP_AFTER_SECONDS: '1',
}

async function prove(folder: string, { choice, progress }: ProofInput): Promise<Outcome> {
  const chosen = choice('network')
  const networks = liveNetworks.filter((network) => chosen === undefined || network === chosen)
  const token = await createSoftToken(folder)
  const module = moduleEnvironment(token)
  const { wallets, keys } = await makeKeys(module)
  progress.say(`${keys.length} keys were created in the module`)
  const stack = await raiseLiveStack(sweeping, {
    bank: {},
    delivery: { networks, custody: { wallets, module } },
  })
  try {
    const inSigner = (file: string): string => join(stack.beside.directory, 'signer', file)
    const log = createSignerLog(inSigner('signer.log'))
    const random = createRandom(8, 2026)
    const shortfalls: string[] = []
    const ended = { buys: 0, sells: 0 }
    for (const network of networks) {
      progress.say(`${network}: a buy and a sell; the module is removed before each is signed`)
      const chain = stack.chains?.of(network)
      if (chain === undefined) throw new Error(`the stack was started without ${network}`)
      const traded = await tradeOn({ stack, chain, token, log, random })
      ended.buys += traded.bought ? 1 : 0
      ended.sells += traded.sold ? 1 : 0
      shortfalls.push(...traded.shortfalls.map((problem) => `${network}: ${problem}`))
    }
    const signed = await countSigned(stack.databaseUrl('afara_owner'))
    const lost = log.reopened()
    // Tests the keys before and after they are used.
    const labels = keys.map(({ place }) => place.pkcs11.label)
    const attempts = [...keys, ...(await runCeremony(module, ['show', ...labels]))].map((key) => key.exports)
    const exported = attempts.flatMap(({ open }) => open)
    return {
      figures: {
        networks: networks.length,
        ...ended,
        keys: keys.length,
        signed_inside: signed,
        exports_tried: attempts.reduce((sum, { tried }) => sum + tried, 0),
        exported: exported.length,
        sessions_lost: lost,
      },
      shortfalls: [
        ...some(shortfalls),
        ...unless(
          !readFileSync(inSigner('keys.json'), 'utf8').includes('0x'),
          'the signer’s key file contains a private key',
        ),
        ...unless(exported.length === 0, `keys can be exported from the module: ${exported.join(', ')}`),
        ...unless(lost >= 2 * networks.length, `the signer reconnected to the module only ${lost} times`),
      ],
    }
  } finally {
    await stack.stop()
  }
}
