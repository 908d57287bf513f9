import type { FamilyFault } from '../faulty-node.ts'
import type { Told } from '../proxy.ts'

export const evmNodeFaults: Readonly<Record<string, FamilyFault>> = {
  // Simulates a node that is behind the others and does not know the newest blocks.
  no_receipts: {
    isOf: () => true,
    tell: async (_asked, forward) => withoutReceipts(await forward()),
  },
}

function withoutReceipts(told: Told): Told {
  const hide = (reply: { result?: unknown }) =>
    typeof reply.result === 'object' && reply.result !== null && 'transactionHash' in reply.result
      ? { ...reply, result: null }
      : reply
  const parsed = JSON.parse(told.body.toString()) as { result?: unknown } | Array<{ result?: unknown }>
  return { ...told, body: JSON.stringify(Array.isArray(parsed) ? parsed.map(hide) : hide(parsed)) }
}
