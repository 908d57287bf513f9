/**
 * Writes JSON that the database accepts, whatever a vendor sent. PostgreSQL refuses the zero character and half surrogate pairs, and one
 * such character in a narration must not block an account for ever. A bigint is written as a string, so it stays exact.
 */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === 'string') return storable(item)
    if (typeof item === 'bigint') return item.toString()
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [storable(key), inner]))
  })
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{fffd}')
}
