/** Everything outside the command that it uses, so that tests can replace it. */
export type World = Readonly<{
  env: Readonly<Record<string, string | undefined>>
  /** Prints a line. The line break is added. */
  out(line: string): void
  err(line: string): void
  /** Whether a user reads the output and can answer questions. */
  terminal: Readonly<{ out: boolean; input: boolean; columns: number }>
  /** Reads a typed line. A hidden one is not echoed. */
  askLine(question: string, how?: { hidden?: boolean }): Promise<string>
  /** Reports pressed keys, one at a time, until the signal aborts. */
  onKeyPress(pressed: (key: string) => void): void
  fetch: typeof fetch
  now(): Date
  /** Time zone for printed times. The default is that of the machine. */
  timeZone?: string
  /** Ctrl-C. */
  signal: AbortSignal
  /** Path of the settings of a local stack, if there is one. */
  stackSettingsFile?: string
}>
