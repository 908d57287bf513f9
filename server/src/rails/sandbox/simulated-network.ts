/** What can be done on a network of our own; amounts in kobo. */
export type SimulatedNetwork = Readonly<{
  /** A wallet that can receive; the same seed is the same wallet. */
  openWallet(seed: Buffer): Promise<string>
  sendTokens(to: string, minor: bigint): Promise<void>
  /** Absent where nothing is ever undone. False when they have arrived all the same. */
  sendTokensAndForget?(to: string, minor: bigint): Promise<boolean>
}>
