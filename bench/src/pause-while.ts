/**
 * Stops these processes while `work` runs. Our idle processes ask PostgreSQL now and then, and the bare side must not pay for it. Nothing
 * is lost: they continue where they were.
 */
export async function pauseWhile<T>(processIds: readonly number[], work: () => Promise<T>): Promise<T> {
  for (const id of processIds) process.kill(id, 'SIGSTOP')
  try {
    return await work()
  } finally {
    for (const id of processIds) process.kill(id, 'SIGCONT')
  }
}
