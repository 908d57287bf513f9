/** One thing that goes wrong, and the alerts that it must cause. */
export type Fault = Readonly<{
  name: string
  /** Each alert is its name and some of its labels. All must arrive, and no other may. */
  expected: ReadonlyArray<Readonly<Record<string, string>>>
  make(): Promise<void>
  mend(): Promise<void>
}>
