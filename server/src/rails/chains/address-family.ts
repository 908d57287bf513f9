import type { AddressRefusalCode } from '../../movements/transfers/wallet-address.ts'

export type AddressReading =
  | Readonly<{
      outcome: 'fine'
      address: string
      /** The account behind the address: two addresses that pay the same one have the same. */
      account: string
      /** What the account is when nobody can own it, in words that follow "this is". */
      reserved?: string
    }>
  | Readonly<{ outcome: 'refused'; code: AddressRefusalCode; message: string }>

/** How a family of networks writes addresses. Networks of one family cannot be told apart by an address. */
export type AddressFamily = Readonly<{
  read(text: string): AddressReading
  /** Whether the text was meant for this family, right or not: for telling somebody which network they had in mind. */
  resembles(text: string): boolean
  /** What the family's addresses look like, in words that follow "begins with". */
  beginsWith: string
  /** What the token's own address is called, in words that follow "this is". */
  tokenIs: string
}>
