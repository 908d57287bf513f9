/** How tokens reach an address on a network of our own; amounts in kobo. */
export type SimulatedNetwork = Readonly<{
  sendTokens(to: string, minor: bigint): Promise<void>
  /** Absent where nothing is ever undone. False when they have arrived all the same. */
  sendTokensAndForget?(to: string, minor: bigint): Promise<boolean>
}>
