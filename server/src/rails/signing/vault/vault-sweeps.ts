import { type SignAnswer, SignerUnavailable } from '../../../movements/transfers/signer.ts'
import type { SweepSigner } from '../../../movements/treasury/sweep-chain.ts'
import { createVaultClient, type VaultSettings } from './vault-client.ts'
import { readResults } from './vault-wire.ts'

/** The signer process over HTTP, asked to sweep: it is told which addresses and on which terms, and makes the bytes itself. */
export function createVaultSweeps(settings: VaultSettings): SweepSigner {
  const ask = createVaultClient(settings)
  return {
    signSweep: async ({ mode, network, nonce, items, terms }, signal) =>
      readResult(
        await ask('/v1/sweeps', signal, {
          mode,
          network,
          nonce: nonce.toString(),
          items: items.map(({ salt, units }) => ({ salt, units: units.toString() })),
          terms,
        }),
      ),
    signOpening: async ({ mode, network, salts, terms }, signal) =>
      readResult(await ask('/v1/openings', signal, { mode, network, salts, terms })),
  }
}

function readResult(answer: unknown): SignAnswer {
  const [result] = readResults({ results: [(answer as { result?: unknown } | null)?.result] })
  if (result === undefined) throw new SignerUnavailable('the signer answered without result')
  return result
}
