/** A running piece of the stack, whatever it is. */
export type Part = Readonly<{
  logFile: string
  /** Settles with how it ended, when it does; never rejects. */
  ended: Promise<string>
  stop(): Promise<void>
  kill(): Promise<void>
}>
