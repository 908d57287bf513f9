/** One kobo that is other than the books say, and what must come of it. */
export type Change = Readonly<{
  name: string
  /** What people are asked: the start of a line of `readAlarms`. */
  isAsked: string
  /** What must be stopped, and nothing besides: another such line. */
  isStopped: string | undefined
  make(): Promise<void>
  /** Puts it right again, as far as that is to be done by anybody but people. */
  mend(): Promise<void>
}>
