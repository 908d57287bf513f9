import type { Vendor } from '../vendor.ts'

/** One notification about one transaction, with what became of it. */
export type Hook = Readonly<{
  id: string
  seq: number
  vendor: Vendor
  /** The vendor's id of the transaction it tells of. */
  reference: string
  account: string
  /** On the simulator's clock. */
  dueAt: number
  attempts: number
  /**
   * `held`: waits for a later one to go first. `kept`: is not sent unless somebody asks. `rejected`: Providus was told
   * to reject it. `given_up`: the schedule ran out.
   */
  state: 'waiting' | 'held' | 'kept' | 'delivered' | 'rejected' | 'given_up'
  /** Bytes and headers to be sent once more as they were. */
  replay?: Readonly<{ body: string; headers: Record<string, string> }>
}>
