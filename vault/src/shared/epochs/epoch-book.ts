/** The newest epoch of the database that this process has seen. */
export type EpochRecord = Readonly<{ at: string; epoch: number }>

export type Epochs = Readonly<{
  /** Zero if no standby was ever promoted. */
  newestEpoch(): number
  /** Keeps an epoch on the disk. */
  noteEpoch(record: EpochRecord): void
}>

/** SQL for the epoch of the database that answers, in the same snapshot as the facts. */
export const EPOCH = `(select coalesce(max(d.epoch), 0)::integer from database_epoch d)`

/** For readers that act on nothing. */
export const noEpochs: Epochs = { newestEpoch: () => 0, noteEpoch: () => {} }

export function isEpochRecord<T extends object>(record: T): record is T & EpochRecord {
  return 'epoch' in record
}

export function createEpochBook() {
  let newest = 0
  return {
    addEpoch: ({ epoch }: EpochRecord): void => {
      newest = Math.max(newest, epoch)
    },
    newestEpoch: () => newest,
  }
}

/**
 * Requires that facts come from the newest primary, and remembers its epoch before anybody acts on them. A former primary that still runs,
 * or comes back, may show rows that were lost with it.
 */
export function requireNewestEpoch(
  rows: ReadonlyArray<Readonly<{ is_copy: boolean; epoch: number }>>,
  epochs: Epochs,
): void {
  if (rows.some(({ is_copy }) => is_copy)) throw new Error('the database is a replica and may be behind')
  for (const { epoch } of rows) {
    const newest = epochs.newestEpoch()
    if (epoch < newest)
      throw new Error(
        `the database is of epoch ${epoch}, but epoch ${newest} has begun: it is a former primary`,
      )
    if (epoch > newest) epochs.noteEpoch({ at: new Date().toISOString(), epoch })
  }
}
