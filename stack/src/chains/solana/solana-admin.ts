import type { IncomingMessage, ServerResponse } from 'node:http'
import { address, some } from '@solana/kit'
import { getMintEncoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { askChain } from '../../http/ask-chain.ts'
import { type RpcFaults, readRpcFaultRule } from './rpc-fault.ts'

type Body = Readonly<Record<string, unknown>>
type Knob = (body: Body) => Promise<unknown>

/** Admin calls that change our own chain without a signature and set faults. Amounts are text. */
export function createSolanaAdmin(nodeUrl: string, faults: RpcFaults) {
  const setAccount = async (address: string, account: object) =>
    askChain(nodeUrl, 'surfnet_setAccount', address, account)

  const knobs: Record<string, Knob> = {
    'POST /admin/sol': async ({ address, lamports }) =>
      setAccount(text(address), { lamports: Number(BigInt(text(lamports))) }),
    'POST /admin/mints': async ({ address, decimals, authority }) =>
      setAccount(text(address), encodeMint(Number(decimals), text(authority))),
    'POST /admin/tokens': async ({ owner, mint, units, state }) =>
      askChain(
        nodeUrl,
        'surfnet_setTokenAccount',
        text(owner),
        text(mint),
        { amount: Number(BigInt(text(units))), ...(state !== undefined && { state }) },
        TOKEN_PROGRAM_ADDRESS,
      ),
    'POST /admin/accounts': async ({ address, ...account }) => setAccount(text(address), account),
    'PATCH /admin/clock': async ({ running }) =>
      askChain(nodeUrl, running === false ? 'surfnet_pauseClock' : 'surfnet_resumeClock'),
    'GET /admin/faults': async () => faults.list(),
    'POST /admin/faults': async (body) => faults.add(readRpcFaultRule(body)),
    'DELETE /admin/faults': async () => faults.clear(),
  }

  return async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
    const knob = knobs[`${request.method} ${request.url}`]
    const answer = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value ?? {}))
    }
    if (knob === undefined) return answer(404, { error: 'unknown admin route' })
    try {
      answer(200, await knob(body === '' ? {} : (JSON.parse(body) as Body)))
    } catch (error) {
      answer(400, { error: error instanceof Error ? error.message : String(error) })
    }
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} is not text`)
  return value
}

const RENT_LAMPORTS = 1_461_600

/** Encodes a mint for the token program. Its supply exceeds all balances, because balances are set and not minted. */
function encodeMint(decimals: number, authority: string): object {
  const holder = some(address(authority))
  const data = getMintEncoder().encode({
    mintAuthority: holder,
    supply: 10n ** 18n,
    decimals,
    isInitialized: true,
    freezeAuthority: holder,
  })
  return {
    lamports: RENT_LAMPORTS,
    owner: TOKEN_PROGRAM_ADDRESS,
    data: Buffer.from(data).toString('hex'),
  }
}
