const FACTOR = 20
const LEAST_FOR_SECONDS = 6
const LEAST_LONG_SECONDS = 75
const SHORT_SECONDS = 60

/**
 * Returns the rules with shorter times, so that a proof need not wait for half an hour. Windows and `for` are divided by 20; `for` stays at
 * least six seconds. Ages above a minute are divided by 20, but stay at least 75 seconds, because a quiet bank account is read once a minute.
 * Ages up to a minute are halved. Nothing else changes.
 */
export function shortenRules(rules: string): string {
  return rules
    .split('\n')
    .map((line) => {
      const isAge = line.includes('_seconds') && !line.includes('_duration_seconds')
      return line
        .replace(/\[(\d+[smh])\]/g, (_, time: string) => `[${secondsOf(time) / FACTOR}s]`)
        .replace(
          /\bfor: (\d+[smh])/,
          (_, time: string) => `for: ${Math.max(LEAST_FOR_SECONDS, secondsOf(time) / FACTOR)}s`,
        )
        .replace(/([<>]) (\d{2,})\b/g, (whole, sign: string, seconds: string) =>
          isAge ? `${sign} ${shortenAge(Number(seconds))}` : whole,
        )
    })
    .join('\n')
}

/** Returns the settings of Prometheus or Alertmanager with the given times and other names of machines. */
export function adapt(settings: string, replaced: ReadonlyMap<string | RegExp, string>): string {
  let text = settings
  for (const [from, to] of replaced) {
    if (typeof from === 'string' ? !text.includes(from) : !from.test(text))
      throw new Error(`the settings do not have ${from} any more: adapt the proof`)
    text = text.replace(from, to)
  }
  return text
}

function shortenAge(seconds: number): number {
  return seconds <= SHORT_SECONDS ? seconds / 2 : Math.max(LEAST_LONG_SECONDS, seconds / FACTOR)
}

function secondsOf(time: string): number {
  const unit = { s: 1, m: 60, h: 3600 }[time.at(-1) as 's' | 'm' | 'h']
  return Number(time.slice(0, -1)) * unit
}
