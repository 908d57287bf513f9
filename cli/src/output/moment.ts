export type MomentStyle = Readonly<{ now: Date; timeZone?: string | undefined }>

/** `16 Nov, 09:30:02 (2 min ago)`: in the reader's own time zone. */
export function printMoment(iso: string, style: MomentStyle): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return `${printLocal(at, style)} (${printDistance(at, style.now)})`
}

export function printLocal(at: Date, { now, timeZone }: MomentStyle): string {
  const isThisYear = at.getUTCFullYear() === now.getUTCFullYear()
  return new Intl.DateTimeFormat('en-GB', {
    ...(timeZone === undefined ? {} : { timeZone }),
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(at)
}

/** `just now`, `45 s ago`, `in 12 min`: a distance in one unit. Days start at 48 hours. */
function printDistance(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  if (Math.abs(ms) < 1000) return 'just now'
  return ms < 0 ? `${printSpan(-ms)} ago` : `in ${printSpan(ms)}`
}

export function printSpan(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}
