/** Joins class names. A false part is left out, so that a condition can be written in place. */
export function joinClasses(...parts: ReadonlyArray<string | false | undefined>): string {
  return parts.filter(Boolean).join(' ')
}
