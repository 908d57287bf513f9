import { StrKey } from '@stellar/stellar-sdk/base'

/** The account of an address, and the number in it if the address is muxed. */
export type Party = Readonly<{ account: string; muxed?: Readonly<{ address: string; id: string }> }>

const KEY_BYTES = 32

export function partyOf(address: string): Party {
  if (!address.startsWith('M')) return { account: address }
  const bytes = Buffer.from(StrKey.decodeMed25519PublicKey(address))
  return {
    account: StrKey.encodeEd25519PublicKey(bytes.subarray(0, KEY_BYTES)),
    muxed: { address, id: bytes.readBigUInt64BE(KEY_BYTES).toString() },
  }
}

/** Returns Horizon's fields: `to`, and `to_muxed` with `to_muxed_id` if the address is muxed. */
export function showParty(name: string, { account, muxed }: Party): Record<string, string> {
  return {
    [name]: account,
    ...(muxed && { [`${name}_muxed`]: muxed.address, [`${name}_muxed_id`]: muxed.id }),
  }
}
