import type { TestBed } from './test-bed.ts'

/** How hard a side is driven, and for how long. */
export type Load = Readonly<{ seconds: number; clients: number; connections?: number }>

export type Rate = Readonly<{
  /** Everything that was done, the seconds that do not count included. */
  count: number
  perSecond: number
  /** What the side under measurement spent on one, in microseconds of CPU. */
  cpuMicros: number
  /** What all of its processes spent on one, where `cpuMicros` is only a part of it; the load generator is not counted. */
  totalCpuMicros?: number
  /** What else there is to tell about it, by the name it is printed under. */
  more?: Readonly<Record<string, number>>
}>

/** One of two things that are compared. */
export type Side = Readonly<{ name: string; measure(bed: TestBed, load: Load): Promise<Rate> }>
