import { setTimeout as sleep } from 'node:timers/promises'
import { getBase58Decoder } from '@solana/kit'
import type { FamilyFault } from '../faulty-node.ts'
import type { Asked, Told } from '../proxy.ts'
import { callsIn, retell } from '../rpc-calls.ts'

const SIGNATURE_BYTES = 64
const SENDS_ONE_IN = 8

/** Faults of Solana nodes. A blockhash older than `staleAfterMs` is no longer accepted. */
export function solanaNodeFaults(staleAfterMs: number): Readonly<Record<string, FamilyFault>> {
  const hashes: Array<Readonly<{ at: number; result: unknown }>> = []
  return {
    // Replies as if the transaction was sent, like a node without preflight checks, but forwards it to nobody.
    dropped: {
      isOf: isSend,
      oneIn: SENDS_ONE_IN,
      tell: async (asked) => pretend(asked),
    },
    delayed: {
      isOf: isSend,
      oneIn: SENDS_ONE_IN,
      tell: async (asked, forward) => {
        void sleep(3_000).then(forward).catch(ignore)
        return pretend(asked)
      },
    },
    // Forwards the transaction only after it has expired. By then, a newly signed transaction has landed or will land.
    sent_too_late: {
      isOf: isSend,
      oneIn: SENDS_ONE_IN * 2,
      tell: async (asked, forward) => {
        void sleep(staleAfterMs).then(forward).catch(ignore)
        return pretend(asked)
      },
    },
    landed_then_504: {
      isOf: isSend,
      oneIn: SENDS_ONE_IN,
      tell: async (_asked, forward) => {
        await forward()
        return { status: 504, type: 'text/plain', body: 'Gateway Time-out' }
      },
    },
    // Simulates a node that is stuck: a transaction with this node's blockhash never lands.
    expired_blockhash: {
      isOf: (asked) => isOf(asked, 'getLatestBlockhash'),
      oneIn: 6,
      tell: async (asked, forward) => {
        const told = await forward()
        return retell(asked, told, ({ method }, result) => {
          if (method !== 'getLatestBlockhash') return result
          const now = performance.now()
          hashes.push({ at: now, result })
          while ((hashes[1]?.at ?? now) < now - staleAfterMs) hashes.shift()
          return hashes[0]?.result
        })
      },
    },
    // Simulates a node that keeps little history, or is behind the others.
    forgets: {
      isOf: (asked) => isOf(asked, 'getTransaction') || isOf(asked, 'getSignatureStatuses'),
      tell: async (asked, forward) =>
        retell(asked, await forward(), ({ method }, result) => {
          if (method === 'getTransaction') return null
          if (method !== 'getSignatureStatuses') return result
          const { value, ...rest } = result as { value: readonly unknown[] }
          return { ...rest, value: value.map(() => null) }
        }),
    },
  }
}

function isSend(asked: Asked): boolean {
  return callsIn(asked).every(({ method }) => method === 'sendTransaction')
}

function isOf(asked: Asked, method: string): boolean {
  return callsIn(asked).some((call) => call.method === method)
}

/** Replies with each transaction's own signature, which says nothing about the outcome. */
function pretend(asked: Asked): Told {
  const replies = callsIn(asked).map(({ jsonrpc, id, params }) => ({
    jsonrpc,
    id,
    result: signatureIn(String(params?.[0])),
  }))
  const isBatch = asked.body.toString().trimStart().startsWith('[')
  return { status: 200, type: 'application/json', body: JSON.stringify(isBatch ? replies : replies[0]) }
}

function signatureIn(wire: string): string {
  return getBase58Decoder().decode(Buffer.from(wire, 'base64').subarray(1, 1 + SIGNATURE_BYTES))
}

function ignore(): void {}
