import type { Chain, LockStatus, OutTransfer } from '../../movements/transfers/chain.ts'

// One node may lag some blocks behind the other. For this long, that is not reported as a disagreement.
const WITNESS_LAG_MS = 120_000

type Ended = Exclude<LockStatus, { state: 'unknown' | 'pending' }>

/**
 * A chain that accepts a final status only when a second node, run by another provider, reports the same state, with the same transaction
 * in the same block. Until then the lock is pending. The status contains both answers if the nodes contradict each other, or if the second
 * has not confirmed the first for two minutes. All other calls use the first node alone, because none of them makes a transfer final.
 */
export function createWitnessedChain(
  chain: Chain,
  witness: Chain,
  { nowMs, patienceMs = WITNESS_LAG_MS }: Readonly<{ nowMs: () => number; patienceMs?: number }>,
): Chain {
  const toldAt = new Map<string, number>()

  const compare = (key: string, one: Ended, other: LockStatus | string): LockStatus => {
    if (typeof other !== 'string' && isEnd(other)) {
      toldAt.delete(key)
      return agreed(one, other) ?? doubtful(one, other)
    }
    const since = toldAt.get(key) ?? nowMs()
    toldAt.set(key, since)
    return nowMs() - since < patienceMs ? { state: 'pending' } : doubtful(one, other)
  }

  return {
    ...chain,
    status: async (from, out, signal) => {
      const told = await chain.status(from, out, signal)
      const ended = out.filter((_, place) => isEnd(told[place]))
      if (ended.length === 0) return told
      const borne = await ask(witness, from, ended, signal)
      return told.map((one, place) => {
        const transfer = out[place]
        if (transfer === undefined || !isEnd(one)) return one
        const other = typeof borne === 'string' ? borne : borne[ended.indexOf(transfer)]
        return compare(`${from}:${transfer.lock}`, one, other ?? 'no response for this lock')
      })
    },
  }
}

/** Returns the error as text if the second node does not answer. The first node's final statuses then wait, and other work continues. */
async function ask(witness: Chain, from: string, ended: readonly OutTransfer[], signal: AbortSignal) {
  try {
    return await witness.status(from, ended, signal)
  } catch (error) {
    return `no response: ${(error as Error).message}`
  }
}

function isEnd(status: LockStatus | undefined): status is Ended {
  return status !== undefined && status.state !== 'unknown' && status.state !== 'pending'
}

function agreed(one: Ended, other: Ended): LockStatus | undefined {
  if (one.state === 'conflict' && other.state === 'conflict') {
    return { state: 'conflict', detail: `${one.detail}; the second node: ${other.detail}` }
  }
  if (one.state === 'conflict' || other.state === 'conflict') return undefined
  if (one.state !== other.state || !isSameHash(one.hash, other.hash) || one.block !== other.block)
    return undefined
  const borneOut = Object.entries(other.evidence).map(([name, value]) => [`witness.${name}`, value])
  return { ...one, evidence: { ...one.evidence, ...Object.fromEntries(borneOut) } }
}

function isSameHash(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function doubtful(one: Ended, other: LockStatus | string): LockStatus {
  return { state: 'pending', doubt: { chain: inWords(one), witness: inWords(other) } }
}

function inWords(said: LockStatus | string): string {
  if (typeof said === 'string') return said
  if (said.state === 'conflict') return `conflict: ${said.detail}`
  return 'hash' in said ? `${said.state}: ${said.hash} in block ${said.block}` : said.state
}
