/** All that the command touches outside itself, so that a test can hold it in its hands. */
export type World = Readonly<{
  env: Readonly<Record<string, string | undefined>>
  /** Without a line end: it is added. */
  out(line: string): void
  err(line: string): void
  /** Whether people read what is written, and can be asked. */
  terminal: Readonly<{ out: boolean; input: boolean; columns: number }>
  /** One line typed by a person; a hidden one is not shown while it is typed. */
  askLine(question: string, how?: { hidden?: boolean }): Promise<string>
  /** Keys pressed while something goes on, one at a time. Ends with the signal. */
  onKeyPress(pressed: (key: string) => void): void
  fetch: typeof fetch
  now(): Date
  /** As people here write times; the machine's own where it is not given. */
  timeZone?: string
  /** Ctrl-C. */
  signal: AbortSignal
  /** Where a file with settings of a stack on this machine may be. */
  stackSettingsFile?: string
}>
