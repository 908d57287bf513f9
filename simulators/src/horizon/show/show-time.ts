/** Horizon's times have no fractions of a second. */
export function showTime(seconds: number): string {
  return `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`
}
