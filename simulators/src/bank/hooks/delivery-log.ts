import type { Vendor } from '../vendor.ts'

export type Delivery = Readonly<{
  hook: string
  vendor: Vendor
  reference: string
  attempt: number
  /** On the simulator's clock, ISO. */
  at: string
  url: string
  status: number
  answer: string
  verdict: string
}>

const KEPT = 50_000

/** Every sending of every notification, the newest last. Not journalled: it tells what this process sent. */
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
