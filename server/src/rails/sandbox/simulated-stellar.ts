import { randomBytes } from 'node:crypto'
import { StrKey } from '@stellar/stellar-sdk/base'
import { askSimulator } from './ask-simulator.ts'

/** An account with some lumens that trusts nobody. */
export async function openUntrustingAccount(url: string): Promise<string> {
  const id = StrKey.encodeEd25519PublicKey(randomBytes(32))
  await askSimulator(`${url}/admin/accounts`, { body: { id, xlm: '10' } })
  return id
}
