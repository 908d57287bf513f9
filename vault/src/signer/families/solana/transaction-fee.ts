const PER_SIGNATURE = 5_000n
const MICRO = 1_000_000n

/** Of a transaction with one signature, in lamports. */
export function transactionFee({ cuLimit, cuPrice }: Readonly<{ cuLimit: bigint; cuPrice: bigint }>): bigint {
  return PER_SIGNATURE + (cuLimit * cuPrice + MICRO - 1n) / MICRO
}
