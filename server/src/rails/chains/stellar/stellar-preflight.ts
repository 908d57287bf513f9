import type { Preflight, WalletBlock } from '../../../movements/transfers/chain.ts'
import type { Horizon } from './horizon.ts'
import { findAccount } from './horizon-values.ts'
import { accountOf } from './stellar-address.ts'
import type { StellarAsset } from './stellar-settings.ts'

type Deps = Readonly<{ horizon: Horizon; asset: StellarAsset; ours: ReadonlySet<string> }>

/**
 * Checks whether an account can receive this amount of the asset. An account without a trustline is refused. We do not pay such an account
 * with a claimable balance, because nobody would tell the owner to claim it.
 */
export async function preflightWallet(
  { horizon, asset, ours }: Deps,
  to: string,
  units: bigint,
  signal: AbortSignal,
): Promise<Preflight> {
  const address = accountOf(to)
  if (address === asset.issuer)
    return blocked(
      'not_a_wallet',
      'This is the issuer of the token, where tokens are destroyed. Use the address of a wallet.',
    )
  if (ours.has(address))
    return blocked('not_a_wallet', 'This is one of our own accounts. Use the address of your wallet.')
  const account = await findAccount(horizon, address, asset, signal)
  const token = `${asset.code} of ${asset.issuer}`
  if (account === undefined)
    return blocked(
      'no_account',
      `This account does not exist on Stellar yet. Send it at least 2 XLM from another wallet or an exchange, and add a trustline for ${token}.`,
    )
  const { trustline } = account
  if (trustline === undefined)
    return blocked(
      'no_trustline',
      `The wallet has no trustline for the token. Add one for ${token} in the wallet ("add asset"). It needs 0.5 XLM.`,
    )
  if (!trustline.isAuthorized)
    return blocked(
      'not_authorized',
      `The issuer of ${asset.code} has not authorised the wallet to hold the token. Ask the issuer, or use another wallet.`,
    )
  if (trustline.roomUnits < units)
    return blocked(
      'trustline_full',
      `The limit of the wallet's trustline is too low for this amount. Raise the limit for ${asset.code} in the wallet, or use another wallet.`,
    )
  if (account.asksForMemo && address === to)
    return blocked(
      'memo_required',
      'The wallet accepts only payments with a memo, as exchanges do. Use the address that begins with M (it contains the memo), or a wallet of your own.',
    )
  return { outcome: 'fine' }
}

function blocked(code: WalletBlock, message: string): Preflight {
  return { outcome: 'blocked', code, message }
}
