import { Asset } from '@stellar/stellar-sdk/base'

/** Reads `native` or `CODE:ISSUER`. */
export function readAsset(text: string): Asset {
  if (text === 'native') return Asset.native()
  const [code, issuer, ...rest] = text.split(':')
  if (code === undefined || issuer === undefined || rest.length > 0)
    throw new Error(`${JSON.stringify(text)} is not an asset`)
  return new Asset(code, issuer)
}

export function issuerOf(asset: Asset): string | undefined {
  return asset.isNative() ? undefined : asset.getIssuer()
}

const SHORT_CODE = 4

/** Returns Horizon's fields for an asset, each with `prefix`. */
export function showAsset(asset: Asset, prefix = ''): Record<string, string> {
  if (asset.isNative()) return { [`${prefix}asset_type`]: 'native' }
  const code = asset.getCode()
  return {
    [`${prefix}asset_type`]: code.length > SHORT_CODE ? 'credit_alphanum12' : 'credit_alphanum4',
    [`${prefix}asset_code`]: code,
    [`${prefix}asset_issuer`]: asset.getIssuer() ?? '',
  }
}
