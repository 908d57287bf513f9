/** JSON whose numbers come as the text that they were written in: an amount never becomes a float. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: Readonly<{ source?: string }>) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  )
}
