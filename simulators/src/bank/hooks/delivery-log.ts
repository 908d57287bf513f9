import type { Vendor } from '../vendor.ts'

export type Delivery = Readonly<{
  hook: string
  vendor: Vendor
  reference: string
  attempt: number
  /** ISO time on the simulator's clock. */
  at: string
  url: string
  status: number
  answer: string
  verdict: string
}>

const KEPT = 50_000

/** Every delivery attempt of this process, newest last. Not stored in the journal. */
export function createDeliveryLog() {
  let deliveries: Delivery[] = []
  return {
    add: (delivery: Delivery) => {
      deliveries.push(delivery)
      if (deliveries.length > 2 * KEPT) deliveries = deliveries.slice(-KEPT)
    },
    list: () => deliveries,
    clear: () => {
      deliveries = []
    },
  }
}
