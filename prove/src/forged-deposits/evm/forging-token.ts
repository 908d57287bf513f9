import type { Hex } from 'viem'

/** What forgeries on a chain of the EVM family are made with. */
export type ForgingToken = Readonly<{
  token: string
  /** Looks like the token and is another. */
  otherToken: string
  forger: string
  customer: string
  /** In units of a kobo. */
  units(minor: bigint): bigint
  /** As the customer, with plenty of gas, so that what will fail is sent all the same. */
  send(to: string, data: Hex, value?: bigint): Promise<string>
  transfer(to: string, units: bigint, token?: string): Promise<string>
  forge(functionName: string, args: readonly unknown[]): Promise<string>
  setFault(fault: number): Promise<void>
}>
