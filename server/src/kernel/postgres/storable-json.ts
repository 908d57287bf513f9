/**
 * JSON that the database takes whatever a vendor sent: it refuses the zero character and halves of surrogate pairs, and
 * one such letter in one narration must not hold up an account for ever. Whole numbers beyond a float stay exact, as text.
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
