/** The command was called with wrong arguments. The message says what to change. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
