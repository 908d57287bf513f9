import type { AddressRefusalCode } from '../../movements/transfers/wallet-address.ts'

export type AddressReading =
  | Readonly<{
      outcome: 'fine'
      address: string
      /** The account that the address pays. Several addresses can pay the same account. */
      account: string
      /** Describes an account that nobody can own. The text follows "this is". */
      reserved?: string
    }>
  | Readonly<{ outcome: 'refused'; code: AddressRefusalCode; message: string }>

/** The address format of a family of networks. An address does not show which network of the family it belongs to. */
export type AddressFamily = Readonly<{
  read(text: string): AddressReading
  /** Whether the text looks like an address of this family, valid or not. Used to suggest the right network. */
  resembles(text: string): boolean
  /** The start of the family's addresses. The text follows "begins with". */
  beginsWith: string
  /** The name of the token's own address. The text follows "this is". */
  tokenIs: string
}>
