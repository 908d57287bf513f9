import { createRpc, type JsonRpc } from '../json-rpc.ts'

// Providers take at least this many calls in one request.
const MOST_CALLS = 50

export function createJsonRpc(options: Readonly<{ url: string; deadlineMs: number }>): JsonRpc {
  return createRpc({ ...options, together: { inOneRequest: MOST_CALLS } })
}
