const UNITS = { s: 1, m: 60, min: 60, h: 3600, d: 86_400 } as const

/** Converts `25h`, `90min` or `2d 4h` to seconds; undefined if it is not a duration. */
export function readSpan(typed: string): number | undefined {
  const parts = [...typed.trim().matchAll(/(\d+)\s*(min|s|m|h|d)\s*/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== typed.trim()) return undefined
  return parts.reduce(
    (seconds, [, count, unit]) => seconds + Number(count) * UNITS[unit as keyof typeof UNITS],
    0,
  )
}
