import { askChain } from '@afara/stack/http/ask-chain.ts'

type Balance = Readonly<{ value: Readonly<{ data: Readonly<{ parsed?: Parsed }> }> | null }>
type Parsed = Readonly<{ info: Readonly<{ tokenAmount: Readonly<{ amount: string }> }> }>

/** Units in an account for tokens; nothing where there is none. */
export async function readHolding(url: string, account: string): Promise<bigint> {
  const { value } = await askChain<Balance>(url, 'getAccountInfo', account, { encoding: 'jsonParsed' })
  return BigInt(value?.data.parsed?.info.tokenAmount.amount ?? '0')
}
