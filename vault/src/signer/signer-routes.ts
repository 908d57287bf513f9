import { type Log, type Route, readPage } from '../shared/vault-server.ts'
import type { SignResult } from './answers.ts'
import { signOpening, signSweep } from './sign-sweep.ts'
import { createSigner, type SignerDeps } from './signer.ts'
import { readOpeningOrder, readSignRequests, readSweepOrder } from './signer-wire.ts'

/** The routes that sign, and what they depend on. Only the worker may use them. */
export function createSignerRoutes(deps: SignerDeps, log: Log): Route[] {
  const { journal } = deps
  const signer = createSigner(deps)
  const told = (result: SignResult): SignResult => {
    if (result.outcome === 'refused') log({ msg: 'refused', ...result })
    return result
  }
  return [
    [
      /^POST \/v1\/sign$/,
      async ({ readBody }) => {
        const results = await signer.sign(readSignRequests(await readBody()))
        return { results: results.map(told), durable: journal.durable() }
      },
    ],
    [
      /^POST \/v1\/sweeps$/,
      async ({ readBody }) => ({
        result: told(await signSweep(deps, readSweepOrder(await readBody()))),
        durable: journal.durable(),
      }),
    ],
    [
      /^POST \/v1\/openings$/,
      async ({ readBody }) => ({
        result: told(await signOpening(deps, readOpeningOrder(await readBody()))),
        durable: journal.durable(),
      }),
    ],
  ]
}

/** The routes that tell what was signed. */
export function createSignerReadRoutes({
  journal,
  isKilled,
}: Pick<SignerDeps, 'journal' | 'isKilled'>): Route[] {
  return [
    [
      /^GET \/v1\/locks$/,
      () => {
        const lanes = journal
          .lanes()
          .map(({ nextLock, ...lane }) => ({ ...lane, next_lock: String(nextLock) }))
        return { killed: isKilled(), head: journal.head(), lanes }
      },
    ],
    [/^GET \/v1\/journal$/, ({ url }) => ({ records: readPage(url, journal) })],
  ]
}
