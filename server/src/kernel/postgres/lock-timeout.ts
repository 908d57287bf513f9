import pg from 'pg'

/** Whether a statement gave up because somebody else has what it asked for. Nothing of it stands; soon it may succeed. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}
