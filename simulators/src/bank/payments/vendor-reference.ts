/** Paystack also numbers its transactions. */
export function paystackId(seq: number): number {
  return 4_100_000_000 + seq
}

export function paystackSeq(id: number): number {
  return id - 4_100_000_000
}
