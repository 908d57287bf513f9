import pg from 'pg'

// Connection exceptions, too many connections, a server that is stopping, starting or read-only, serialisation failures, deadlocks, lock
// and statement timeouts, and socket errors of the operating system.
const LOST =
  /^(08|57P0)|^E(CONN|PIPE|HOSTUNREACH|NETUNREACH|TIMEDOUT|AI_AGAIN)|^53300$|^(25006|40001|40P01|55P03|57014)$/
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|connection timeout|Client has encountered a connection error|timeout expired|Query read timeout/i

/**
 * Whether PostgreSQL was unreachable or stopped before it finished. A retry may then succeed. If the failed statement was a commit, it is
 * unknown whether the commit happened.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  return (typeof code === 'string' && LOST.test(code)) || LOST_MESSAGES.test(error.message)
}

/** Whether PostgreSQL itself refused a statement, which means that none of it was committed. After any other failure this is unknown. */
export function isUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isConnectionLoss(error)
}

/** Whether a statement failed because another transaction holds a lock. None of it was committed, and a retry may succeed soon. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}
