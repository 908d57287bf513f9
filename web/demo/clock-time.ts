const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', timeStyle: 'medium' })

/** Lagos time with seconds: 10:24:46. */
export function clockTime(at: string): string {
  return format.format(new Date(at))
}
