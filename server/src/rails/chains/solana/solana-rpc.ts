import { createRpc, type JsonRpc } from '../json-rpc.ts'

const DEADLINE_MS = 5_000
// Not every node takes several calls in one request.
export const REQUESTS_AT_ONCE = 8

export function createSolanaRpc({
  url,
  deadlineMs,
}: Readonly<{ url: string; deadlineMs?: number }>): JsonRpc {
  return createRpc({
    url,
    deadlineMs: deadlineMs ?? DEADLINE_MS,
    together: { requestsAtOnce: REQUESTS_AT_ONCE },
  })
}
