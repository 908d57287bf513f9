/** `buy.*,sell.completed` → whether a type is meant. Without patterns everything is. */
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
