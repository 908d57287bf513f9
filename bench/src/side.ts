import type { TestBed } from './test-bed.ts'

/** The load on a side, and its duration. */
export type Load = Readonly<{ seconds: number; clients: number; connections?: number }>

export type Rate = Readonly<{
  /** All items, including those of the uncounted seconds. */
  count: number
  perSecond: number
  /** CPU time of the measured side per item, in microseconds. */
  cpuMicros: number
  /** CPU time of all processes of the side per item, if `cpuMicros` is only a part. Without the load generator. */
  totalCpuMicros?: number
  /** Further figures, by the name under which they are printed. */
  more?: Readonly<Record<string, number>>
}>

/** One of the two sides of a comparison. */
export type Side = Readonly<{ name: string; measure(bed: TestBed, load: Load): Promise<Rate> }>
