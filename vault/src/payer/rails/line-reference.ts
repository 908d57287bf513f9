/** Our own reference, where a vendor repeats our words on a line of its book. */
export function referenceIn(words: unknown): string | null {
  return typeof words === 'string' ? (/\baf-[0-9a-f]{32}\b/.exec(words)?.[0] ?? null) : null
}
