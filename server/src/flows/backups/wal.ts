/** A position in the WAL, in bytes since the cluster was created. */
export type Lsn = bigint

/** What is archived of one segment: all of it, or the bytes from `start` to `end`. */
export type WalObject = Readonly<{ name: string; segment: string; start: number; end: number }>

const SEGMENT = /^[0-9A-F]{24}$/
const PIECE = /^([0-9A-F]{24})\.([0-9a-f]{8})-([0-9a-f]{8})$/

/** Reads PostgreSQL's text, such as `0/3000060`. */
export function readLsn(text: string): Lsn {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Returns the name of the segment file that contains a position. */
export function segmentAt(timeline: string, lsn: Lsn, segmentBytes: number): string {
  const number = lsn / BigInt(segmentBytes)
  const perLog = 0x1_0000_0000n / BigInt(segmentBytes)
  return `${timeline}${hex(number / perLog)}${hex(number % perLog)}`
}

/** Returns the position at which a segment begins. */
export function startOf(segment: string, segmentBytes: number): Lsn {
  const log = BigInt(`0x${segment.slice(8, 16)}`)
  return (log << 32n) + BigInt(`0x${segment.slice(16)}`) * BigInt(segmentBytes)
}

export const timelineOf = (segment: string): string => segment.slice(0, 8)

/** The part of a segment's name that says where it is, on whatever timeline. */
export const placeOf = (segment: string): string => segment.slice(8)

export function pieceName(segment: string, start: number, end: number): string {
  return `wal/${segment}.${offset(start)}-${offset(end)}`
}

/** Reads the names of the folder `wal`. Timeline histories are left out. */
export function readWalObjects(names: readonly string[], segmentBytes: number): WalObject[] {
  return names.flatMap((name) => {
    const file = name.slice('wal/'.length)
    if (SEGMENT.test(file)) return [{ name, segment: file, start: 0, end: segmentBytes }]
    const [, segment, start, end] = PIECE.exec(file) ?? []
    if (segment === undefined) return []
    return [{ name, segment, start: Number(`0x${start}`), end: Number(`0x${end}`) }]
  })
}

function hex(number: bigint): string {
  return number.toString(16).toUpperCase().padStart(8, '0')
}

function offset(bytes: number): string {
  return bytes.toString(16).padStart(8, '0')
}
