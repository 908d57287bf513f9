import pg from 'pg'

// Connection exceptions, server shutting down or starting, and what the operating system says of a broken socket.
const LOST =
  /^(08|57P0)|^E(CONN|PIPE|HOSTUNREACH|NETUNREACH|TIMEDOUT|AI_AGAIN)|^53300$|^(25006|40001|40P01|55P03|57014)$/
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|connection timeout|Client has encountered a connection error|timeout expired|Query read timeout/i

/**
 * Whether PostgreSQL could not be reached or gave up half-way, so that asking again later may succeed. For a commit it
 * also means that nobody knows whether it happened.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  return (typeof code === 'string' && LOST.test(code)) || LOST_MESSAGES.test(error.message)
}

/** Whether PostgreSQL itself said no to a statement, so that nothing of it stands. Any other failure leaves that open. */
export function isUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isConnectionLoss(error)
}

/** Whether a statement gave up because somebody else has what it asked for. Nothing of it stands; soon it may succeed. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}
