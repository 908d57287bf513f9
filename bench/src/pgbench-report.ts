export type PgbenchReport = Readonly<{ count: number; perSecond: number }>

/**
 * Reads what pgbench printed with `--progress=1`: how much it committed, and the rate without the first seconds.
 * Undefined when the report is not that of a whole run.
 */
export function readPgbenchReport(text: string, uncountedSeconds: number): PgbenchReport | undefined {
  const count = Number(/^number of transactions actually processed: (\d+)/m.exec(text)?.[1])
  let commits = 0
  let seconds = 0
  let since = 0
  for (const [, at, rate] of text.matchAll(/^progress: ([\d.]+) s, ([\d.]+) tps/gm)) {
    // The lines come about once a second, not to the millisecond.
    if (since > uncountedSeconds - 0.5) {
      commits += Number(rate) * (Number(at) - since)
      seconds += Number(at) - since
    }
    since = Number(at)
  }
  return count > 0 && seconds > 0 ? { count, perSecond: commits / seconds } : undefined
}
