import { type Log, type Route, readPage } from '../shared/vault-server.ts'
import type { SignResult } from './answers.ts'
import type { Journal } from './journal/journal.ts'
import type { Signer } from './signer.ts'
import {
  type OpeningOrder,
  readOpeningOrder,
  readSignRequests,
  readSweepOrder,
  type SweepOrder,
} from './signer-wire.ts'

export type SignerRoutesDeps = Readonly<{
  signer: Signer
  signSweep(order: SweepOrder): Promise<SignResult>
  signOpening(order: OpeningOrder): Promise<SignResult>
  journal: Pick<Journal, 'head' | 'lanes' | 'page'>
  isKilled(): boolean
  log: Log
}>

/** The whole interface of the signer: to sign, and to be asked what was signed. */
export function createSignerRoutes(deps: SignerRoutesDeps): Route[] {
  const { signer, signSweep, signOpening, journal, isKilled, log } = deps
  const told = (result: SignResult): SignResult => {
    if (result.outcome === 'refused') log({ msg: 'refused', ...result })
    return result
  }
  return [
    {
      pattern: /^POST \/v1\/sign$/,
      answer: async ({ readBody }) => {
        const results = await signer.sign(readSignRequests(await readBody()))
        return { results: results.map(told) }
      },
    },
    {
      pattern: /^POST \/v1\/sweeps$/,
      answer: async ({ readBody }) => ({ result: told(await signSweep(readSweepOrder(await readBody()))) }),
    },
    {
      pattern: /^POST \/v1\/openings$/,
      answer: async ({ readBody }) => ({
        result: told(await signOpening(readOpeningOrder(await readBody()))),
      }),
    },
    {
      pattern: /^GET \/v1\/locks$/,
      answer: () => {
        const lanes = journal
          .lanes()
          .map(({ nextLock, ...lane }) => ({ ...lane, next_lock: String(nextLock) }))
        return { killed: isKilled(), head: journal.head(), lanes }
      },
    },
    { pattern: /^GET \/v1\/journal$/, answer: ({ url }) => ({ records: readPage(url, journal) }) },
  ]
}
