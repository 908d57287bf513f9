import { askChain } from '@afara/stack/http/ask-chain.ts'

type Balance = Readonly<{ value: Readonly<{ data: Readonly<{ parsed?: Parsed }> }> | null }>
type Parsed = Readonly<{ info: Readonly<{ tokenAmount: Readonly<{ amount: string }> }> }>

/** Returns the units in a token account, or zero if it does not exist. */
export async function readHolding(url: string, account: string): Promise<bigint> {
  const { value } = await askChain<Balance>(url, 'getAccountInfo', account, { encoding: 'jsonParsed' })
  return BigInt(value?.data.parsed?.info.tokenAmount.amount ?? '0')
}
