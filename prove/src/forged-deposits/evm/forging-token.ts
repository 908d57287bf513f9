import type { Hex } from 'viem'

/** Tools for forgeries on an EVM chain. */
export type ForgingToken = Readonly<{
  token: string
  /** A different token that looks like ours. */
  otherToken: string
  forger: string
  customer: string
  /** Converts kobo to units of the token. */
  units(minor: bigint): bigint
  /** Sends as the customer, with enough gas that a transaction that will fail is sent too. */
  send(to: string, data: Hex, value?: bigint): Promise<string>
  transfer(to: string, units: bigint, token?: string): Promise<string>
  forge(functionName: string, args: readonly unknown[]): Promise<string>
  setFault(fault: number): Promise<void>
}>
