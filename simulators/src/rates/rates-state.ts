import type { RateFault } from './rate-fault.ts'

export const rateVendors = ['monierate', 'quidax', 'coingecko'] as const
type RateVendor = (typeof rateVendors)[number]

/** Prices are text, so that they are sent exactly as set. */
export type RatesState = {
  /** Price of one dollar in each currency, as from Monierate. */
  dollar: Record<string, string>
  /** Best bid and best offer, as from Quidax. */
  tickers: Record<string, { buy: string; sell: string }>
  /** Price of one coin in naira, as from CoinGecko. */
  coins: Record<string, string>
  faults: Record<RateVendor, RateFault>
  /** Number of requests to each vendor. */
  requests: Record<RateVendor, number>
}

/** Approximate prices of November 2026. They do not change until they are set. */
export function createRatesState(): RatesState {
  return {
    dollar: {
      NGN: '1452.75',
      GBP: '0.7604',
      EUR: '0.8641',
      TRY: '43.12',
      CNY: '7.0985',
      CHF: '0.7998',
      CAD: '1.4021',
      AED: '3.6725',
      KES: '129.24',
    },
    tickers: {
      usdcngn: { buy: '1449.2', sell: '1455.8' },
      usdtngn: { buy: '1448.9', sell: '1455.1' },
    },
    coins: {
      stellar: '391.27',
      'polygon-ecosystem-token': '268.4',
      solana: '214805.5',
      'avalanche-2': '24170.1',
    },
    faults: { monierate: 'none', quidax: 'none', coingecko: 'none' },
    requests: { monierate: 0, quidax: 0, coingecko: 0 },
  }
}
