const TERMINAL_EVERY_MS = 100
const LOG_EVERY_MS = 5_000

/** Tells people how far a proof is. */
export type Progress = Readonly<{
  /** Replaces what was shown last; may be called as often as one likes. */
  show(line: string): void
  /** Stays on the screen. */
  say(line: string): void
  /** Clears the line that replaces itself. */
  done(): void
}>

/** One line that overwrites itself on a terminal; elsewhere, such as in a log, a line every few seconds. */
export function createProgress(out: NodeJS.WriteStream): Progress {
  const isTerminal = out.isTTY
  const everyMs = isTerminal ? TERMINAL_EVERY_MS : LOG_EVERY_MS
  let shownAt = performance.now()
  const clear = () => {
    if (isTerminal) out.write('\r\u001B[K')
  }
  return {
    show(line) {
      if (performance.now() - shownAt < everyMs) return
      shownAt = performance.now()
      clear()
      out.write(isTerminal ? `  ${line}`.slice(0, out.columns - 1) : `  ${line}\n`)
    },
    say(line) {
      clear()
      out.write(`  ${line}\n`)
    },
    done: clear,
  }
}
