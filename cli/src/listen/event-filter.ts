/** Returns a test for event types from patterns such as `buy.*,sell.completed`. Without patterns, every type passes. */
export function createEventFilter(patterns: string | undefined): (type: string) => boolean {
  const wanted = (patterns ?? '')
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '')
  if (wanted.length === 0) return () => true
  return (type) =>
    wanted.some((pattern) =>
      pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
    )
}
