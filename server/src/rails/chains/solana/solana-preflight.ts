import type { Preflight, WalletBlock } from '../../../movements/transfers/chain.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { SYSTEM_PROGRAM } from './addresses/solana-address.ts'
import type { OwnMarkers } from './locks/markers.ts'
import { type Token, tokenAccountFor } from './messages/lane-message.ts'
import { readAccounts, readTokenAccount, type TokenAccount } from './rpc/read-accounts.ts'
import type { Account } from './rpc/rpc-values.ts'

type Deps = Readonly<{ rpc: JsonRpc; token: Token; own: ReadonlySet<string>; ownMarkers: OwnMarkers }>

/**
 * Whether an address can receive. A wallet need not exist: its account for the token is opened with the payment. What is not a wallet must be a
 * token account of our mint, because nobody could sign for anything else that is opened there.
 */
export async function readPreflight(
  { rpc, token, own, ownMarkers }: Deps,
  to: string,
  signal: AbortSignal,
): Promise<Preflight> {
  if (own.has(to) || to === token.mint) return blocked('not_a_wallet', OURS)
  const destination = await tokenAccountFor(token, to)
  const { accounts } = await readAccounts(rpc, [to, destination], 'confirmed', signal)
  const [wallet, account] = accounts
  const tokens = readTokenAccount(account, token.tokenProgram)
  if (destination === to) return judgeTokenAccount({ token, own }, wallet, tokens)
  if (wallet !== undefined && tokens === undefined && (await ownMarkers.has(to, wallet)))
    return blocked('not_a_wallet', OURS)
  return judgeWallet(token, { to, wallet, account, tokens })
}

/** An address that no key can be of. */
function judgeTokenAccount(
  { token, own }: Pick<Deps, 'token' | 'own'>,
  account: Account | undefined,
  tokens: TokenAccount | undefined,
): Preflight {
  if (account?.isExecutable === true) return blocked('not_a_wallet', A_PROGRAM)
  if (tokens === undefined) return blocked('not_a_wallet', NO_TOKEN_ACCOUNT)
  if (tokens.mint !== token.mint) return blocked('wrong_mint', OTHER_MINT)
  if (own.has(tokens.owner)) return blocked('not_a_wallet', OURS)
  return judgeState(tokens)
}

type Wallet = Readonly<{
  to: string
  wallet: Account | undefined
  account: Account | undefined
  tokens: TokenAccount | undefined
}>

function judgeWallet({ mint }: Token, { to, wallet, account, tokens }: Wallet): Preflight {
  if (wallet?.isExecutable === true) return blocked('not_a_wallet', A_PROGRAM)
  // Its key may be somebody's, but wallets do not show what is sent to it.
  if (wallet !== undefined && (wallet.owner !== SYSTEM_PROGRAM || wallet.data.length > 0))
    return blocked('not_a_wallet', NOT_A_WALLET)
  if (tokens === undefined) {
    // Somebody may have sent lamports there; it is opened all the same.
    if (account !== undefined && account.owner !== SYSTEM_PROGRAM) return blocked('token_refuses', TAKEN)
    return wallet === undefined && account === undefined
      ? { outcome: 'fine', warning: NEVER_SEEN }
      : { outcome: 'fine' }
  }
  if (tokens.owner !== to || tokens.mint !== mint) return blocked('token_refuses', TAKEN)
  return judgeState(tokens)
}

function judgeState({ isFrozen, wantsMemo }: TokenAccount): Preflight {
  if (isFrozen) return blocked('account_frozen', FROZEN)
  if (wantsMemo) return blocked('memo_required', WANTS_MEMO)
  return { outcome: 'fine' }
}

function blocked(code: WalletBlock, message: string): Preflight {
  return { outcome: 'blocked', code, message }
}

const OURS =
  "This is an account of ours or the token's own, and not a wallet of yours. Give the address that your wallet shows for receiving."
const A_PROGRAM =
  'This is a program on Solana and not a wallet: what is sent to it is lost. Give the address that your wallet shows for receiving.'
const NOT_A_WALLET =
  "This account belongs to a program (a token account, for example) and is not a wallet. Give the wallet's own address: our payment opens its token account by itself."
const NO_TOKEN_ACCOUNT =
  'No wallet has this address: it belongs to a program, such as a shared vault, and has no account for this token there. Open an account for the token in the vault and give that account, or give the address of a wallet.'
const OTHER_MINT =
  'This is a token account of another token. Give your account for this token, or the address of the wallet itself.'
const FROZEN =
  "The token's issuer has frozen this wallet's account for the token, so nothing can be sent to it. Have the issuer release it, or use another wallet."
const WANTS_MEMO =
  "This wallet's account for the token takes payments with a memo only. Switch that off in the wallet, or use another wallet."
const TAKEN =
  "The wallet's account for this token was given to somebody else, so tokens that are sent to this wallet would not be its own. Use another wallet."
const NEVER_SEEN =
  'Nothing was ever sent to or from this wallet on Solana. An address of Solana has nothing that shows a typing error: if the wallet is not new, compare every character.'
