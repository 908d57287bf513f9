import { OddAnswer } from '../../vendor-json.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { MARKER_RENT } from './marker.ts'
import { readCount } from './rpc-values.ts'
import { TOKEN_ACCOUNT_RENT } from './token-account.ts'

const TOKEN_ACCOUNT_BYTES = 165

/** The network's price of an account is written into what we sign, and into the signer's rules: if it rose, nothing of ours would land. */
export async function requireRent(rpc: JsonRpc, signal: AbortSignal): Promise<void> {
  const [ofMarker, ofTokens] = await rpc.ask(
    [
      ['getMinimumBalanceForRentExemption', 0],
      ['getMinimumBalanceForRentExemption', TOKEN_ACCOUNT_BYTES],
    ],
    signal,
  )
  if (readCount(ofMarker, 'rent') > MARKER_RENT || readCount(ofTokens, 'rent') > TOKEN_ACCOUNT_RENT)
    throw new OddAnswer('an account costs more than what we sign offers')
}
