const TERMINAL_EVERY_MS = 100
const LOG_EVERY_MS = 5_000

/** Shows the progress of a proof. */
export type Progress = Readonly<{
  /** Replaces the line that was shown last. May be called at any rate. */
  show(line: string): void
  /** Prints a line that stays on the screen. */
  say(line: string): void
  /** Clears the line that `show` replaces. */
  done(): void
}>

/** Shows one line that overwrites itself on a terminal. Elsewhere, such as in a log, it prints a line every few seconds. */
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
