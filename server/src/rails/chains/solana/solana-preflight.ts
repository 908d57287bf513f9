import type { Preflight, WalletBlock } from '../../../movements/transfers/chain.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { SYSTEM_PROGRAM } from './addresses/solana-address.ts'
import type { OwnMarkers } from './locks/markers.ts'
import { type Token, tokenAccountFor } from './messages/lane-message.ts'
import { readAccounts, readTokenAccount, type TokenAccount } from './rpc/read-accounts.ts'
import type { Account } from './rpc/rpc-values.ts'

type Deps = Readonly<{ rpc: JsonRpc; token: Token; own: ReadonlySet<string>; ownMarkers: OwnMarkers }>

/**
 * Checks whether an address can receive tokens. A wallet need not exist, because the payment opens its token account. An address
 * off the curve has no key, so nobody could use a token account that the payment opens for it. Such an address must therefore be a token
 * account of our mint itself.
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

/** Judges an address off the curve, for which no key can exist. */
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
  // The address may have a key, but the wallet software of its owner does not show tokens that belong to such an account.
  if (wallet !== undefined && (wallet.owner !== SYSTEM_PROGRAM || wallet.data.length > 0))
    return blocked('not_a_wallet', NOT_A_WALLET)
  if (tokens === undefined) {
    // An account that only received lamports can still be opened.
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
  "This is one of our accounts or the token's own account. Use the address that your wallet shows for receiving."
const A_PROGRAM =
  'This is a program on Solana, not a wallet. Tokens sent to it are lost. Use the address that your wallet shows for receiving.'
const NOT_A_WALLET =
  "This account belongs to a program (for example, it is a token account) and is not a wallet. Use the wallet's own address: our payment opens its token account."
const NO_TOKEN_ACCOUNT =
  'This is not an account for this token. It may be the address of a program, such as a shared vault. Use the account of the vault for this token (open one if there is none), or use the address of a wallet.'
const OTHER_MINT =
  'This is an account for another token. Use your account for this token, or the address of the wallet itself.'
const FROZEN =
  "The token issuer has frozen this wallet's account for the token. Ask the issuer to release it, or use another wallet."
const WANTS_MEMO =
  "This wallet's account for the token accepts only payments with a memo. Switch that off in the wallet, or use another wallet."
const TAKEN =
  "This wallet's account for the token belongs to somebody else, so tokens sent to the wallet would not be its own. Use another wallet."
const NEVER_SEEN =
  'This wallet has no history on Solana. A Solana address has no checksum that detects typing errors: if the wallet is not new, compare every character.'
